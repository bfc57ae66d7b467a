package io.shardkit.plan;

import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A write over several units: all or nothing up to the commit. The calls are ordered by data source, then unit.
 *
 * @param calls at least two
 * @param counts how the update counts become one
 * @param rows those that a unique key names if they may move meanwhile, or null
 * @param moving the table whose rows they are if they may move meanwhile, or null
 * @param made the keys of rows that are copied to each data source
 */
public record MultiShardWrite(
        List<ShardCall> calls,
        Calls.Counts counts,
        @Nullable UniqueKeyLookup rows,
        @Nullable RoutedTable moving,
        MadeKeys made)
        implements Calls, BoundWrite {
    private static final int[] NO_ROWS = {};

    /** One of rows that stay where they are, which makes no keys. */
    public MultiShardWrite(List<ShardCall> calls, Calls.Counts counts) {
        this(calls, counts, null, null);
    }

    /** One that makes no keys. */
    public MultiShardWrite(
            List<ShardCall> calls, Calls.Counts counts, @Nullable UniqueKeyLookup rows, @Nullable RoutedTable moving) {
        this(calls, counts, rows, moving, MadeKeys.NONE);
    }

    @Override
    public @Nullable Object firstGenerated() {
        return made.firstGenerated();
    }

    @Override
    public List<Object> keys() {
        return made.keys();
    }

    @Override
    public int[] rowsOf(int call) {
        return NO_ROWS;
    }

    /** Copies of one row have one key, which any of the databases tells. */
    @Override
    public Calls.DriverKeys driverKeys() {
        return counts == Calls.Counts.SAME && !generated() ? Calls.DriverKeys.OF_ANY_CALL : Calls.DriverKeys.NONE;
    }

    @Override
    public MultiShardWrite edited(CallEdit edit) throws SQLException {
        return new MultiShardWrite(edit.edit(calls), counts, rows, moving, made);
    }

    @Override
    public void describe(Explanation to) {
        to.way(counts == Calls.Counts.SUM ? "scatter" : "broadcast");
        to.runAll(calls);
        to.merge(counts.words());
    }

    /** Rows that a unique key names are sought where they moved from one unit to another meanwhile. */
    @Override
    public List<WriteStep> steps() {
        if (rows != null) {
            return List.of(new TryCalls(this, rows), new LockRows(rows, dataSources()), new LockedCalls(this));
        }
        return moving == null ? List.of(this) : List.of(new WatchMoves(moving), this);
    }
}
