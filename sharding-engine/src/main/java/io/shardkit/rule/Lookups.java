package io.shardkit.rule;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The lookup tables of sharded tables, as they are declared, and what they must be. Not thread-safe. */
final class Lookups {
    private final Map<String, List<Lookup>> byTable = new LinkedHashMap<>();

    /** @return true, always */
    boolean add(String table, Lookup lookup) {
        List<Lookup> own = byTable.computeIfAbsent(table, name -> new ArrayList<>());
        if (own.stream().anyMatch(each -> each.column().equals(lookup.column()))) {
            throw invalid(table, lookup, "the column has two lookup tables");
        }
        return own.add(lookup);
    }

    /** @throws ShardingConfigurationException naming the property that is wrong */
    Map<String, List<Lookup>> checked(Map<String, RoutedTable> sharded, Set<String> broadcast) {
        Set<String> taken = new TreeSet<>();
        byTable.forEach((table, lookups) -> {
            for (Lookup lookup : lookups) {
                String wrong = wrong(table, lookup, sharded, broadcast);
                if (wrong == null && !taken.add(lookup.table())) {
                    wrong = "it is the lookup table of another column";
                }
                if (wrong != null) {
                    throw invalid(table, lookup, "'" + lookup.table() + "': " + wrong);
                }
            }
        });
        return byTable;
    }

    /** Returns true if the lookup table could be a lookup table of the table. */
    boolean fits(String table, Lookup lookup, Map<String, RoutedTable> sharded, Set<String> broadcast) {
        return wrong(table, lookup, sharded, broadcast) == null;
    }

    private @Nullable String wrong(
            String table, Lookup lookup, Map<String, RoutedTable> sharded, Set<String> broadcast) {
        RoutedTable own = sharded.get(table);
        RoutedTable other = sharded.get(lookup.table());
        if (lookup.column().isEmpty() || lookup.table().isEmpty()) {
            return "name a table";
        }
        if (own == null) {
            return table + " is not one of sharding.tables";
        }
        if (own.shardingColumns().isEmpty()
                || own.strategies().stream()
                        .anyMatch(strategy -> strategy.columns().isEmpty())) {
            return "rows of " + table + " are placed by hints, and nothing in them says where they are";
        }
        if (own.isShardingColumn(lookup.column())) {
            return "a sharding column of " + table + " needs no lookup table";
        }
        if (broadcast.contains(lookup.table())) {
            return "a broadcast table cannot be a lookup table";
        }
        if (byTable.containsKey(lookup.table())) {
            return "a table with lookups cannot be a lookup table";
        }
        return other == null || other.shardingColumns().equals(List.of(lookup.column()))
                ? null
                : "a value would have a place for each value of " + other.shardingColumns()
                        + ", and so not be unique; shard it by " + lookup.column() + " alone";
    }

    private static ShardingConfigurationException invalid(String table, Lookup lookup, String why) {
        return new ShardingConfigurationException(
                ErrorCode.INVALID_SETTING, "sharding.tables." + table + ".lookups." + lookup.column() + ".table", why);
    }
}
