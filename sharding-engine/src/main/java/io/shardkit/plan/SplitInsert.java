package io.shardkit.plan;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT whose rows go to several units, or whose keys are generated: all or nothing up to the commit, counts are
 * added up.
 *
 * @param calls one for each unit with rows, at least one, ordered by data source, then unit
 * @param rows for each call the positions, from 0, of its rows in the user's statement
 * @param keys the key of each row of the user's statement, in its order; empty if none can be generated
 * @param firstGenerated the first of the keys that the framework made, or null if it made none
 */
public record SplitInsert(List<ShardCall> calls, List<int[]> rows, List<Object> keys, @Nullable Object firstGenerated)
        implements Calls, BoundWrite {
    @Override
    public Calls.Counts counts() {
        return Calls.Counts.SUM;
    }

    @Override
    public int[] rowsOf(int call) {
        return rows.get(call);
    }

    @Override
    public boolean isOne() {
        return calls.size() == 1;
    }

    /** Keys that the framework makes are not asked of the driver. */
    @Override
    public Calls.DriverKeys driverKeys() {
        return generated() ? Calls.DriverKeys.NONE : Calls.DriverKeys.OF_EACH_ROW;
    }

    @Override
    public SplitInsert edited(CallEdit edit) throws SQLException {
        return new SplitInsert(edit.edit(calls), rows, keys, firstGenerated);
    }

    @Override
    public void describe(Explanation to) {
        to.way("split");
        to.runAll(calls);
        if (calls.size() > 1) {
            to.merge(counts().words());
        }
    }
}
