package io.shardkit.move;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the lookup tables that a reshard makes anew, as what they hold is not what the wanted rule has them hold. */
final class RebuiltLookups {
    private RebuiltLookups() {}

    /**
     * Returns for the lookup tables that are made anew, or are none any more by the wanted rule, the tables whose they are.
     * Others hold the same sharding columns by both rules, and so are true by both.
     *
     * @param tables those whose rows move
     * @throws SQLException if one would have to have other columns under its name
     */
    static Map<String, String> of(ShardMap rule, ShardMap wanted, Collection<String> tables) throws SQLException {
        Map<String, String> rebuilt = new TreeMap<>();
        for (String table : tables) {
            List<Lookup> before = rule.lookups(table);
            List<Lookup> after = wanted.lookups(table);
            boolean holdTheSame = columns(rule, table).equals(columns(wanted, table));
            for (Lookup lookup : before) {
                if (!holdTheSame || after.stream().noneMatch(next -> isKept(lookup, next))) {
                    rebuilt.put(lookup.table(), table);
                }
            }
            for (Lookup lookup : after) {
                boolean isMade = !holdTheSame || before.stream().noneMatch(each -> isKept(each, lookup));
                // The entries of a new one that is only written are for the application to make.
                if (!lookup.writeOnly() && isMade) {
                    rebuilt.put(lookup.table(), table);
                }
            }
        }
        for (Map.Entry<String, String> each : rebuilt.entrySet()) {
            check(rule, wanted, each.getKey(), each.getValue());
        }
        return rebuilt;
    }

    /** Returns true if a lookup table stays one; that it was only written so far may mean that it lacks entries. */
    private static boolean isKept(Lookup before, Lookup after) {
        return before.column().equals(after.column())
                && before.table().equals(after.table())
                && (after.writeOnly() || !before.writeOnly());
    }

    private static List<String> columns(ShardMap rule, String table) {
        RoutedTable routed = rule.shardedTable(table);
        return routed == null ? List.of() : routed.shardingColumns();
    }

    /** A table that is not sharded has no name but its own. */
    private static void check(ShardMap rule, ShardMap wanted, String lookup, String table) throws SQLException {
        boolean isOneName = rule.isSingle(lookup)
                && wanted.isSingle(lookup)
                && rule.isLookupTable(lookup)
                && wanted.isLookupTable(lookup)
                && dataSource(rule, lookup).equals(dataSource(wanted, lookup));
        if (isOneName) {
            throw ShardingExceptions.of(
                    ErrorCode.MOVE_REFUSED,
                    "the lookup table " + lookup + " of " + table + " is to be made anew for the wanted rule, and is an"
                            + " ordinary table, of which there can't be another one under the same name: let the wanted rule name"
                            + " another table (sharding.next.tables." + table + ".lookups), or declare it under"
                            + " sharding.tables");
        }
    }

    private static String dataSource(ShardMap rule, String table) {
        return rule.dataSources().get(rule.dataSourceOfSingle(table));
    }
}
