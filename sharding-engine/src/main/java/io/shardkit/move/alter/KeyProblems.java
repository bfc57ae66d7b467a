package io.shardkit.move.alter;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds columns by which rows are placed or found, and that an ALTER TABLE takes away or gives other keys. */
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
                || (before.keys().equals(after.keys())
                        && before.textOrder().equals(after.textOrder()));
    }
}
