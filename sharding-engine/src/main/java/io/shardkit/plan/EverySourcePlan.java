package io.shardkit.plan;

import io.shardkit.sql.Parameters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A write of a broadcast table, or its DDL: once on each data source. */
record EverySourcePlan(StatementKind kind, int parameterCount, BoundPlan bound) implements Plan {

    static EverySourcePlan of(StatementKind kind, String sql, int parameterCount, int dataSources) {
        List<ShardCall> calls = new ArrayList<>();
        for (int i = 0; i < dataSources; i++) {
            calls.add(new ShardCall(i, 0, sql, null));
        }
        BoundPlan bound = dataSources == 1
                ? new BoundPlan.OneCall(calls.get(0))
                : new BoundPlan.ManyWrites(List.copyOf(calls), BoundPlan.Counts.SAME);
        return new EverySourcePlan(kind, parameterCount, bound);
    }

    @Override
    public @Nullable String generatedKeyColumn() {
        return null;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) {
        return bound;
    }
}
