package io.shardkit.planner;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;

/**
 * A statement that is refused whatever its parameters.
 *
 * @param refusal why
 */
record RefusedPlan(StatementKind kind, int parameterCount, Refusal refusal) implements StatementPlan {

    @Override
    public Footprint footprint() {
        return Footprint.SMALL;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        throw refusal.exception();
    }
}
