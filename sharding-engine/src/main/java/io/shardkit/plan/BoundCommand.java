package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.List;

/** A bound plan that concerns the connection. */
public interface BoundCommand extends BoundPlan {
    @Override
    default List<WriteStep> steps() throws SQLException {
        throw ShardingExceptions.of(
                ErrorCode.UNSUPPORTED_STATEMENT, "what concerns the connection, as a part of a write");
    }
}
