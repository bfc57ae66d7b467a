package io.shardkit.console;

import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the actual tables in the SQL that was sent to the data sources. Thread-safe. */
final class ActualNames {
    private static final int MOST_KEPT = 4_096;

    /** The rule whose tables these are. */
    final ShardingRule rule;

    private final Map<String, Set<String>> tables = new HashMap<>();
    private final Map<String, Set<String>> known = new ConcurrentHashMap<>();

    ActualNames(ShardingRule rule) {
        this.rule = rule;
        for (ShardedTable table : rule.shardedTables()) {
            for (DataNode node : table.nodes()) {
                tables.computeIfAbsent(node.dataSourceName(), none -> new LinkedHashSet<>())
                        .add(last(node.table()).toLowerCase(Locale.ROOT));
            }
        }
    }

    /** The name without the schema. */
    static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The units that a text reaches, as {@code dataSource.table}. */
    Set<String> in(String dataSource, String sql) {
        String key = dataSource + ' ' + sql;
        Set<String> units = known.get(key);
        if (units == null) {
            units = found(dataSource, sql);
            if (known.size() < MOST_KEPT) {
                known.put(key, units);
            }
        }
        return units;
    }

    private Set<String> found(String dataSource, String sql) {
        Set<String> own = tables.getOrDefault(dataSource, Set.of());
        Set<String> found = new LinkedHashSet<>();
        int i = 0;
        while (i < sql.length()) {
            char c = sql.charAt(i);
            if (c == '\'') {
                int end = sql.indexOf('\'', i + 1);
                i = end < 0 ? sql.length() : end + 1;
            } else if (Character.isJavaIdentifierStart(c)) {
                int start = i;
                while (i < sql.length() && Character.isJavaIdentifierPart(sql.charAt(i))) {
                    i++;
                }
                String word = sql.substring(start, i).toLowerCase(Locale.ROOT);
                if (own.contains(word)) {
                    found.add(dataSource + '.' + word);
                }
            } else {
                i++;
            }
        }
        return found;
    }
}
