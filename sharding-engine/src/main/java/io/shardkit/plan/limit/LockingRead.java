package io.shardkit.plan.limit;

import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.BoundQuery;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.MergeText;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A locking read with a LIMIT over several units.
 *
 * @param calls the read of each unit, whose one computed parameter is the number of rows
 * @param merge how the rows become one result
 * @param limit how many rows
 * @param keyed how the first rows are found before they are locked, or null if any rows will do: then the units are
 *     read in turn until there are enough
 * @param pace decides whether the data sources are asked in parallel
 */
public record LockingRead(
        List<ShardCall> calls, MergeSpec merge, RowLimit limit, @Nullable KeyedRead keyed, ParallelismChoice pace)
        implements BoundQuery {

    /** Asks each unit for its first rows; empty if the units are read in turn. */
    public List<ShardCall> looks() {
        return keyed == null ? List.of() : looks(limit.count());
    }

    /** The questions for so many rows of each unit. */
    public List<ShardCall> looks(long rows) {
        KeyedRead known = keyed;
        return known == null
                ? List.of()
                : calls.stream().map(call -> known.look(call.unit(), rows)).toList();
    }

    /** The reads that lock, ordered by data source, then unit. */
    public List<ShardCall> locks() {
        KeyedRead known = keyed;
        return known == null
                ? calls
                : calls.stream().map(call -> known.lock().ofOneRow(call.unit())).toList();
    }

    /** A call for at most so many rows. */
    public static ShardCall limited(ShardCall call, long rows) {
        ParameterMapping mapping = call.mapping();
        return mapping == null
                ? call
                : new ShardCall(
                        call.dataSource(),
                        call.unit(),
                        call.sql(),
                        new ParameterMapping(mapping.sources(), new Object[] {rows}));
    }

    @Override
    public void describe(Explanation to) {
        to.way("limit");
        looks().forEach(to::ask);
        to.runAll(locks());
        to.merge(MergeText.of(merge, limit));
    }

    @Override
    public Fanout fanout() {
        return Fanout.of(calls);
    }

    @Override
    public boolean reads(BitSet dataSources) {
        return calls.stream().anyMatch(call -> dataSources.get(call.dataSource()));
    }
}
