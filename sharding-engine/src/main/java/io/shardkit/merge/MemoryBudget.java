package io.shardkit.merge;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;

/** The memory that a merge may still use. */
final class MemoryBudget {
    private long left;

    MemoryBudget(long size) {
        this.left = size;
    }

    /** Takes the room of one group or value. */
    void take() throws SQLException {
        if (left-- <= 0) {
            throw ShardingExceptions.of(ErrorCode.MERGE_TOO_LARGE, "");
        }
    }
}
