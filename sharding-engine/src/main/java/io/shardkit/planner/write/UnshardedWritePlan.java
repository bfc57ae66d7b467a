package io.shardkit.planner.write;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.gather.GatheredUnit;
import io.shardkit.plan.gather.GatheredWrite;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A write of a single or a broadcast table that reads sharded ones: their rows are copied to where it is.
 *
 * @param dataSources where the written table is: one, or all
 * @param gather how the others get there
 */
public record UnshardedWritePlan(StatementKind kind, int parameterCount, List<Integer> dataSources, GatherSpec gather)
        implements StatementPlan {

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        SortedSet<Integer> sources = new TreeSet<>(dataSources);
        return new GatheredWrite(
                List.of(),
                gather.bindForWrites(parameters, sources),
                sources.stream()
                        .map(source -> new GatheredUnit(source, 0, Map.of()))
                        .toList(),
                Calls.Counts.SAME);
    }

    @Override
    public String reason(BoundPlan bound) {
        return "it reads rows of several actual tables";
    }
}
