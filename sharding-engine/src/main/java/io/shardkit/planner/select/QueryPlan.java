package io.shardkit.planner.select;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.options.Limits;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.InListSplit;
import io.shardkit.plan.Learned;
import io.shardkit.plan.MergedQuery;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.UniqueKeyLookup;
import io.shardkit.plan.UnitUnions;
import io.shardkit.plan.limit.UnitLimit;
import io.shardkit.planner.analysis.MovableRows;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.planner.gather.SmallerGather;
import io.shardkit.route.Traffic;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A SELECT with at least one sharded table: on one unit as it stands, on several if its answers can be merged or its rows gathered. */
public final class QueryPlan implements StatementPlan {
    /**
     * The plan of the statement on several units.
     *
     * @param texts the SQL for each unit
     * @param merge the merge of the rows into one result
     * @param limit the user's LIMIT, or null
     * @param limitPushed whether the units' SQL has a computed parameter for the pushed limit
     * @param requiredUses the table uses whose units are asked
     * @param limits the limits of the statement
     * @param lists the values of which each unit needs only its own, or null if there are none
     * @param mayUnite whether the units' SQL may be put together
     * @param limited the locking read that locks no more rows than it gives, or null if the query locks none or all
     * @param movable the rows that the query locks if other transactions may move them, or null
     */
    public record OverUnits(
            UnitTexts texts,
            MergeSpec merge,
            @Nullable Limit limit,
            boolean limitPushed,
            int[] requiredUses,
            Limits limits,
            @Nullable InListSplit lists,
            boolean mayUnite,
            @Nullable LimitedReadPlan limited,
            @Nullable MovableRows movable) {}

    private final StatementKind kind;
    private final int parameterCount;
    private final StatementRouting routing;
    private final @Nullable OverUnits overUnits;
    private final @Nullable SmallerGather smaller;
    private final @Nullable GatherSpec gather;
    private final @Nullable Refusal refusal;

    public QueryPlan(
            StatementKind kind,
            int parameterCount,
            StatementRouting routing,
            @Nullable OverUnits overUnits,
            @Nullable SmallerGather smaller,
            @Nullable GatherSpec gather,
            @Nullable Refusal refusal) {
        this.kind = kind;
        this.parameterCount = parameterCount;
        this.routing = routing;
        this.overUnits = overUnits;
        this.smaller = smaller;
        this.gather = gather;
        this.refusal = refusal;
    }

    @Override
    public StatementKind kind() {
        return kind;
    }

    @Override
    public int parameterCount() {
        return parameterCount;
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        SingleShard pointed = routing.pointed(parameters);
        if (pointed != null) {
            return pointed;
        }
        StatementRouting.Units found = routing.units(parameters);
        SingleShard oneUnit = routing.oneUnit(found);
        if (oneUnit != null) {
            return oneUnit;
        }
        if (overUnits != null) {
            BitSet units = routing.linked(found, overUnits.requiredUses());
            if (routing.fitsSingle(units, overUnits.requiredUses()[0])) {
                return overUnits(overUnits, units, parameters, learned);
            }
        }
        BoundPlan copiesLess = smaller == null ? null : smaller.bind(parameters, preferredDataSource, learned);
        if (copiesLess != null) {
            return copiesLess;
        }
        if (gather != null) {
            return gather.bind(parameters, preferredDataSource, learned.copies());
        }
        throw (refusal == null ? new Refusal(ErrorCode.TABLES_APART, "a single table and the shards") : refusal)
                .exception();
    }

    private BoundPlan overUnits(OverUnits overUnits, BitSet units, Parameters parameters, Learned learned)
            throws SQLException {
        if (units.cardinality() == 1) {
            return routing.on(units.nextSetBit(0));
        }
        RowLimit limit = RowNumbers.of(overUnits.limit(), parameters);
        UniqueKeyLookup named =
                overUnits.movable() == null ? null : overUnits.movable().bind(units, parameters);
        // Named rows that are all locked are found also while others move them.
        if (overUnits.limited() != null && (named == null || named.most() > limit.count())) {
            return overUnits.limited().bind(units, parameters, learned);
        }
        UnitLimit.check(overUnits.limits(), units.cardinality());
        if (limit.offset() > overUnits.limits().maxOffset()) {
            throw ShardingExceptions.of(ErrorCode.OFFSET_TOO_LARGE, "OFFSET " + limit.offset());
        }
        Object[] computed = overUnits.limitPushed() ? new Object[] {limit.end()} : new Object[0];
        List<ShardCall> calls = new ArrayList<>(units.cardinality());
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            calls.add(overUnits.texts().call(unit, computed));
        }
        calls.sort(ShardCall.ORDER);
        UnitUnions unions = overUnits.mayUnite() ? learned.unions(parameterCount) : null;
        return new MergedQuery(
                calls, overUnits.merge(), limit, overUnits.lists(), unions, learned.parallelism(), named);
    }

    @Override
    public @Nullable BoundPlan bindWithoutMerge(Parameters parameters, int preferredDataSource) throws SQLException {
        return gather == null ? null : gather.bind(parameters, preferredDataSource, new Learned.CopySizes());
    }

    @Override
    public Traffic traffic() {
        return routing::tell;
    }

    @Override
    public String reason(BoundPlan bound) {
        if (bound.fanout().isScattered()) {
            return routing.reason(bound.fanout().units());
        }
        if (bound.fanout().isGathered()) {
            return refusal != null ? refusal.text() : "not merged: a single table is not beside all of the shards";
        }
        return "";
    }

    @Override
    public String toString() {
        return kind + " " + routing
                + (overUnits != null
                        ? " " + overUnits.merge()
                        : gather != null ? " gather" : " one unit only: " + refusal);
    }
}
