package io.shardkit.planner.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.options.Limits;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.Learned;
import io.shardkit.plan.MultiShardWrite;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.UniqueKeyLookup;
import io.shardkit.plan.gather.GatheredUnit;
import io.shardkit.plan.gather.GatheredWrite;
import io.shardkit.plan.gather.SubqueryRows;
import io.shardkit.plan.limit.UnitLimit;
import io.shardkit.planner.analysis.MovableRows;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.UniqueLookupKey;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.route.Traffic;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE or DELETE of sharded tables: on every unit that may hold rows of them, all or nothing.
 *
 * @param whyOneUnit why the statement may not run on several units, or null
 * @param limited how it takes no more rows than its LIMIT says of several units, or null if it has none or may not
 * @param byKeys how it does so if the rows are found first by all of their shards, or null
 * @param keptKeys assignments to sharding columns, to be checked at each execution
 * @param movable the rows if others may move them, or null
 * @param limits how far it may go
 */
record WritePlan(
        StatementKind kind,
        int parameterCount,
        StatementRouting placement,
        OverUnits overUnits,
        @Nullable Refusal whyOneUnit,
        @Nullable LimitedWritePlan limited,
        @Nullable StatementPlan byKeys,
        List<UnchangedShardingKey> keptKeys,
        @Nullable MovableRows movable,
        Limits limits)
        implements StatementPlan {

    /**
     * The plan of the statement on several units.
     *
     * @param texts the SQL for each unit
     * @param requiredUses the table uses whose units are written, the target first
     * @param ownUses the table uses of which each unit reads its own rows where it reads copies of others'
     * @param local whether each unit has all rows that its SQL reads
     * @param gather the gather that brings the rows to where they are read, or null
     * @param undeclared the reason why rows of a single table are not gathered, or null if they are
     * @param subqueries the subqueries that are asked once, before the others
     */
    record OverUnits(
            UnitTexts texts,
            int[] requiredUses,
            int[] ownUses,
            boolean local,
            @Nullable GatherSpec gather,
            @Nullable String undeclared,
            List<SharedSubquery> subqueries) {}

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        for (int i = 0; i < keptKeys.size(); i++) {
            keptKeys.get(i).check(parameters);
        }
        SingleShard pointed = placement.pointed(parameters);
        if (pointed != null) {
            return pointed;
        }
        StatementRouting.Units found = placement.units(parameters);
        SingleShard oneUnit = placement.oneUnit(found);
        if (oneUnit != null) {
            return oneUnit;
        }
        if (limited != null) {
            BitSet units = placement.linked(found, overUnits.requiredUses());
            UnitLimit.check(limits, units.cardinality());
            if (units.cardinality() == 1) {
                return placement.on(units.nextSetBit(0));
            }
            return takesAll(limited, units, parameters)
                    ? onUnits(units, parameters)
                    : limited.bind(units, parameters, learned, movable == null ? null : movable.table());
        }
        if (byKeys != null) {
            return byKeys.bind(parameters, preferredDataSource, learned);
        }
        if (whyOneUnit != null) {
            throw whyOneUnit.exception();
        }
        BitSet units = placement.linked(found, overUnits.requiredUses());
        UnitLimit.check(limits, units.cardinality());
        boolean withSingles = placement.fitsSingle(units, overUnits.requiredUses()[0]);
        if (overUnits.local() && withSingles) {
            return onUnits(units, parameters);
        }
        GatherSpec gather = overUnits.gather();
        String undeclared = withSingles ? null : overUnits.undeclared();
        if (gather == null || undeclared != null) {
            throw ShardingExceptions.of(
                    ErrorCode.TABLES_APART, undeclared == null ? "a single table and the shards" : undeclared);
        }
        return gathered(gather, units, parameters);
    }

    /**
     * Returns true if a unique key names the rows, and there are no more than the LIMIT takes; such rows are found also
     * while other transactions move them.
     */
    private boolean takesAll(LimitedWritePlan limit, BitSet units, Parameters parameters) throws SQLException {
        UniqueLookupKey key = movable == null ? null : movable.key();
        UniqueKeyLookup rows = movable == null || key == null || !key.unique() ? null : movable.bind(units, parameters);
        return rows != null && rows.most() <= limit.count(parameters);
    }

    private BoundPlan onUnits(BitSet units, Parameters parameters) throws SQLException {
        List<ShardCall> calls = new ArrayList<>(units.cardinality());
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            calls.add(overUnits.texts().call(unit).call());
        }
        calls.sort(ShardCall.ORDER);
        return calls.size() == 1
                ? placement.on(calls.get(0).unit())
                : new MultiShardWrite(
                        calls,
                        Calls.Counts.SUM,
                        movable == null ? null : movable.bind(units, parameters),
                        movable == null ? null : movable.table());
    }

    private BoundPlan gathered(GatherSpec gather, BitSet units, Parameters parameters) throws SQLException {
        List<GatheredUnit> writes = placement.written(overUnits.ownUses(), units);
        SortedSet<Integer> sources = new TreeSet<>();
        writes.forEach(write -> sources.add(write.dataSource()));
        List<SubqueryRows> shared = new ArrayList<>();
        for (SharedSubquery subquery : overUnits.subqueries()) {
            shared.add(subquery.bind(parameters, sources.first()));
        }
        return new GatheredWrite(shared, gather.bindForWrites(parameters, sources), writes, Calls.Counts.SUM);
    }

    @Override
    public Traffic traffic() {
        return placement::tell;
    }

    @Override
    public String reason(BoundPlan bound) {
        if (bound.fanout().isGathered()) {
            return "it reads rows of several actual tables";
        }
        return bound.fanout().isScattered() ? placement.reason(bound.fanout().units()) : "";
    }
}
