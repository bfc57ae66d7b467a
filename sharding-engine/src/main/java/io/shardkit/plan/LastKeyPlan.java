package io.shardkit.plan;

import io.shardkit.sql.Parameters;

/** The question for the key that the framework generated last. */
record LastKeyPlan(BoundPlan.LastKey bound) implements Plan {

    @Override
    public StatementKind kind() {
        return StatementKind.QUERY;
    }

    @Override
    public int parameterCount() {
        return 0;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) {
        return bound;
    }
}
