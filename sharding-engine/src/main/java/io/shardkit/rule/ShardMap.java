package io.shardkit.rule;

import io.shardkit.keygen.KeyGenerator;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The engine's side of a {@link ShardingRule}: what planning, routing and execution ask about tables. Data sources are
 * numbers here, their positions in {@link #dataSources()}. Immutable.
 */
@API(status = API.Status.INTERNAL)
public final class ShardMap implements ShardingRule {
    private final List<String> dataSources;
    private final Map<String, RoutedTable> shardedTables;
    private final Set<String> broadcastTables;
    private final Map<String, Integer> singleTables;
    private final int defaultDataSource;
    private final ActualTables actualTables;
    private final Map<String, KeyGeneration> keysOfOthers;
    private final Map<String, List<Lookup>> lookups;
    private final Set<String> lookupTables;
    private final SettingNames names;
    private final Map<Integer, Set<String>> schemas = new HashMap<>();

    ShardMap(
            List<String> dataSources,
            Map<String, RoutedTable> shardedTables,
            Set<String> broadcastTables,
            Map<String, Integer> singleTables,
            int defaultDataSource,
            ActualTables actualTables,
            Map<String, KeyGeneration> keysOfOthers,
            Map<String, List<Lookup>> lookups,
            SettingNames names) {
        this.names = names;
        this.dataSources = List.copyOf(dataSources);
        this.shardedTables = Map.copyOf(shardedTables);
        this.broadcastTables = Set.copyOf(broadcastTables);
        this.singleTables = Map.copyOf(singleTables);
        this.defaultDataSource = defaultDataSource;
        this.actualTables = actualTables;
        this.keysOfOthers = Map.copyOf(keysOfOthers);
        this.lookups = Map.copyOf(lookups);
        this.lookupTables = lookups.values().stream()
                .flatMap(List::stream)
                .map(Lookup::table)
                .collect(Collectors.toUnmodifiableSet());
        for (RoutedTable table : this.shardedTables.values()) {
            if (table.schemas().isEmpty()) {
                continue;
            }
            for (int unit = 0; unit < table.unitCount(); unit++) {
                String schema = ActualName.schema(table.actualTable(unit));
                if (schema != null) {
                    schemas.computeIfAbsent(table.dataSource(unit), source -> new TreeSet<>())
                            .add(schema);
                }
            }
        }
    }

    /** A rule as the engine sees it. */
    public static ShardMap of(ShardingRule rule) {
        return (ShardMap) rule;
    }

    @Override
    public List<String> dataSources() {
        return dataSources;
    }

    /** Returns the names of settings for messages about this rule. */
    public SettingNames names() {
        return names;
    }

    @Override
    public @Nullable RoutedTable shardedTable(String name) {
        return shardedTables.get(name.toLowerCase(Locale.ROOT));
    }

    /** Returns true if each data source has a full copy of the table. */
    public boolean isBroadcast(String name) {
        return broadcastTables.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Returns true if the table is neither sharded nor broadcast; such a table lives on one data source. */
    public boolean isSingle(String name) {
        return shardedTable(name) == null && !isBroadcast(name);
    }

    /** Returns true if the name is that of a sharded table's actual table and not a logical one. */
    public boolean isActualTable(String name) {
        return isSingle(name) && hasActualTable(name);
    }

    /** Returns true if a sharded table has an actual table of that name, which may be the logical name as well. */
    public boolean hasActualTable(String name) {
        return !actualTables.owners(name).isEmpty();
    }

    /** The sharded tables that have an actual table of that name: several if it is used on several data sources. */
    public List<RoutedTable> tablesOfActual(String name) {
        return actualTables.owners(name);
    }

    /** The data source of a table that is neither sharded nor broadcast; the default one if it was not declared. */
    public int dataSourceOfSingle(String name) {
        return singleTables.getOrDefault(name.toLowerCase(Locale.ROOT), defaultDataSource);
    }

    /** Returns true if the table is declared and neither sharded nor broadcast. */
    public boolean isDeclaredSingle(String name) {
        return singleTables.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /** The column of a table that is not sharded which is filled when an INSERT leaves it out, or null. */
    public @Nullable KeyGeneration keyGenerationOfUnsharded(String name) {
        return keysOfOthers.isEmpty() ? null : keysOfOthers.get(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public Map<String, KeyGeneration> keyGenerationsOfUnsharded() {
        return keysOfOthers;
    }

    /** Returns the key generators for tables of the rule, each once. */
    public Set<KeyGenerator> keyGenerators() {
        Set<KeyGenerator> generators = new LinkedHashSet<>();
        for (RoutedTable table : tables()) {
            KeyGeneration keys = table.keyGeneration();
            if (keys != null) {
                generators.add(keys.generator());
            }
        }
        keysOfOthers.values().forEach(keys -> generators.add(keys.generator()));
        return generators;
    }

    @Override
    public List<Lookup> lookups(String table) {
        return lookups.isEmpty() ? List.of() : lookups.getOrDefault(table.toLowerCase(Locale.ROOT), List.of());
    }

    /**
     * Returns true if no two rows of a table get equal values in the columns of a unique key, in whatever units, without
     * any choice for the key: such rows lie in one unit, or a key generator or a lookup table keeps a column unique.
     *
     * @param columns in lower case
     */
    public boolean keepsUnique(RoutedTable table, Collection<String> columns) {
        KeyGeneration keys = table.keyGeneration();
        return table.placesTogether(columns)
                || (keys != null && columns.contains(keys.column()))
                || lookups(table.name()).stream().anyMatch(lookup -> columns.contains(lookup.column()));
    }

    /** Returns true if the table is the lookup table of another table. */
    public boolean isLookupTable(String name) {
        return !lookupTables.isEmpty() && lookupTables.contains(name.toLowerCase(Locale.ROOT));
    }

    /** A single table as one whose only unit it is itself. */
    public RoutedTable singleAsUnit(String name) {
        String table = name.toLowerCase(Locale.ROOT);
        int dataSource = dataSourceOfSingle(table);
        Layout layout = Layout.of(new int[] {dataSource}, List.of(table), table);
        return new RoutedTable(table, dataSources, layout, table, 1, null, null, null, null, -1, MissingTable.FIXED);
    }

    /** The schemas, other than that of its connections, in which a data source has actual tables. */
    public Set<String> schemas(int dataSource) {
        return schemas.getOrDefault(dataSource, Set.of());
    }

    /** Returns true if a table may get more actual tables later. */
    public boolean grows() {
        return shardedTables.values().stream().anyMatch(table -> table.growth() != MissingTable.FIXED);
    }

    /**
     * The same rule, in which some tables have those of their units only that are there.
     *
     * @param present for the name of each such table its units that are there, at least one
     * @param missing is told of statements that look for rows in others
     */
    public ShardMap only(Map<String, BitSet> present, MissingTables missing) {
        Map<String, RoutedTable> tables = new LinkedHashMap<>();
        shardedTables.forEach((name, table) -> {
            BitSet units = present.get(name);
            tables.put(name, units == null ? table : table.only(units, missing));
        });
        ActualTables actual = new ActualTables(tables.values());
        return new ShardMap(
                dataSources,
                tables,
                broadcastTables,
                singleTables,
                defaultDataSource,
                actual,
                keysOfOthers,
                lookups,
                names);
    }

    /** The same rule with other tables. */
    ShardMap with(
            Map<String, RoutedTable> sharded,
            Set<String> broadcast,
            Map<String, Integer> singles,
            Map<String, List<Lookup>> ofTables) {
        return new ShardMap(
                dataSources,
                sharded,
                broadcast,
                singles,
                defaultDataSource,
                new ActualTables(sharded.values()),
                keysOfOthers,
                ofTables,
                names);
    }

    /** The same rule over other data sources, its own among them, with sharded tables that lie on those. */
    ShardMap over(List<String> others, Map<String, RoutedTable> sharded) {
        Map<String, Integer> singles = new HashMap<>(singleTables);
        singles.replaceAll((name, dataSource) -> others.indexOf(dataSources.get(dataSource)));
        return new ShardMap(
                others,
                sharded,
                broadcastTables,
                singles,
                others.indexOf(dataSources.get(defaultDataSource)),
                new ActualTables(sharded.values()),
                keysOfOthers,
                lookups,
                names);
    }

    /** The same rule with other keys where there are any. */
    ShardMap keyedBy(UnaryOperator<KeyGeneration> other) {
        Map<String, RoutedTable> tables = new LinkedHashMap<>(shardedTables);
        tables.replaceAll((name, table) ->
                table.keyGeneration() == null ? table : table.keyedBy(other.apply(table.keyGeneration())));
        Map<String, KeyGeneration> others = new HashMap<>(keysOfOthers);
        others.replaceAll((name, keys) -> other.apply(keys));
        return new ShardMap(
                dataSources,
                tables,
                broadcastTables,
                singleTables,
                defaultDataSource,
                new ActualTables(tables.values()),
                others,
                lookups,
                names);
    }

    /** The lookup tables of all tables, by table. */
    Map<String, List<Lookup>> allLookups() {
        return lookups;
    }

    /** Returns true if the rule has only one data source and configures no table. */
    public boolean passesThrough() {
        return dataSources.size() == 1
                && shardedTables.isEmpty()
                && broadcastTables.isEmpty()
                && keysOfOthers.isEmpty()
                && lookups.isEmpty();
    }

    @Override
    public String defaultDataSource() {
        return dataSources.get(defaultDataSource);
    }

    /** Returns the number of the data source of undeclared tables. */
    public int home() {
        return defaultDataSource;
    }

    /** The tables of a table's binding group, itself among them. */
    public List<RoutedTable> boundWith(RoutedTable table) {
        return shardedTables.values().stream()
                .filter(each -> each.bindingGroup() == table.bindingGroup())
                .toList();
    }

    @Override
    public List<Set<String>> boundTables() {
        Map<Integer, Set<String>> groups = new TreeMap<>();
        tables().forEach(table -> groups.computeIfAbsent(table.bindingGroup(), group -> new TreeSet<>())
                .add(table.name()));
        return groups.values().stream()
                .filter(group -> group.size() > 1)
                .map(Collections::unmodifiableSet)
                .toList();
    }

    @Override
    public List<ShardedTable> shardedTables() {
        return shardedTables.values().stream()
                .sorted(Comparator.comparing(ShardedTable::name))
                .map(ShardedTable.class::cast)
                .toList();
    }

    /** All sharded tables. */
    public Collection<RoutedTable> tables() {
        return shardedTables.values();
    }

    @Override
    public Set<String> broadcastTables() {
        return broadcastTables;
    }

    @Override
    public Map<String, String> singleTables() {
        return singleTables.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> dataSources.get(each.getValue())));
    }

    /** The declared single tables and the numbers of their data sources. */
    public Map<String, Integer> singles() {
        return singleTables;
    }
}
