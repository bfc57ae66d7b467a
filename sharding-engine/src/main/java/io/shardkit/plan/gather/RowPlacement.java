package io.shardkit.plan.gather;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.hint.ShardingHint;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.route.Axis;
import io.shardkit.route.HeldShard;
import io.shardkit.route.HintedTable;
import io.shardkit.route.KeyBounds;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The placement of rows that are read from a database: each row in its unit, or all rows on each data source. Immutable.
 *
 * @param nodes the actual tables, by unit
 * @param table the sharded table the rows are inserted into, or null for a broadcast one
 * @param hinted the table with the axes that place a row and the effect of hints, or null for a broadcast table
 * @param hint the hint of this execution, or null
 * @param held the column that holds the shard of an axis and has to agree with it, or null
 * @param bounds for each column of the axes the bounds of the values that it stores unchanged
 * @param positions for each column of the axes and, as the last one, for the column that holds a shard the position of
 *     its value in a row, from 0, or -1 for the generated key
 * @param generator makes the key of each row, or null if the rows bring theirs
 * @param keyColumn the column of the generated key, or null
 * @param keyBounds the bounds of the values that the column of the generated key stores unchanged
 */
public record RowPlacement(
        List<DataNode> nodes,
        @Nullable RoutedTable table,
        @Nullable HintedTable hinted,
        @Nullable ShardingHint hint,
        @Nullable HeldShard held,
        List<KeyBounds> bounds,
        int[] positions,
        @Nullable KeyGenerator generator,
        @Nullable String keyColumn,
        KeyBounds keyBounds) {

    /**
     * A new key for a row, or null if the rows bring theirs.
     *
     * @param values the row's values
     * @param nanos how long it may take; 0 for any time
     */
    public @Nullable Object nextKey(@Nullable Object[] values, long nanos) throws SQLException {
        if (generator == null) {
            return null;
        }
        String name = (table == null ? nodes.get(0).table() : table) + "." + keyColumn;
        if (held != null && positions[positions.length - 1] < 0) {
            int first = 0;
            for (Axis axis : axes()) {
                int end = first + axis.columns().size();
                if (held.isOf(axis)) {
                    int shard = shard(held.written(), first, end, values, null);
                    KeyGenerator holding = GeneratedRowKeys.holding(generator, shard, held.bits());
                    return GeneratedRowKeys.next(holding, name, keyBounds, nanos);
                }
                first = end;
            }
        }
        return GeneratedRowKeys.next(generator, name, keyBounds, nanos);
    }

    /** The same for an execution with a hint. */
    public RowPlacement by(@Nullable ShardingHint given) {
        return given == null
                ? this
                : new RowPlacement(
                        nodes, table, hinted, given, held, bounds, positions, generator, keyColumn, keyBounds);
    }

    /** Returns the axes that place a row. */
    public List<Axis> axes() {
        return hinted == null ? List.of() : hinted.axes();
    }

    /**
     * Of a table with a copy on each of these data sources.
     *
     * @param generator makes the key of each row, or null if the rows bring theirs
     */
    public static RowPlacement everywhere(
            List<DataNode> nodes, @Nullable KeyGenerator generator, @Nullable String keyColumn, KeyBounds keyBounds) {
        return new RowPlacement(nodes, null, null, null, null, List.of(), new int[0], generator, keyColumn, keyBounds);
    }

    /**
     * The units of a row.
     *
     * @param values the row's values
     * @param generated its generated key
     */
    public BitSet units(@Nullable Object[] values, @Nullable Object generated) throws SQLException {
        BitSet units = new BitSet();
        if (hinted == null) {
            units.set(0, nodes.size());
        } else {
            units.set(unit(hinted, values, generated));
        }
        return units;
    }

    private int unit(HintedTable placed, @Nullable Object[] values, @Nullable Object generated) throws SQLException {
        int database = 0;
        int shard = 0;
        int first = 0;
        for (Axis axis : placed.axes()) {
            int end = first + axis.columns().size();
            int own = axis.isByHint() ? placed.shardForWrite(axis, hint) : shard(axis, first, end, values, generated);
            first = end;
            if (axis.database()) {
                database = own;
            } else {
                shard = own;
            }
        }
        int unit = Axis.unitForWrite(placed.table(), database, shard);
        if (hint != null) {
            placed.check(unit, hint);
        }
        if (held != null && heldShard(held, values, generated) != held.axis().shardOfUnit(placed.table(), unit)) {
            throw ShardingExceptions.of(ErrorCode.KEY_OF_ANOTHER_SHARD, placed.table() + "." + held.column());
        }
        return unit;
    }

    private int shard(Axis axis, int first, int end, @Nullable Object[] values, @Nullable Object generated)
            throws SQLException {
        if (axis.isOfOneColumn()) {
            return shard(axis, positions[first], bounds.get(first), values, generated);
        }
        List<@Nullable Object> own = new ArrayList<>(end - first);
        for (int i = first; i < end; i++) {
            own.add(positions[i] < 0 ? generated : values[positions[i]]);
        }
        return axis.shardForWrite(own, bounds.subList(first, end));
    }

    /** The shard that the row's key holds. */
    private int heldShard(HeldShard key, @Nullable Object[] values, @Nullable Object generated) throws SQLException {
        return shard(key.axis(), positions[positions.length - 1], key.bounds(), values, generated);
    }

    private static int shard(
            Axis axis, int position, KeyBounds taken, @Nullable Object[] values, @Nullable Object generated)
            throws SQLException {
        return position < 0 ? axis.shardForWrite(generated, taken) : axis.shardOfStored(values[position], taken);
    }
}
