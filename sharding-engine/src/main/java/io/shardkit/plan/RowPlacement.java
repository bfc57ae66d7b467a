package io.shardkit.plan;

import io.shardkit.keygen.KeyGenerator;
import io.shardkit.route.Axis;
import io.shardkit.route.KeyBounds;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where rows that are read from a database belong: each in its unit, or all of them on each data source. Immutable.
 *
 * @param nodes the actual tables, by unit
 * @param table the sharded table they are inserted into, or null for a broadcast one
 * @param axes what places a row
 * @param bounds for each column of the axes what it takes as it is
 * @param positions for each column of the axes the position of its value in a row, from 0, or -1 for the generated key
 * @param generator makes the key of each row, or null if the rows bring theirs
 * @param keyColumn the column of the generated key, or null
 * @param keyBounds what the column of the generated key takes as it is
 */
public record RowPlacement(
        List<DataNode> nodes,
        @Nullable ShardedTable table,
        List<Axis> axes,
        List<KeyBounds> bounds,
        int[] positions,
        @Nullable KeyGenerator generator,
        @Nullable String keyColumn,
        KeyBounds keyBounds) {

    /** A new key, or null if the rows bring theirs. */
    public @Nullable Object nextKey() throws SQLException {
        return generator == null ? null : GeneratedRowKeys.next(generator, table + "." + keyColumn, keyBounds);
    }

    /** Of a broadcast table. */
    public static RowPlacement everywhere(List<DataNode> nodes) {
        return new RowPlacement(nodes, null, List.of(), List.of(), new int[0], null, null, KeyBounds.NONE);
    }

    /**
     * The units of a row.
     *
     * @param values the row's values
     * @param generated its generated key
     */
    public BitSet units(@Nullable Object[] values, @Nullable Object generated) throws SQLException {
        BitSet units = new BitSet();
        if (table == null) {
            units.set(0, nodes.size());
        } else {
            units.set(unit(table, values, generated));
        }
        return units;
    }

    private int unit(ShardedTable table, @Nullable Object[] values, @Nullable Object generated) throws SQLException {
        int database = 0;
        int shard = 0;
        int first = 0;
        for (Axis axis : axes) {
            int end = first + axis.columns().size();
            int own = shard(axis, first, end, values, generated);
            first = end;
            if (axis.database()) {
                database = own;
            } else {
                shard = own;
            }
        }
        return Axis.unitForWrite(table, database, shard);
    }

    private int shard(Axis axis, int first, int end, @Nullable Object[] values, @Nullable Object generated)
            throws SQLException {
        if (axis.isOfOneColumn()) {
            return positions[first] < 0
                    ? axis.shardForWrite(generated, bounds.get(first))
                    : axis.shardOfStored(values[positions[first]], bounds.get(first));
        }
        List<@Nullable Object> own = new ArrayList<>(end - first);
        for (int i = first; i < end; i++) {
            own.add(positions[i] < 0 ? generated : values[positions[i]]);
        }
        return axis.shardForWrite(own, bounds.subList(first, end));
    }
}
