package io.shardkit.planner.command;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.sql.statement.Parameters;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement without sharded tables that runs, as it stands, on one data source: that of its single tables, or any.
 *
 * @param dataSource the data source, or -1 if any will do
 * @param fallback the data source to take if any will do and none is preferred
 */
public record FixedPlan(StatementKind kind, int parameterCount, int dataSource, int fallback, List<SingleShard> calls)
        implements StatementPlan {

    public static FixedPlan of(
            StatementKind kind, String sql, int parameterCount, int dataSource, int fallback, int dataSources) {
        List<SingleShard> calls = new ArrayList<>();
        for (int i = 0; i < dataSources; i++) {
            calls.add(new SingleShard(new ShardCall(i, 0, sql, null)));
        }
        return new FixedPlan(kind, parameterCount, dataSource, fallback, List.copyOf(calls));
    }

    @Override
    public Footprint footprint() {
        return Footprint.SMALL;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) {
        if (dataSource >= 0) {
            return calls.get(dataSource);
        }
        return calls.get(preferredDataSource >= 0 ? preferredDataSource : fallback);
    }
}
