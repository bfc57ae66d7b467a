package io.shardkit.plan.limit;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ShardCall;
import io.shardkit.rule.ShardedTable;
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
public record LimitedUpdate(List<ShardCall> calls, long count, @Nullable First first, @Nullable ShardedTable moving)
        implements BoundPlan.LimitedWrite {

    /**
     * The first rows of an order.
     *
     * @param read finds and locks them
     * @param parameters those of the read
     * @param write writes some of them
     */
    public record First(LockingRead read, Parameters parameters, KeyedText write) {}

    @Override
    public @Nullable LockingRead rows() {
        return first == null ? null : first.read();
    }

    @Override
    public List<ShardCall> writes() {
        First known = first;
        return known == null
                ? calls
                : calls.stream()
                        .map(call -> known.write().ofOneRow(call.unit()))
                        .toList();
    }
}
