package io.shardkit.plan;

import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query over several units. The calls are ordered by data source, then unit.
 *
 * @param calls at least two
 * @param merge how the rows become one result
 * @param limit which of the merged rows are given out
 * @param lists the values of which each unit needs only its own, or null if there are none
 * @param unions puts the calls of a data source together once that is known to change nothing, or null if it would
 * @param parallelism whether data sources are asked in parallel
 * @param rows those that a unique key names and the query locks if they may move meanwhile, or null
 */
public record MergedQuery(
        List<ShardCall> calls,
        MergeSpec merge,
        RowLimit limit,
        @Nullable InListSplit lists,
        @Nullable UnitUnions unions,
        ParallelismChoice parallelism,
        @Nullable UniqueKeyLookup rows)
        implements BoundQuery, UnitUnions.Merged {
    /** A query of which nothing is known yet. */
    public MergedQuery(List<ShardCall> calls, MergeSpec merge, RowLimit limit) {
        this(calls, merge, limit, null, null, new ParallelismChoice(), null);
    }

    @Override
    public MergedQuery narrowed(Parameters parameters) {
        return lists == null
                ? this
                : new MergedQuery(lists.narrowed(calls, parameters), merge, limit, null, unions, parallelism, rows);
    }

    @Override
    public List<ShardCall> ownCalls() {
        return calls;
    }

    @Override
    public Fanout fanout() {
        return Fanout.of(calls);
    }

    @Override
    public boolean reads(BitSet dataSources) {
        return calls.stream().anyMatch(call -> dataSources.get(call.dataSource()));
    }

    /** One that takes locks first is bound with the rows that it names. */
    @Override
    public BoundPlan on(ServerChoice servers) throws SQLException {
        if (rows != null) {
            return this;
        }
        int from = -1;
        int number = -1;
        boolean moves = false;
        List<ShardCall> moved = new ArrayList<>(calls.size());
        for (ShardCall call : calls) {
            if (call.dataSource() != from) {
                from = call.dataSource();
                number = servers.of(from);
                moves |= number != from;
            }
            moved.add(call.on(number));
        }
        return moves ? new MergedQuery(moved, merge, limit, lists, unions, parallelism, rows) : this;
    }

    /** Lists stay as they are: literals stand in the text, which would be another one for each unit's values. */
    @Override
    public BoundPlan edited(CallEdit edit) throws SQLException {
        UnitUnions ofText = unions == null ? null : unions.ofText(edit.parameterCount());
        return new MergedQuery(edit.edit(calls), merge, limit, null, ofText, parallelism, rows);
    }

    @Override
    public void describe(Explanation to) {
        to.way("merge");
        List<ShardCall> sent = unions == null ? calls : unions.usual(this);
        to.runAll(sent);
        to.ofMoreUnits(calls.size() - sent.size());
        to.merge(MergeText.of(merge, limit));
    }
}
