package io.shardkit.rule;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.EmbeddingKeyGenerator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects the parts of a {@link ShardingRule} and checks them together. Not thread-safe. */
public final class ShardingRuleBuilder {
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[.\"`]");
    private static final Pattern OF_PATTERNS = Pattern.compile("[*?{}\\[\\]]");

    private final List<String> dataSources;
    private final Map<String, TableSource> tables = new LinkedHashMap<>();
    private final List<List<String>> bindingGroups = new ArrayList<>();
    private final Set<String> broadcastTables = new HashSet<>();
    private final Map<String, Integer> singleTables = new HashMap<>();
    private final Map<String, KeyGeneration> keysOfOthers = new HashMap<>();
    private final Lookups lookups = new Lookups();

    /** Under which property each table is declared, and how it is written there. */
    private final Map<String, Declared> declared = new HashMap<>();

    private final Map<String, UniqueKeyChoices> uniqueKeys = new HashMap<>();
    private UniqueKeyChoices otherUniqueKeys = UniqueKeyChoices.NONE;
    private @Nullable String defaultDataSource;
    private @Nullable StrategySpec defaultDatabase;
    private @Nullable StrategySpec defaultTable;

    /** Gives a table with its algorithms, where default strategies may be needed for it. */
    private interface TableSource {
        TableRule rule(@Nullable StrategySpec anyDatabase, @Nullable StrategySpec anyTable);
    }

    private record Declared(String written, String property) {}

    private final SettingNames names;

