package io.shardkit.planner.write;

import io.shardkit.merge.RowLimit;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.limit.KeyedText;
import io.shardkit.plan.limit.LimitedUpdate;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.planner.select.LimitedReadPlan;
import io.shardkit.planner.select.RowNumbers;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of an UPDATE or DELETE with a LIMIT over several units. Immutable.
 *
 * @param texts the write of each unit, whose one computed parameter is the number of rows
 * @param limit the user's LIMIT
 * @param first finds and writes the first rows of an order, or null if there is no order
 */
record LimitedWritePlan(UnitTexts texts, Limit limit, @Nullable First first) {

    /**
     * The first rows of an order.
     *
     * @param read finds and locks them
     * @param firstParameter how many parameters the statement has before those of the read
     * @param parameterCount how many parameters the read has
     * @param write writes some of them
     */
    record First(LimitedReadPlan read, int firstParameter, int parameterCount, KeyedText write) {}

    /** Returns the greatest number of rows that the write takes. */
    long count(Parameters parameters) throws SQLException {
        return RowNumbers.of(limit, parameters).count();
    }

    /**
     * One execution on at least two units.
     *
     * @param moving the table whose rows they are if they may move meanwhile, or null
     */
    LimitedUpdate bind(BitSet units, Parameters parameters, Learned learned, @Nullable RoutedTable moving)
            throws SQLException {
        RowLimit rows = RowNumbers.of(limit, parameters);
        List<ShardCall> calls = new ArrayList<>(units.cardinality());
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            calls.add(texts.call(unit, new Object[] {rows.count()}));
        }
        calls.sort(ShardCall.ORDER);
        LimitedUpdate.First bound = null;
        if (first != null) {
            Parameters own = parameters.part(first.firstParameter(), first.parameterCount());
            bound = new LimitedUpdate.First(first.read().bind(units, own, learned), own, first.write());
        }
        return new LimitedUpdate(List.copyOf(calls), rows.count(), bound, moving);
    }
}
