package io.shardkit.rule;

import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.EmbeddingKeyGenerator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gives a table units for single keys, as further shards of its strategies: each strategy that there is has an algorithm
 * which places those keys first. A further unit stands after those of the nodes. Beside a database strategy it is a cell
 * of its data source and of a table shard that no other unit has, so that no other key gets there.
 */
final class PlacedKeys {
    /** More of them are an algorithm, which a list of values can be. */
    static final int MOST = 1_000;

    private final RoutedTable table;
    private final String property;

    /** From a unit as it is declared to its number, those of the nodes first. */
    private final Map<String, Integer> units = new LinkedHashMap<>();

    private final List<Integer> sources = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    private PlacedKeys(RoutedTable table) {
        this.table = table;
        property = property(table.name());
        table.declaredNodes().forEach(node -> add(node.toString(), node.dataSource(), node.table()));
    }

    private static String property(String table) {
        return "sharding.tables." + table + ".placed-keys";
    }

    /**
     * Returns a table with units for these keys.
     *
     * @param table without such keys, none of whose units has moved
     */
    static RoutedTable in(RoutedTable table, List<PlacedKey> keys, List<String> dataSources) {
        return keys.isEmpty() ? table : new PlacedKeys(table).with(keys, dataSources);
    }

    private RoutedTable with(List<PlacedKey> keys, List<String> dataSources) {
        checkStrategies();
        if (keys.size() > MOST) {
            throw invalid(keys.size() + " keys, and a table has " + MOST
                    + " at most: let an algorithm place them, such as list for some values, or one of your own");
        }
        Map<String, Integer> unitOfKey = new LinkedHashMap<>();
        // In whatever order they are declared, the units are numbered alike.
        keys.stream().sorted(Comparator.comparing(PlacedKey::key)).forEach(each -> {
            String unit = each.unit().trim();
            if (!units.containsKey(unit)) {
                int dot = ActualName.dot(unit, property);
                int source = DataSourceNumber.of(unit.substring(0, dot), dataSources, property);
                add(unit, source, unit.substring(dot + 1));
            }
            if (unitOfKey.put(each.key(), units.getOrDefault(unit, -1)) != null) {
                throw invalid("the key '" + each.key() + "' is there twice");
            }
        });
        return placed(unitOfKey);
    }

    private void add(String unit, int source, String name) {
        units.put(unit, units.size());
        sources.add(source);
        names.add(name);
    }

    /** One value has to say where a row is, and nothing else may say it. */
    private void checkStrategies() {
        List<ShardingStrategy> strategies = table.strategies();
        boolean byOneColumn = strategies.size() == 1
                && strategies.get(0).columns().size() == 1
                && !(strategies.get(0).algorithm() instanceof ComplexShardingAlgorithm);
        if (!byOneColumn) {
            throw invalid("they need one sharding column that decides alone, and rows of " + table.name()
                    + " are placed by "
                    + (strategies.isEmpty()
                            ? "none, as it has one actual table"
                            : table.shardingColumns().isEmpty()
                                    ? "hints"
                                    : strategies.stream().anyMatch(each -> each.columns()
                                                    .isEmpty())
                                            ? table.shardingColumns() + " and hints"
                                            : table.shardingColumns() + " by several strategies or together")
                    + ": let both strategies have the same sharding-column, or one of them decide, or leave"
                    + " placed-keys out");
        }
        KeyGeneration generation = table.keyGeneration();
        boolean embedded = Stream.of(table.databaseStrategy(), table.tableStrategy())
                .anyMatch(strategy -> strategy != null && strategy.alsoBy() != null);
        if (embedded || (generation != null && generation.generator() instanceof EmbeddingKeyGenerator)) {
            throw invalid("rows of " + table.name() + " are found by the shard in the low bits of a key as well, which"
                    + " is the one that the algorithm chose when the key was made: rows with placed keys would not be"
                    + " found by it. Leave also-by and the embedding key generator out, or placed-keys");
        }
    }

    private RoutedTable placed(Map<String, Integer> unitOfKey) {
        int nodes = table.unitCount();
        int further = units.size() - nodes;
        int databases = table.databaseStrategy() == null ? 1 : table.databaseShards();
        int tables = table.tableShards();
        boolean both = table.databaseStrategy() != null && table.tableStrategy() != null;
        Map<Integer, Integer> databaseOfSource = new HashMap<>();
        int[] databaseOfUnit = new int[units.size()];
        int[] tableOfUnit = new int[units.size()];
        for (int unit = 0; unit < nodes; unit++) {
            databaseOfUnit[unit] = table.databaseShard(unit);
            tableOfUnit[unit] = table.tableShard(unit);
            databaseOfSource.put(sources.get(unit), databaseOfUnit[unit]);
        }
        for (int unit = nodes; unit < units.size(); unit++) {
            if (both) {
                Integer database = databaseOfSource.putIfAbsent(sources.get(unit), databases);
                databaseOfUnit[unit] = database == null ? databases++ : database;
            } else if (table.databaseStrategy() != null) {
                databaseOfUnit[unit] = databases++;
            }
            if (table.tableStrategy() != null) {
                tableOfUnit[unit] = tables++;
            }
        }
        UnitGrid cells = table.cells();
        if (both && further > 0) {
            int[] cellOfUnit = new int[units.size()];
            for (int unit = 0; unit < cellOfUnit.length; unit++) {
                cellOfUnit[unit] = databaseOfUnit[unit] * tables + tableOfUnit[unit];
            }
            cells = UnitGrid.some(tables, databases * tables, cellOfUnit);
        }
        String prefix = Layout.prefix(names);
        Layout layout = Layout.of(sources.stream().mapToInt(Integer::intValue).toArray(), names, prefix);
        List<String> unitNames = List.copyOf(units.keySet());
        return table.placing(
                layout,
                prefix,
                tables,
                cells,
                placing(table.databaseStrategy(), databases, unitOfKey, databaseOfUnit),
                placing(table.tableStrategy(), tables, unitOfKey, tableOfUnit),
                unitOfKey.entrySet().stream()
                        .map(each -> new PlacedKey(each.getKey(), unitNames.get(each.getValue())))
                        .toList(),
                further);
    }

    private static @Nullable ShardingStrategy placing(
            @Nullable ShardingStrategy strategy, int shards, Map<String, Integer> unitOfKey, int[] shardOfUnit) {
        if (strategy == null) {
            return null;
        }
        Map<String, Integer> shardOfKey = new HashMap<>(unitOfKey);
        shardOfKey.replaceAll((key, unit) -> shardOfUnit[unit]);
        return strategy.with(new PlacedKeyAlgorithm(strategy.algorithm(), shards, shardOfKey));
    }

    /** Returns true if two tables have the same keys, in units of the same numbers. */
    static boolean areAlike(RoutedTable one, RoutedTable other) {
        return unitOfKey(one).equals(unitOfKey(other));
    }

    private static Map<String, Integer> unitOfKey(RoutedTable table) {
        if (table.placedKeys().isEmpty()) {
            return Map.of();
        }
        Map<String, Integer> units = new HashMap<>();
        table.declared().declaredNodes().forEach(node -> units.put(node.toString(), units.size()));
        Map<String, Integer> unitOfKey = new HashMap<>();
        table.placedKeys().forEach(each -> unitOfKey.put(each.key(), units.get(each.unit())));
        return unitOfKey;
    }

    private ShardingConfigurationException invalid(String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, property, why);
    }
}
