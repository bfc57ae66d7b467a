package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.route.Axis;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.Parameters;
import io.shardkit.sql.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT ... VALUES into a sharded table: each row goes to its unit, rows of one unit in one statement. Immutable.
 *
 * @param greatestKeys for each axis the greatest key that its column is sure to keep as it is; none if all are
 * @param rows for each row, for each axis, the value that places it; null for the generated key
 * @param generator makes the key of each row, or null if the rows bring theirs
 * @param keyColumn the column of the generated key, or null
 */
record InsertPlan(
        int parameterCount,
        ShardedTable table,
        List<Axis> axes,
        long[] greatestKeys,
        List<List<@Nullable Value>> rows,
        @Nullable KeyGenerator generator,
        @Nullable String keyColumn,
        UnitTexts whole,
        InsertTexts texts)
        implements Plan {

    @Override
    public StatementKind kind() {
        return StatementKind.INSERT;
    }

    @Override
    public @Nullable String generatedKeyColumn() {
        return keyColumn;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException {
        if (rows.size() == 1 && generator == null) {
            return whole.call(unit(0, parameters, null));
        }
        List<Object> keys = new ArrayList<>();
        Map<Integer, List<Integer>> rowsOfUnit = new TreeMap<>();
        for (int row = 0; row < rows.size(); row++) {
            Object key = generator == null ? null : nextKey(generator);
            if (key != null) {
                keys.add(key);
            }
            rowsOfUnit
                    .computeIfAbsent(unit(row, parameters, key), unit -> new ArrayList<>())
                    .add(row);
        }
        if (rowsOfUnit.size() == 1) {
            int unit = rowsOfUnit.keySet().iterator().next();
            if (keys.isEmpty()) {
                return whole.call(unit);
            }
            return rowInsert(List.of(whole.call(unit, keys.toArray())), rowsOfUnit, keys);
        }
        List<ShardCall> calls = new ArrayList<>();
        rowsOfUnit.forEach((unit, part) -> calls.add(texts.call(unit, part, keys)));
        return rowInsert(calls, rowsOfUnit, keys);
    }

    @Override
    public String reason(BoundPlan bound) {
        return bound instanceof BoundPlan.RowInsert insert && insert.calls().size() > 1
                ? "the rows belong to " + insert.calls().size() + " actual tables of " + table
                : "";
    }

    private Object nextKey(KeyGenerator keys) throws SQLException {
        try {
            return keys.nextKey();
        } catch (RuntimeException failure) {
            SQLException refusal = ErrorCode.KEY_NOT_GENERATED.exception(table + "." + keyColumn);
            refusal.initCause(failure);
            throw refusal;
        }
    }

    /** Units are numbered by data source, so their order is the order of calls. */
    private static BoundPlan.RowInsert rowInsert(
            List<ShardCall> calls, Map<Integer, List<Integer>> rowsOfUnit, List<Object> keys) {
        List<int[]> rows = new ArrayList<>();
        rowsOfUnit
                .values()
                .forEach(part ->
                        rows.add(part.stream().mapToInt(Integer::intValue).toArray()));
        return new BoundPlan.RowInsert(calls, rows, keys);
    }

    private int unit(int row, Parameters parameters, @Nullable Object generated) throws SQLException {
        int database = 0;
        int shard = 0;
        List<@Nullable Value> values = rows.get(row);
        for (int i = 0; i < axes.size(); i++) {
            Value value = values.get(i);
            Object key = value == null ? generated : value.of(parameters);
            if (greatestKeys.length > 0) {
                axes.get(i).checkRange(key, greatestKeys[i]);
            }
            int found = axes.get(i).shardForWrite(key);
            if (axes.get(i).database()) {
                database = found;
            } else {
                shard = found;
            }
        }
        return table.unit(database, shard);
    }
}
