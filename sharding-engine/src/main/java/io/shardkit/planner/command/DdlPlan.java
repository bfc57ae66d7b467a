package io.shardkit.planner.command;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.Learned;
import io.shardkit.plan.MultiShardWrite;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import java.util.ArrayList;
import java.util.List;

/** DDL of a sharded table: once on each of its actual tables. */
record DdlPlan(BoundPlan bound) implements StatementPlan {

    static DdlPlan of(UnitTexts texts, RoutedTable table) {
        List<ShardCall> calls = new ArrayList<>();
        for (int unit = 0; unit < table.unitCount(); unit++) {
            int each = unit;
            calls.add(texts.call(unit, new Object[0], use -> each));
        }
        calls.sort(ShardCall.ORDER);
        return new DdlPlan(
                calls.size() == 1
                        ? new SingleShard(calls.get(0))
                        : new MultiShardWrite(List.copyOf(calls), Calls.Counts.SUM));
    }

    @Override
    public StatementKind kind() {
        return StatementKind.DDL;
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

    @Override
    public String reason(BoundPlan bound) {
        return bound.fanout().isScattered() ? "each actual table is defined" : "";
    }
}
