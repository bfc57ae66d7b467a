package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.route.Axis;
import io.shardkit.route.KeyBounds;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells in which units the rows of an INSERT ... VALUES lie. Immutable. */
final class RowRouting {
    private final ShardedTable table;
    private final int singleSource;
    private final OfAxis[] axes;

    /**
     * What one axis needs.
     *
     * @param bounds what its column takes as it is
     * @param values for each row the value that places it; null for the row's key
     */
    private record OfAxis(Axis axis, KeyBounds bounds, @Nullable Value[] values) {
        int shard(int row, Parameters parameters, @Nullable Object key) throws SQLException {
            Value value = values[row];
            return value == null ? axis.shardForWrite(key, bounds) : axis.shardForWrite(value, parameters, bounds);
        }
    }

    /**
     * @param axes what places a row
     * @param bounds for each axis what its column takes as it is
     * @param values for each axis, for each row, the value that places it; null for the row's key
     * @param singleSource the data source of the single tables that the rows read, or -1
     */
    RowRouting(
            ShardedTable table,
            List<Axis> axes,
            List<KeyBounds> bounds,
            List<List<@Nullable Value>> values,
            int singleSource) {
        this.table = table;
        this.singleSource = singleSource;
        this.axes = new OfAxis[axes.size()];
        for (int i = 0; i < this.axes.length; i++) {
            @Nullable Value[] ofRows = values.get(i).toArray(new Value[0]);
            this.axes[i] = new OfAxis(axes.get(i), bounds.get(i), ofRows);
        }
    }

    /**
     * The unit of a row.
     *
     * @param key the row's key, or null if none is generated
     * @throws SQLException a coded refusal if there is none that it may lie in
     */
    int unit(int row, Parameters parameters, @Nullable Object key) throws SQLException {
        int database = 0;
        int shard = 0;
        for (OfAxis each : axes) {
            int own = each.shard(row, parameters, key);
            if (each.axis().database()) {
                database = own;
            } else {
                shard = own;
            }
        }
        int unit = Axis.unitForWrite(table, database, shard);
        if (singleSource >= 0 && table.dataSource(unit) != singleSource) {
            throw ShardingExceptions.of(ErrorCode.TABLES_APART, "a single table and the shards");
        }
        return unit;
    }
}
