package io.shardkit.planner;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;

/**
 * A statement that is refused whatever its parameters.
 *
 * @param code the reason
 * @param detail the part of the statement in question
 */
record RefusedPlan(StatementKind kind, int parameterCount, ErrorCode code, String detail) implements StatementPlan {

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        throw code.exception(detail);
    }
}
