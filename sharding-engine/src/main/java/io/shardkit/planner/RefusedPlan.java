package io.shardkit.planner;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;

/**
 * A statement that is refused whatever its parameters.
 *
 * @param code the reason
 * @param detail the part of the statement in question
 */
record RefusedPlan(StatementKind kind, int parameterCount, ErrorCode code, String detail) implements Plan {

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException {
        throw code.exception(detail);
    }
}
