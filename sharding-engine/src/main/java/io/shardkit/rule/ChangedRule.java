package io.shardkit.rule;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.KeyGenerator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** A rule with one thing declared otherwise, to find out what that would do. Nothing is run by it. */
@API(status = API.Status.INTERNAL)
public final class ChangedRule {
    private ChangedRule() {}

    /** With these tables, and those that they are bound with, bound; null if they are not sharded alike. */
    public static @Nullable ShardMap bound(ShardMap rule, List<RoutedTable> tables) {
        RoutedTable first = tables.get(0);
        Map<String, RoutedTable> sharded = sharded(rule);
        for (RoutedTable table : tables) {
            if (ShardingRuleBuilder.difference(first, table) != null) {
                return null;
            }
            rule.boundWith(table).forEach(each -> sharded.put(each.name(), each.boundBy(first.bindingGroup())));
        }
        return rule.with(sharded, rule.broadcastTables(), rule.singles(), rule.allLookups());
    }

    /** Returns true if the tables could be bound. */
    public static boolean areAlike(RoutedTable one, RoutedTable other) {
        return ShardingRuleBuilder.difference(one, other) == null;
    }

    /** With a table that each data source has a copy of. */
    public static ShardMap broadcast(ShardMap rule, String table) {
        Map<String, RoutedTable> sharded = sharded(rule);
        sharded.remove(table);
        Map<String, Integer> singles = new HashMap<>(rule.singles());
        singles.remove(table);
        Set<String> broadcast = new HashSet<>(rule.broadcastTables());
        broadcast.add(table);
        return rule.with(sharded, broadcast, singles, rule.allLookups());
    }

    /** With a column of a table whose low bits hold the shard of one of its strategies; null if that cannot be. */
    public static @Nullable ShardMap alsoBy(ShardMap rule, RoutedTable table, boolean database, String column) {
        ShardingStrategy ofDatabase = table.databaseStrategy();
        ShardingStrategy ofTable = table.tableStrategy();
        ShardingStrategy changed = database ? ofDatabase : ofTable;
        if (changed == null
                || changed.columns().size() != 1
                || (ofDatabase != null && ofDatabase.alsoBy() != null)
                || (ofTable != null && ofTable.alsoBy() != null)
                || !EmbeddedShards.fits(changed)) {
            return null;
        }
        ShardingStrategy holding = changed.withAlsoBy(column);
        Map<String, RoutedTable> sharded = sharded(rule);
        sharded.put(table.name(), table.by(database ? holding : ofDatabase, database ? ofTable : holding));
        return rule.with(sharded, rule.broadcastTables(), rule.singles(), rule.allLookups());
    }

    /** With a lookup table; null if it cannot be one of that table. */
    public static @Nullable ShardMap lookup(ShardMap rule, String table, Lookup lookup) {
        Map<String, List<Lookup>> lookups = new LinkedHashMap<>(rule.allLookups());
        List<Lookup> own = new ArrayList<>(rule.lookups(table));
        own.add(lookup);
        lookups.put(table, own);
        boolean fits = new Lookups().fits(table, lookup, sharded(rule), rule.broadcastTables());
        return fits && !rule.isLookupTable(table)
                ? rule.with(sharded(rule), rule.broadcastTables(), rule.singles(), lookups)
                : null;
    }

    /**
     * With units in other places. They keep their numbers as shards.
     *
     * @param dataSources the names of all data sources, those of the rule among them, in any order
     * @param moved for the names of tables the places of units: a data source where the unit has the name it was declared
     *     with, or a data source, a dot, and its name there; a unit that comes home has not moved any more
     * @throws ShardingConfigurationException if a data source is unknown, or has a table of that name already, or tables
     *     that are bound have not moved together
     */
    public static ShardMap moved(ShardMap rule, List<String> dataSources, Map<String, Map<Integer, String>> moved) {
        Map<String, RoutedTable> sharded = sharded(rule);
        sharded.replaceAll((name, table) -> MovedUnits.moved(
                table.declared(), rule.dataSources(), dataSources, moved.getOrDefault(name, Map.of())));
        ShardMap changed = rule.over(dataSources, sharded);
        MovedUnits.check(sharded.values());
        changed.singles()
                .forEach((name, dataSource) -> ShardingRuleBuilder.checkNoNode(
                        changed::tablesOfActual, name, dataSource, "sharding.single-tables"));
        Map<Integer, RoutedTable> first = new HashMap<>();
        sharded.values().forEach(table -> {
            RoutedTable other = first.putIfAbsent(table.bindingGroup(), table);
            if (other != null) {
                ShardingRuleBuilder.checkAlike(other, table);
            }
        });
        return changed;
    }

    /** With other generators of keys. */
    public static ShardMap keysOf(ShardMap rule, UnaryOperator<KeyGenerator> other) {
        return rule.keyedBy(keys -> new KeyGeneration(keys.column(), other.apply(keys.generator())));
    }

    /** With keys accepted for which nothing is chosen. */
    public static ShardMap acceptingKeys(ShardMap rule) {
        Map<String, RoutedTable> sharded = sharded(rule);
        sharded.replaceAll((name, table) -> {
            UniqueKeyChoices choices = table.uniqueKeys();
            return choices.otherwise() != UniqueKeyChoice.REFUSE
                    ? table
                    : table.choosing(new UniqueKeyChoices(choices.byKey(), true, UniqueKeyChoice.ACCEPT));
        });
        return rule.with(sharded, rule.broadcastTables(), rule.singles(), rule.allLookups());
    }

    private static Map<String, RoutedTable> sharded(ShardMap rule) {
        Map<String, RoutedTable> tables = new LinkedHashMap<>();
        rule.tables().forEach(table -> tables.put(table.name(), table));
        return tables;
    }
}
