package io.shardkit.plan;

import io.shardkit.sql.Parameters;
import io.shardkit.sql.TransactionStep;

/** A statement to the transaction of the connection. */
record ControlPlan(BoundPlan.Control control) implements Plan {

    ControlPlan(TransactionStep step) {
        this(new BoundPlan.Control(step));
    }

    @Override
    public StatementKind kind() {
        return StatementKind.TRANSACTION;
    }

    @Override
    public int parameterCount() {
        return 0;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) {
        return control;
    }
}
