package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.List;

/** A bound plan that answers with rows, and is not a single call. */
public interface BoundQuery extends BoundPlan {
    @Override
    default List<WriteStep> steps() throws SQLException {
        throw ShardingExceptions.of(ErrorCode.IS_A_QUERY, "");
    }
}
