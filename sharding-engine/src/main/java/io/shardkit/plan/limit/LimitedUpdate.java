package io.shardkit.plan.limit;

import io.shardkit.plan.BoundWrite;
import io.shardkit.plan.Calls.Counts;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.WatchMoves;
import io.shardkit.plan.WriteStep;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE or DELETE with a LIMIT over several units.
 *
 * @param calls the write of each unit, whose one computed parameter is the number of rows, ordered by data source, then
 *     unit
 * @param count how many rows are written at most
 * @param first what finds and locks the first rows of an order, or null if any rows will do
 * @param moving the table whose rows they are if they may move meanwhile, or null
 */
public record LimitedUpdate(List<ShardCall> calls, long count, @Nullable First first, @Nullable RoutedTable moving)
        implements BoundWrite, WriteStep {

    /**
     * The first rows of an order.
     *
     * @param read finds and locks them
     * @param parameters those of the read
     * @param write writes some of them
     */
    public record First(LockingRead read, Parameters parameters, KeyedText write) {}

    @Override
    public List<WriteStep> steps() {
        return moving == null ? List.of(this) : List.of(new WatchMoves(moving), this);
    }

    /** The writes, ordered by data source, then unit. */
    public List<ShardCall> writes() {
        First known = first;
        return known == null
                ? calls
                : calls.stream()
                        .map(call -> known.write().ofOneRow(call.unit()))
                        .toList();
    }

    @Override
    public void describe(Explanation to) {
        to.way("limit");
        if (first != null) {
            first.read().looks().forEach(to::ask);
            first.read().locks().forEach(to::ask);
        }
        to.runAll(writes());
        to.merge(Counts.SUM.words());
    }

    @Override
    public Fanout fanout() {
        return Fanout.of(calls);
    }
}
