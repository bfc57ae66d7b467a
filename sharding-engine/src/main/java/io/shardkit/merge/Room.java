package io.shardkit.merge;

import io.shardkit.error.ErrorCode;
import java.sql.SQLException;

/** How much more a merge may hold in memory. */
final class Room {
    private long left;

    Room(long size) {
        this.left = size;
    }

    /** Takes the room of one group or value. */
    void take() throws SQLException {
        if (left-- <= 0) {
            throw ErrorCode.MERGE_TOO_LARGE.exception("");
        }
    }
}
