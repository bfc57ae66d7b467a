package io.shardkit.planner.command;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.command.TransactionCommand;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.TransactionStep;

/** A statement to the transaction of the connection. */
public record ControlPlan(TransactionCommand control) implements StatementPlan {

    public ControlPlan(TransactionStep step) {
        this(new TransactionCommand(step));
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
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) {
        return control;
    }
}