    private ShardingRuleBuilder(List<String> dataSources, SettingNames names) {
        this.names = names;
        if (dataSources.isEmpty()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "sharding.data-sources", "no data source is configured");
        }
        this.dataSources = List.copyOf(dataSources);
    }

    /**
     * Starts a rule over these data sources, in the order in which they are to be taken. What is wrong with it is told by
     * the methods of this builder.
     */
    public static ShardingRuleBuilder over(List<String> dataSources) {
        try {
            return new ShardingRuleBuilder(dataSources, SettingNames.METHODS);
        } catch (ShardingConfigurationException failure) {
            throw SettingNames.METHODS.in(failure);
        }
    }

    /** As {@link #over(List)}, for a front end that reads properties: what is wrong is told by {@code sharding.*}. */
    public static ShardingRuleBuilder ofProperties(List<String> dataSources) {
        return new ShardingRuleBuilder(dataSources, SettingNames.PROPERTIES);
    }

    private <T> T told(Supplier<T> step) {
        try {
            return step.get();
        } catch (ShardingConfigurationException failure) {
            throw names.in(failure);
        }
    }

    /** As {@link #over(List)}. */
    public static ShardingRuleBuilder over(String... dataSources) {
        return over(List.of(dataSources));
    }

    /**
     * Adds a sharded table.
     *
     * @param name the logical name, as statements have it
     * @param declared says how it is sharded
     */
    public ShardingRuleBuilder table(String name, UnaryOperator<TableDeclaration> declared) {
        String key = declare(name, "sharding.tables");
        TableDeclaration table = declared.apply(new TableDeclaration(name));
        tables.put(key, table::rule);
        table.lookups().forEach(lookup -> told(() -> lookups.add(key, lookup)));
        UniqueKeyChoices choices = table.uniqueKeys();
        if (choices != null) {
            uniqueKeys.put(key, choices);
        }
        return this;
    }

    /** Adds a sharded table whose algorithms are made already. */
    public ShardingRuleBuilder table(TableRule table) {
        tables.put(declare(table.name(), "sharding.tables"), (anyDatabase, anyTable) -> table);
        return this;
    }

    /** Chooses the data source for tables on several that declare nothing of their own; null for none. */
    public ShardingRuleBuilder defaultDatabase(@Nullable StrategySpec strategy) {
        this.defaultDatabase = strategy;
        return this;
    }

    /** Chooses the actual table for tables that declare nothing of their own, and have several to choose from; null for none. */
    public ShardingRuleBuilder defaultTable(@Nullable StrategySpec strategy) {
        this.defaultTable = strategy;
        return this;
    }

    /** Binds tables that are sharded alike and are joined by their sharding columns. */
    public ShardingRuleBuilder bind(String... names) {
        return bind(List.of(names));
    }

    /** Binds tables that are sharded alike and are joined by their sharding columns. */
    public ShardingRuleBuilder bind(List<String> names) {
        bindingGroups.add(names.stream().map(ShardingRuleBuilder::lower).toList());
        return this;
    }

    /** Adds tables that have a full copy on each data source. */
    public ShardingRuleBuilder broadcast(String... names) {
        for (String name : names) {
            broadcastTables.add(declare(name, "sharding.broadcast-tables"));
        }
        return this;
    }

    /** Adds a table that lives on one data source only. */
    public ShardingRuleBuilder single(String dataSource, String name) {
        Integer number = number(dataSource, "sharding.single-tables");
        singleTables.put(declare(name, "sharding.single-tables"), number);
        return this;
    }

    /** Fills a column of a broadcast or single table with generated keys; a copy of a row has the key of the others. */
    public ShardingRuleBuilder generateKeys(String table, KeyGeneration keys) {
        String name = name(table, "sharding.key-generate-strategies");
        if (keysOfOthers.putIfAbsent(name, keys) != null) {
            throw names.in(new ShardingConfigurationException(
                    ErrorCode.DUPLICATE_TABLE,
                    "sharding.key-generate-strategies",
                    "'" + table.trim() + "' has a strategy already; upper and lower case make no difference"));
        }
        return this;
    }

    /** Keeps a table with the values of one of a sharded table's columns, each of which may be there once. */
    public ShardingRuleBuilder lookup(String table, Lookup lookup) {
        String key = name(table, "sharding.tables");
        told(() -> lookups.add(key, lookup));
        return this;
    }

    /**
     * Chooses for the unique keys of a sharded table that lack a sharding column, and for its columns that each database
     * counts by itself.
     */
    public ShardingRuleBuilder uniqueKeys(String table, UniqueKeyChoices choices) {
        uniqueKeys.put(name(table, "sharding.tables"), choices);
        return this;
    }

    /** Chooses for all sharded tables for which nothing else is chosen; {@link UniqueKeyChoice#REFUSE} if not called. */
    public ShardingRuleBuilder uniqueKeys(UniqueKeyChoice choice) {
        otherUniqueKeys = UniqueKeyChoices.of(choice);
        return this;
    }

    /** Sets the data source of undeclared tables; the first data source if not called. */
    public ShardingRuleBuilder defaultDataSource(String name) {
        this.defaultDataSource = name;
        return this;
    }

    /**
     * Checks everything and builds the rule.
     *
     * @throws ShardingConfigurationException naming the declaration that is wrong
     */
    public ShardingRule build() {
        return map();
    }

    ShardMap map() {
        return told(this::checked);
    }

    private ShardMap checked() {
        Map<String, Integer> groups = groupNumbers();
        Map<String, RoutedTable> sharded = new LinkedHashMap<>();
        TableBuilder builder = new TableBuilder(dataSources, names);
        for (Map.Entry<String, TableSource> entry : tables.entrySet()) {
            String name = entry.getKey();
            Integer group = groups.get(name);
            int number = group == null ? bindingGroups.size() + sharded.size() : group;
            sharded.put(
                    name,
                    builder.build(name, rule(name, entry.getValue()), number)
                            .choosing(uniqueKeys.getOrDefault(name, otherUniqueKeys)));
        }
        ActualTables actualTables = new ActualTables(sharded.values());
        MovedUnits.check(sharded.values());
        ActualTables.Clash clash = actualTables.clash();
        if (clash != null) {
            throw new ShardingConfigurationException(
                    ErrorCode.DUPLICATE_TABLE,
                    TableBuilder.nodesProperty(clash.table().name()),
                    clash.table().nodes().get(clash.unit()) + " is also a node of "
                            + clash.other().name());
        }
        broadcastTables.forEach(name -> checkNoNode(actualTables::owners, name, null, "sharding.broadcast-tables"));
        singleTables.forEach(
                (name, dataSource) -> checkNoNode(actualTables::owners, name, dataSource, "sharding.single-tables"));
        sharded.keySet().forEach(name -> checkNoNode(actualTables::owners, name, null, "sharding.tables." + name));
        checkBinding(sharded);
        checkKeys();
        int home = defaultDataSource == null ? 0 : number(defaultDataSource, "sharding.default-data-source");
        return new ShardMap(
                dataSources,
                sharded,
                broadcastTables,
                singleTables,
                home,
                actualTables,
                keysOfOthers,
                lookups.checked(sharded, broadcastTables),
                names);
    }

    /**
     * Builds the rule of a table. A failure of an algorithm names its setting; only a property also says which algorithm
     * it is, so otherwise the table's name is added.
     */
    private TableRule rule(String name, TableSource table) {
        try {
            return table.rule(defaultDatabase, defaultTable);
        } catch (ShardingConfigurationException failure) {
            if (names == SettingNames.PROPERTIES || failure.property().startsWith("sharding.")) {
                throw failure;
            }
            throw new ShardingConfigurationException(
                    failure.errorCode(), "table " + name + ", " + failure.property(), failure.detail(), failure);
        }
    }

    /** One name cannot stand for a part of the rows of a sharded table and for another table as well. */
    static void checkNoNode(
            Function<String, List<RoutedTable>> owners, String name, @Nullable Integer dataSource, String property) {
        for (RoutedTable owner : owners.apply(name)) {
            for (int unit = 0; unit < owner.unitCount() && !owner.name().equals(name); unit++) {
                boolean there = dataSource == null || dataSource == owner.dataSource(unit);
                if (there && ActualName.withinSchema(owner.actualTable(unit)).equalsIgnoreCase(name)) {
                    throw new ShardingConfigurationException(
                            ErrorCode.DUPLICATE_TABLE,
                            property,
                            "'" + name + "' is " + owner.nodes().get(unit) + ", an actual table of " + owner.name());
                }
            }
        }
    }

    /** The numbers of the tables' groups; groups that share a table are one, as all of their tables are like that one. */
    private Map<String, Integer> groupNumbers() {
        Map<String, Integer> groups = new HashMap<>();
        for (int i = 0; i < bindingGroups.size(); i++) {
            int number = i;
            for (String name : bindingGroups.get(i)) {
                if (!tables.containsKey(name)) {
                    throw new ShardingConfigurationException(
                            ErrorCode.BINDING_MISMATCH,
                            "sharding.binding-tables",
                            "'" + name + "' is not one of sharding.tables: " + tables.keySet());
                }
                Integer earlier = groups.put(name, number);
                if (earlier != null) {
                    groups.replaceAll((table, group) -> group.equals(earlier) ? number : group);
                }
            }
        }
        return groups;
    }

    private void checkKeys() {
        keysOfOthers.forEach((name, keys) -> {
            String property = "sharding.key-generate-strategies." + name;
            if (tables.containsKey(name)) {
                throw new ShardingConfigurationException(
                        ErrorCode.DUPLICATE_TABLE,
                        property,
                        "'" + name + "' is sharded; set sharding.tables." + name + ".key-generate-strategy");
            }
            if (keys.generator() instanceof EmbeddingKeyGenerator embedding) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        property + ".generator",
                        "it embeds the shard of " + embedding.embeddedColumn() + ", and the table has no shards");
            }
        });
    }

    private void checkBinding(Map<String, RoutedTable> sharded) {
        for (List<String> group : bindingGroups) {
            RoutedTable first = sharded.get(group.get(0));
            for (String name : group) {
                RoutedTable table = sharded.get(name);
                if (first == null || table == null) {
                    continue;
                }
                checkAlike(first, table);
            }
        }
    }

    /** Makes sure that tables can be bound. */
    static void checkAlike(RoutedTable first, RoutedTable table) {
        String difference = difference(first, table);
        if (difference != null) {
            throw new ShardingConfigurationException(
                    ErrorCode.BINDING_MISMATCH,
                    "sharding.binding-tables",
                    first.name() + " and " + table.name() + " differ in " + difference);
        }
    }

    static @Nullable String difference(RoutedTable a, RoutedTable b) {
        if (!PlacedKeys.areAlike(a, b)) {
            return "their placed-keys: rows that are joined have to lie together, so each needs the same keys, in the"
                    + " nodes of the same places or in further tables on the same data sources";
        }
        if (!a.layout().hasDataSourcesOf(b.layout())) {
            return a.layout().isDeclaredAs(b.layout())
                    ? "the data sources to which their actual tables have moved: tables that are bound have to be moved"
                            + " together"
                    : "their data sources or the number of tables in them";
        }
        if (a.growth() != b.growth()) {
            return "auto-create, or whether actual tables may come later";
        }
        if (!Objects.equals(a.cells(), b.cells())) {
            return "which data source lacks which of their tables";
        }
        if (!sameAlgorithm(a.databaseStrategy(), b.databaseStrategy())) {
            return "the algorithm of database-strategy, or its number of columns";
        }
        if (!sameAlgorithm(a.tableStrategy(), b.tableStrategy())) {
            return "the algorithm of table-strategy, or its number of columns";
        }
        return null;
    }

    private static boolean sameAlgorithm(@Nullable ShardingStrategy a, @Nullable ShardingStrategy b) {
        if (a == null || b == null) {
            return a == null && b == null;
        }
        return a.columns().size() == b.columns().size() && a.algorithm().equals(b.algorithm());
    }

    private int number(String dataSource, String property) {
        return told(() -> DataSourceNumber.of(dataSource, dataSources, property));
    }

    /** The name of a table that is declared here for the first time, in whatever way. */
    private String declare(String written, String property) {
        String name = name(written, property);
        Declared before = declared.putIfAbsent(name, new Declared(written.trim(), property));
        if (before != null) {
            throw names.in(new ShardingConfigurationException(
                    ErrorCode.DUPLICATE_TABLE,
                    property.equals("sharding.tables") ? property + "." + written.trim() : property,
                    "'" + written.trim() + "' is declared already, as '" + before.written() + "' under "
                            + before.property()));
        }
        return name;
    }

    /** The name of a table as statements are read; one with a schema or in quotes would be the name of no table. */
    private String name(String written, String property) {
        return told(() -> checkedName(written, property));
    }

    private static String checkedName(String written, String property) {
        String name = lower(written);
        if (OF_PATTERNS.matcher(name).find()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    property,
                    "'" + written.trim() + "' names no table: each table is declared by its name. Tables without"
                            + " a declaration are those of sharding.default-data-source");
        }
        if (NOT_IN_NAMES.matcher(name).find()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    property + "[" + written.trim() + "]",
                    "a table is declared by its name alone, without a schema and without quotes: '"
                            + NOT_IN_NAMES
                                    .matcher(name.substring(name.lastIndexOf('.') + 1))
                                    .replaceAll("")
                            + "'; the schema is the one of the data source's connections");
        }
        return name;
    }

    private static String lower(String name) {
        return name.trim().toLowerCase(Locale.ROOT);
    }
}
