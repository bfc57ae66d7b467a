package io.shardkit.plan.command;

import io.shardkit.plan.BoundCommand;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.sql.statement.TransactionStep;

/** A statement to the transaction of the connection. */
public record TransactionCommand(TransactionStep step) implements BoundCommand {
    @Override
    public Fanout fanout() {
        return Fanout.NONE;
    }

    @Override
    public void describe(Explanation to) {
        to.way("connection");
        to.answer();
    }
}
