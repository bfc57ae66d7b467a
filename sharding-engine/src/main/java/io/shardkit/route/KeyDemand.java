package io.shardkit.route;

import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values that a statement demands of the columns of a strategy of several, all at once. Immutable.
 *
 * @param axis of several columns
 * @param demands for each column the lists of values that it has to be in, all of them; none if it may have any value
 */
public record KeyDemand(Axis axis, List<List<List<Value>>> demands) {
    /** More combinations are not worth to be placed one by one. */
    private static final long MOST = 10_000;

    /** Copies the lists. */
    public KeyDemand {
        demands = demands.stream().map(List::copyOf).toList();
    }

    /** Demands nothing yet. */
    public static KeyDemand none(Axis axis) {
        List<List<List<Value>>> demands = new ArrayList<>();
        axis.columns().forEach(column -> demands.add(List.of()));
        return new KeyDemand(axis, demands);
    }

    /** This, and that a column is one of the values. */
    public KeyDemand and(int column, List<Value> values) {
        List<List<List<Value>>> both = new ArrayList<>(demands);
        List<List<Value>> own = new ArrayList<>(demands.get(column));
        own.add(values);
        both.set(column, own);
        return new KeyDemand(axis, both);
    }

    /** Returns true if any column may have any value. */
    public boolean isEmpty() {
        return demands.stream().allMatch(List::isEmpty);
    }

    /** Returns true if each column has to be one value. */
    boolean isPoint() {
        return demands.stream()
                .allMatch(lists -> lists.size() == 1 && lists.get(0).size() == 1);
    }

    /** The values of a point, one for each column in their order. */
    List<@Nullable Object> values(Parameters parameters) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>(demands.size());
        for (List<List<Value>> lists : demands) {
            values.add(lists.get(0).get(0).of(parameters));
        }
        return values;
    }

    /** The shard of the one value of each column, or {@link Axis#NONE} if they do not say one. */
    int shard(Parameters parameters) throws SQLException {
        List<Object> keys = new ArrayList<>(demands.size());
        for (int i = 0; i < demands.size(); i++) {
            Value value = demands.get(i).get(0).get(0);
            Object key = KeyNormalizer.canonical(axis.columns().get(i).keyType(), value.of(parameters));
            if (key == KeyNormalizer.NO_MATCH || key == KeyNormalizer.UNKNOWN) {
                return Axis.NONE;
            }
            keys.add(key);
        }
        return axis.shardOfAll(keys);
    }

    /** Adds the units that may hold such rows. */
    void addUnits(RoutedTable table, Parameters parameters, BitSet units) throws SQLException {
        List<@Nullable List<Object>> keys = new ArrayList<>();
        long combinations = 1;
        for (int i = 0; i < demands.size(); i++) {
            List<Object> own = keys(i, parameters);
            if (own != null && own.isEmpty()) {
                return;
            }
            boolean few = own != null && combinations * own.size() <= MOST;
            combinations *= own != null && few ? own.size() : 1;
            keys.add(few ? own : null);
        }
        add(table, keys, new ArrayList<>(), units);
    }

    /** The canonical keys that a column may have; null if that is not known. */
    private @Nullable List<Object> keys(int column, Parameters parameters) throws SQLException {
        Set<Object> common = null;
        for (List<Value> values : demands.get(column)) {
            Set<Object> own = new LinkedHashSet<>();
            for (Value value : values) {
                Object key = axis.columns().get(column).keys().canonical(value.of(parameters));
                if (key != KeyNormalizer.NO_MATCH) {
                    own.add(key);
                }
            }
            if (!own.contains(KeyNormalizer.UNKNOWN)) {
                if (common == null) {
                    common = own;
                } else {
                    common.retainAll(own);
                }
            }
        }
        return common == null ? null : List.copyOf(common);
    }

    private void add(RoutedTable table, List<@Nullable List<Object>> keys, List<@Nullable Object> chosen, BitSet units)
            throws SQLException {
        if (chosen.size() == keys.size()) {
            addOne(table, chosen, units);
            return;
        }
        List<Object> own = keys.get(chosen.size());
        int end = chosen.size();
        if (own == null) {
            chosen.add(null);
            add(table, keys, chosen, units);
            chosen.remove(end);
            return;
        }
        for (Object key : own) {
            chosen.add(key);
            add(table, keys, chosen, units);
            chosen.remove(end);
        }
    }

    private void addOne(RoutedTable table, List<@Nullable Object> keys, BitSet units) throws SQLException {
        List<Object> known = new ArrayList<>(keys.size());
        for (Object key : keys) {
            if (key != null) {
                known.add(key);
            }
        }
        if (known.size() == keys.size()) {
            int shard = axis.shardOfAll(known);
            if (shard != Axis.NONE) {
                axis.addUnits(table, shard, units);
            }
            return;
        }
        BitSet shards = axis.shardsOfSome(keys);
        if (shards == null) {
            units.set(0, table.unitCount());
            return;
        }
        for (int shard = shards.nextSetBit(0); shard >= 0; shard = shards.nextSetBit(shard + 1)) {
            axis.addUnits(table, shard, units);
        }
    }
}
