package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.transaction.SavepointMark;
import java.sql.SQLException;
import java.sql.Savepoint;

/** A savepoint of a logical connection. */
final class ShardingSavepoint implements Savepoint {
    private final SavepointMark mark;

    ShardingSavepoint(SavepointMark mark) {
        this.mark = mark;
    }

    SavepointMark mark() {
        return mark;
    }

    @Override
    public int getSavepointId() throws SQLException {
        if (mark.name() != null) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "a named savepoint has no id");
        }
        return mark.id();
    }

    @Override
    public String getSavepointName() throws SQLException {
        String name = mark.name();
        if (name == null) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "an unnamed savepoint has no name");
        }
        return name;
    }
}
