package io.shardkit.plan.move;

import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundWrite;
import io.shardkit.plan.Calls.Counts;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.LockRows;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.WriteStep;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE of rows which a unique key names, where only the database can compute their new sharding columns: the stored
 * values decide where the rows belong. All or nothing.
 *
 * @param updates the UPDATE as it was written, for each unit that may have the rows, ordered by data source, then unit
 * @param rows finds the rows
 * @param key the columns of the key that names the rows
 * @param after the key that the rows have after the UPDATE, or null if only the database knows the key, too; there is one
 *     row then
 * @param columns the columns that are carried of rows that move
 * @param apart whether the rows may move to another data source
 * @param pace decides whether the data sources are asked in parallel
 */
public record ComputedMove(
        List<ShardCall> updates,
        KeyedRows rows,
        List<KeyColumn> key,
        @Nullable KeyValues after,
        RowMove.Columns columns,
        boolean apart,
        ParallelismChoice pace)
        implements BoundWrite, WriteStep {

    /** Returns the goals of the rows in words. */
    public String goals() {
        return "where the values say that the database computes";
    }

    /** All data sources that may have the rows before or after it are needed. */
    @Override
    public List<WriteStep> steps() {
        SortedSet<Integer> needed = new TreeSet<>();
        updates.forEach(call -> needed.add(call.dataSource()));
        if (apart) {
            rows.table().nodes().forEach(node -> needed.add(node.dataSource()));
        }
        return List.of(new LockRows(rows, List.copyOf(needed), pace, true), this);
    }

    /** As if rows that have this key stayed in their unit. */
    public RowMove staying(KeyValues values) {
        int[] own = new int[columns.placement().axes().size()];
        Arrays.fill(own, -1);
        return new RowMove(columns, own, values);
    }

    /**
     * Returns the move of a row to its goal.
     *
     * @param row the values of the carried columns, as they are stored after the UPDATE
     * @throws SQLException with a code if no unit takes such a row
     */
    public RowMove of(@Nullable Object[] row) throws SQLException {
        int goal =
                columns.placement().by(ShardingHint.current()).units(row, null).nextSetBit(0);
        int[] shards = columns.placement().axes().stream()
                .mapToInt(axis -> axis.shardOfUnit(columns.table(), goal))
                .toArray();
        return new RowMove(columns, shards, keyOf(row));
    }

    private KeyValues keyOf(@Nullable Object[] row) throws SQLException {
        if (after != null && after.combinations() == 1) {
            return after;
        }
        List<List<Object>> values = new ArrayList<>();
        for (KeyColumn column : key) {
            Object value = row[columns.carried().indexOf(column.column())];
            Object found = value == null ? null : column.found(value);
            if (found == null) {
                throw columns.refused("and " + column.name() + " has a value by which the row is not found again");
            }
            values.add(List.of(found));
        }
        return new KeyValues(rows.key().columns(), values);
    }

    @Override
    public String reason(Function<BoundPlan, String> plan) {
        return rows.mayLie(updates.size()) + ", and belong " + goals();
    }

    @Override
    public void describe(Explanation to) {
        to.way("move");
        rows.looks().forEach(to::ask);
        to.runAll(updates);
        to.merge(merge());
    }

    @Override
    public Fanout fanout() {
        return Fanout.of(updates);
    }

    @Override
    public List<ShardCall> ownCalls() {
        return updates;
    }

    @Override
    public boolean movesRows() {
        return true;
    }

    /** Returns the merge of the answers in words. */
    public String merge() {
        return Counts.SUM.words() + "; rows belong to " + goals();
    }
}
