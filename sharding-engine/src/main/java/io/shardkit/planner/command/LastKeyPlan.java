package io.shardkit.planner.command;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.command.LastKey;
import io.shardkit.sql.statement.Parameters;

/** The question for the key that the framework generated last. */
public record LastKeyPlan(LastKey bound) implements StatementPlan {

    @Override
    public StatementKind kind() {
        return StatementKind.QUERY;
    }

    @Override
    public int parameterCount() {
        return 0;
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) {
        return bound;
    }
}
