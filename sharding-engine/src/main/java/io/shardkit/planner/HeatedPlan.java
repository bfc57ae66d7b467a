package io.shardkit.planner;

import io.shardkit.heat.Heat;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementPlan;
import io.shardkit.route.Traffic;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan of which a sample of the executions is counted. Immutable.
 *
 * @param plan the plan
 * @param traffic tells where its executions go
 * @param shape the statement as it is counted
 * @param heat what counts
 */
record HeatedPlan(StatementPlan plan, Traffic traffic, String shape, Heat.OfRule heat) implements ForwardingPlan {
    @Override
    public Footprint footprint() {
        return plan.footprint();
    }

    @Override
    public @Nullable Refusal refusal() {
        return plan.refusal();
    }

    @Override
    public @Nullable ShardCall asWritten() {
        return plan.asWritten();
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        BoundPlan bound = plan.bind(parameters, preferredDataSource, learned);
        return heat.samples() ? counted(bound, parameters) : bound;
    }

    /** Counts at once, or when lookup tables have said where the rows are. */
    private BoundPlan counted(BoundPlan bound, Parameters parameters) throws SQLException {
        return bound.then(known -> {
            BitSet called = units(known);
            heat.count(shape, to -> traffic.tell(called, parameters, to));
            return known;
        });
    }

    /** The units of the statement's own calls; empty if there are none that are known. */
    private static BitSet units(BoundPlan bound) {
        BitSet units = new BitSet();
        ShardCall only = bound.single();
        for (ShardCall call : only == null ? bound.ownCalls() : List.of(only)) {
            units.set(call.unit());
        }
        return units;
    }
}
