package io.shardkit.planner.write;

import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.StatementPlan;

/**
 * A write that answers with rows: it says RETURNING. Immutable.
 *
 * @param plan the write itself
 */
public record ReturningPlan(StatementPlan plan) implements ForwardingPlan {
    @Override
    public ParallelismChoice pace(Learned learned) {
        return ParallelismChoice.IN_TURN;
    }

    @Override
    public boolean returning() {
        return true;
    }
}
