package io.shardkit.planner.select;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.options.Limits;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.limit.KeyedRead;
import io.shardkit.plan.limit.LockingRead;
import io.shardkit.plan.limit.UnitLimit;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a locking read with a LIMIT over several units. Immutable.
 *
 * @param texts the read of each unit, whose one computed parameter is the number of rows
 * @param merge the merge of the rows into one result
 * @param limit the user's LIMIT
 * @param keyed finds the first rows of an order, or null if there is no order
 * @param limits the limits of the statement
 */
@API(status = API.Status.EXPERIMENTAL)
public record LimitedReadPlan(UnitTexts texts, MergeSpec merge, Limit limit, @Nullable KeyedRead keyed, Limits limits) {

    /** One execution on at least two units. */
    public LockingRead bind(BitSet units, Parameters parameters, Learned learned) throws SQLException {
        UnitLimit.check(limits, units.cardinality());
        RowLimit rows = RowNumbers.of(limit, parameters);
        if (keyed != null && rows.count() > limits.maxMergedRows()) {
            throw ShardingExceptions.of(
                    ErrorCode.LOCK_OVER_UNITS, "of the first " + rows.count() + " rows of an order");
        }
        Object[] computed = {rows.count()};
        List<ShardCall> calls = new ArrayList<>(units.cardinality());
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            calls.add(texts.call(unit, computed));
        }
        calls.sort(ShardCall.ORDER);
        return new LockingRead(List.copyOf(calls), merge, rows, keyed, learned.parallelismOfQuestions());
    }
}
