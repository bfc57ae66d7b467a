package io.shardkit.move.alter;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.UniqueKeyChoice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds columns and keys that a changed table may not have, as its rows are placed and found by them. */
public final class KeyProblems {
    private KeyProblems() {}

    /**
     * Returns what a table may not be altered in, in words.
     *
     * @param before its columns
     * @param after its columns when it is altered
     */
    public static List<String> of(ShardMap rule, RoutedTable table, List<Column> before, List<Column> after) {
        List<String> problems = new ArrayList<>();
        needed(rule, table).forEach((name, use) -> {
            Column column = named(name, before);
            Column altered = named(name, after);
            if (column != null && altered == null) {
                problems.add("column " + name + " is " + use + ", and would not be there any more");
            } else if (column != null && altered != null && !areAlike(column, altered)) {
                problems.add("column " + name + " is " + use + ", and rows would be looked for elsewhere if it were "
                        + altered.definition() + " instead of " + column.definition()
                        + ": move the rows to a rule with another column");
            }
        });
        return problems;
    }

    private static Map<String, String> needed(ShardMap rule, RoutedTable table) {
        Map<String, String> needed = new LinkedHashMap<>();
        KeyGeneration keys = table.keyGeneration();
        if (keys != null) {
            needed.put(keys.column(), "a column whose keys are generated");
        }
        for (Lookup each : rule.lookups(table.name())) {
            needed.put(each.column(), "the column of the lookup table " + each.table());
        }
        table.strategies().forEach(strategy -> {
            if (strategy.alsoBy() != null) {
                needed.put(strategy.alsoBy(), "a column whose values hold the shard");
            }
        });
        table.shardingColumns().forEach(name -> needed.put(name, "a sharding column"));
        return needed;
    }

    private static @Nullable Column named(String name, List<Column> columns) {
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static boolean areAlike(Column before, Column after) {
        boolean areNumbers = before.keyType() == KeyType.INTEGER && after.keyType() == KeyType.INTEGER;
        return areNumbers
                || (before.keys().equals(after.keys()) && before.textOrder().equals(after.textOrder()));
    }

    /** Returns the unique keys of a table that the rule cannot keep unique, and for which nothing is chosen, in words. */
    public static List<String> unchosen(ShardMap after, String name, List<Column> columns, List<UniqueKey> uniqueKeys) {
        RoutedTable table = after.shardedTable(name);
        if (table == null) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
        for (ShardingStrategy strategy : table.strategies()) {
            for (Column column : columns) {
                String problem =
                        strategy.columns().equals(List.of(column.name())) ? strategy.misplaced(column.keys()) : null;
                if (problem != null) {
                    problems.add("table " + name + ": " + problem);
                }
            }
        }
        for (UniqueKey key : uniqueKeys) {
            boolean isCounted = columns.stream()
                    .filter(column -> key.columns().contains(column.name()))
                    .anyMatch(column -> column.filling().kind() == Filling.Kind.COUNTER);
            if (!after.keepsUnique(table, key.columns())
                    && table.choice(key.columns(), key.exact() ? null : key.name(), isCounted)
                            == UniqueKeyChoice.REFUSE) {
                problems.add("table " + name + ": the unique key " + key.name() + " " + key.columns()
                        + " lacks a sharding column of the wanted rule, by which its values may repeat on different"
                        + " shards: choose check or accept for it (sharding.tables." + name
                        + ".unique-keys), or give its column a key generator or a lookup table");
            }
        }
        return problems;
    }
}
