package io.shardkit.rule;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.ShardingAlgorithm;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Finds the units of a table that have the same rows by two rules, which differ in placed keys only. */
@API(status = API.Status.INTERNAL)
public final class SameUnits {
    private SameUnits() {}

    /** The keys of the values of a column. */
    public interface Keys {
        /** @throws SQLException if a database cannot be asked */
        ColumnKeys of(String column) throws SQLException;
    }

    /**
     * Returns the units that have the same rows by both rules and are declared at the same places, from their numbers after
     * to those before; none if that is not certain.
     *
     * @param keys asked if keys are placed
     */
    public static Map<Integer, Integer> of(RoutedTable before, RoutedTable after, Keys keys) throws SQLException {
        RoutedTable one = before.declared();
        RoutedTable other = after.declared();
        if (!areAlikeWithoutKeys(one, other)) {
            return Map.of();
        }
        Set<String> changed = new TreeSet<>();
        Set<String> texts = new TreeSet<>();
        one.placedKeys().forEach(each -> texts.add(each.key()));
        other.placedKeys().forEach(each -> texts.add(each.key()));
        if (!texts.isEmpty()) {
            ColumnKeys ofColumn = keys.of(one.strategies().get(0).columns().get(0));
            for (String text : texts) {
                if (!PlacedKeyAlgorithm.isKey(text, ofColumn)) {
                    return Map.of();
                }
                String here = unit(one, text, ofColumn);
                String there = unit(other, text, ofColumn);
                if (!here.equals(there)) {
                    changed.add(here);
                    changed.add(there);
                }
            }
        }
        Map<String, Integer> units = new HashMap<>();
        one.declaredNodes().forEach(node -> units.put(node.toString(), units.size()));
        Map<Integer, Integer> same = new LinkedHashMap<>();
        for (int unit = 0; unit < other.unitCount(); unit++) {
            String name = other.declaredNode(unit).toString();
            Integer number = units.get(name);
            if (number != null && !changed.contains(name)) {
                same.put(unit, number);
            }
        }
        return same;
    }

    /** Returns true if all keys that are not placed have the same units. */
    private static boolean areAlikeWithoutKeys(RoutedTable one, RoutedTable other) {
        int own = one.ownNodes().size();
        if (own != other.ownNodes().size()
                || !areAlike(one.databaseStrategy(), other.databaseStrategy())
                || !areAlike(one.tableStrategy(), other.tableStrategy())) {
            return false;
        }
        for (int unit = 0; unit < own; unit++) {
            if (one.databaseShard(unit) != other.databaseShard(unit)
                    || one.tableShard(unit) != other.tableShard(unit)
                    || !one.declaredNode(unit)
                            .toString()
                            .equals(other.declaredNode(unit).toString())) {
                return false;
            }
        }
        return true;
    }

    private static boolean areAlike(@Nullable ShardingStrategy one, @Nullable ShardingStrategy other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.columns().equals(other.columns())
                && !one.columns().isEmpty()
                && Objects.equals(one.alsoBy(), other.alsoBy())
                && PlacedKeyAlgorithm.others(one.algorithm()).equals(PlacedKeyAlgorithm.others(other.algorithm()));
    }

    /** Returns the unit of a key as it is declared; an empty text if it has none. */
    private static String unit(RoutedTable table, String text, ColumnKeys keys) {
        int database = shard(table.databaseStrategy(), text, keys);
        int actual = shard(table.tableStrategy(), text, keys);
        int unit = database < 0 || actual < 0 ? -1 : table.unit(database, actual);
        return unit < 0 ? "" : table.declaredNode(unit).toString();
    }

    private static int shard(@Nullable ShardingStrategy strategy, String text, ColumnKeys keys) {
        if (strategy == null) {
            return 0;
        }
        int shard = PlacedKeyAlgorithm.shard(strategy.algorithm(), text, keys);
        return shard < strategy.algorithm().shardCount() ? shard : ShardingAlgorithm.NOWHERE;
    }
}
