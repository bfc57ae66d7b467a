package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.rule.Limits;
import io.shardkit.sql.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE or DELETE of a sharded table: on every unit that may hold rows of it, all or nothing.
 *
 * @param whyOneUnit why the statement may not run on several units, or null
 * @param keptKeys assignments to sharding columns, to be checked at each execution
 * @param limits how far it may go
 */
record WritePlan(
        StatementKind kind,
        int parameterCount,
        Placement placement,
        UnitTexts texts,
        @Nullable Refusal whyOneUnit,
        List<KeptKey> keptKeys,
        Limits limits)
        implements Plan {
    private static final int[] TARGET = {0};

    @Override
    public @Nullable String generatedKeyColumn() {
        return null;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException {
        for (int i = 0; i < keptKeys.size(); i++) {
            keptKeys.get(i).check(parameters);
        }
        BoundPlan.OneCall oneUnit = placement.oneUnit(parameters);
        if (oneUnit != null) {
            return oneUnit;
        }
        if (whyOneUnit != null) {
            throw whyOneUnit.exception();
        }
        BitSet units = placement.units(parameters, TARGET);
        if (!placement.fitsSingle(units, 0)) {
            throw ErrorCode.TABLES_APART.exception("a single table and the shards");
        }
        QueryPlan.checkUnits(units, limits);
        List<ShardCall> calls = new ArrayList<>(units.cardinality());
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            calls.add(texts.call(unit).call());
        }
        calls.sort(QueryPlan.CALL_ORDER);
        return calls.size() == 1
                ? placement.on(calls.get(0).unit())
                : new BoundPlan.ManyWrites(calls, BoundPlan.Counts.SUM);
    }
}
