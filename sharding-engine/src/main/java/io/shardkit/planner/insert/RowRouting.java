package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.route.Axis;
import io.shardkit.route.HeldShard;
import io.shardkit.route.HintedTable;
import io.shardkit.route.KeyBounds;
import io.shardkit.route.KeyReceiver;
import io.shardkit.route.Traffic;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells in which units the rows of an INSERT ... VALUES lie. Immutable. */
final class RowRouting {
    private final RoutedTable table;
    private final HintedTable hinted;
    private final int singleSource;
    private final OfAxis[] axes;
    private final @Nullable OfAxis held;

    /** The values by which a generated key holds its shard, and in how many bits. */
    private final @Nullable OfAxis embedded;

    private final int bits;

    /**
     * The bounds and values of one axis.
     *
     * @param bounds for each column the values that it stores unchanged
     * @param values for each column, for each row, the value that places it; null for the row's key
     */
    private record OfAxis(Axis axis, List<KeyBounds> bounds, @Nullable Value[][] values) {
        /** The values that a row brings; null for a key that is generated. */
        List<@Nullable Object> given(int row, Parameters parameters) throws SQLException {
            List<@Nullable Object> given = new ArrayList<>(values.length);
            for (@Nullable Value[] ofRows : values) {
                Value value = ofRows[row];
                given.add(value == null ? null : value.of(parameters));
            }
            return given;
        }

        int shard(int row, Parameters parameters, @Nullable Object key) throws SQLException {
            if (axis.isOfOneColumn()) {
                Value value = values[0][row];
                KeyBounds taken = bounds.get(0);
                return value == null ? axis.shardForWrite(key, taken) : axis.shardForWrite(value, parameters, taken);
            }
            List<@Nullable Object> given = new ArrayList<>(values.length);
            for (@Nullable Value[] ofRows : values) {
                Value value = ofRows[row];
                given.add(value == null ? key : value.of(parameters));
            }
            return axis.shardForWrite(given, bounds);
        }
    }

    /**
     * @param hinted the table, and what places a row
     * @param held the key that holds the shard of an axis and has to agree with it, or null
     * @param bounds for each placing column what it takes as it is
     * @param values for each placing column and, as the last one, for that of the key that holds a shard, for each row,
     *     the value that places it; null for the row's key
     * @param singleSource the data source of the single tables that the rows read, or -1
     */
    RowRouting(
            HintedTable hinted,
            @Nullable HeldShard held,
            List<KeyBounds> bounds,
            List<List<@Nullable Value>> values,
            int singleSource) {
        this.hinted = hinted;
        this.table = hinted.table();
        List<Axis> axes = hinted.axes();
        this.singleSource = singleSource;
        this.axes = new OfAxis[axes.size()];
        OfAxis own = null;
        int first = 0;
        for (int i = 0; i < this.axes.length; i++) {
            int end = first + axes.get(i).columns().size();
            this.axes[i] = new OfAxis(axes.get(i), List.copyOf(bounds.subList(first, end)), rows(values, first, end));
            if (held != null && held.isOf(axes.get(i))) {
                own = new OfAxis(held.written(), this.axes[i].bounds(), this.axes[i].values());
            }
            first = end;
        }
        this.embedded = own;
        this.bits = held == null ? 0 : held.bits();
        this.held =
                held == null ? null : new OfAxis(held.axis(), List.of(held.bounds()), rows(values, first, first + 1));
    }

    private static @Nullable Value[][] rows(List<List<@Nullable Value>> values, int first, int end) {
        return values.subList(first, end).stream()
                .map(ofRows -> ofRows.toArray(new Value[0]))
                .toArray(Value[][]::new);
    }

    /**
     * A key for a row that brings none.
     *
     * @throws SQLException as {@link GeneratedRowKeys#next(long)} does, or if the row gives no shard that it has to hold
     */
    Object key(int row, Parameters parameters, GeneratedRowKeys keys) throws SQLException {
        if (held != null && embedded != null && held.axis().column().equals(keys.column())) {
            return keys.next(embedded.shard(row, parameters, null), bits, parameters.nanosLeft());
        }
        return keys.next(parameters.nanosLeft());
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
            int own = each.axis().isByHint()
                    ? hinted.shardForWrite(each.axis(), ShardingHint.current())
                    : each.shard(row, parameters, key);
            if (each.axis().database()) {
                database = own;
            } else {
                shard = own;
            }
        }
        int unit = Axis.unitForWrite(table, database, shard);
        check(unit);
        if (held != null && held.shard(row, parameters, key) != (held.axis().database() ? database : shard)) {
            throw ShardingExceptions.of(
                    ErrorCode.KEY_OF_ANOTHER_SHARD, table + "." + held.axis().column());
        }
        return unit;
    }

    /**
     * Tells the sharding values that a row brings.
     *
     * @throws SQLException if a value cannot be read
     */
    void tell(int row, Parameters parameters, Traffic.Receiver to) throws SQLException {
        KeyReceiver keys = (columns, value) -> to.key(table, columns, value);
        for (OfAxis each : axes) {
            List<@Nullable Object> values = each.given(row, parameters);
            if (each.axis().isOfOneColumn()) {
                keys.key(each.axis(), values.get(0));
            } else if (!values.isEmpty()) {
                keys.key(each.axis(), values);
            }
        }
    }

    /**
     * Makes sure that a row may be written to a unit, whatever its values say.
     *
     * @throws SQLException a coded refusal if a hint, or what the row reads, is elsewhere
     */
    void check(int unit) throws SQLException {
        ShardingHint hint = ShardingHint.current();
        if (hint != null) {
            hinted.check(unit, hint);
        }
        if (singleSource >= 0 && table.dataSource(unit) != singleSource) {
            throw ShardingExceptions.of(ErrorCode.TABLES_APART, "a single table and the shards");
        }
    }
}
