package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
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
            throw ErrorCode.INVALID_ARGUMENT.exception("a named savepoint has no id");
        }
        return mark.id();
    }

    @Override
    public String getSavepointName() throws SQLException {
        String name = mark.name();
        if (name == null) {
            throw ErrorCode.INVALID_ARGUMENT.exception("an unnamed savepoint has no name");
        }
        return name;
    }
}
