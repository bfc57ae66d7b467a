package io.shardkit.rule;

import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.KeyGenerator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Declares how one table is sharded, within {@link ShardingRuleBuilder#table(String, java.util.function.UnaryOperator)}.
 * Not thread-safe.
 */
public final class TableDeclaration {
    private final String name;
    private final List<Lookup> lookups = new ArrayList<>();
    private final Map<String, String> moved = new LinkedHashMap<>();
    private final List<PlacedKey> placedKeys = new ArrayList<>();
    private String nodes = "";
    private @Nullable StrategySpec database;
    private @Nullable StrategySpec table;
    private @Nullable KeyGeneration keys;
    private @Nullable UniqueKeyChoices uniqueKeys;
    private boolean autoCreate;

    TableDeclaration(String name) {
        this.name = name;
    }

    /**
     * Names the actual tables, in the order in which shards are counted.
     *
     * @param pattern such as {@code ds{0..1}.t_order_{0..3}}: what is in braces is repeated for each number or item, the
     *     last braces fastest; several patterns are separated by commas
     */
    public TableDeclaration nodes(String pattern) {
        this.nodes = pattern;
        return this;
    }

    /**
     * Declares that an actual table lies elsewhere than {@link #nodes} says. It keeps its place in the order of shards, so
     * that no row belongs to another unit.
     *
     * @param node one of the nodes, such as {@code ds0.t_order_3}
     * @param place the data source where it lies, such as {@code ds4}; or, if it has another name there, both, such as
     *     {@code ds1.t_order_3_g2}, which begins with the name in the node. Bound tables have to be moved together
     */
    public TableDeclaration moved(String node, String place) {
        moved.put(node.trim(), place.trim());
        return this;
    }

    /**
     * Places the rows with one value of the sharding column in a unit of its own, instead of where the algorithms would;
     * one column has to decide about both the data source and the table, or about the only one of them that is chosen.
     * Bound tables need the same keys, each with the unit that corresponds. Rows are not moved by this.
     *
     * @param key the value as text, see {@link PlacedKey#key}; 1,000 at most
     * @param unit such as {@code ds4.t_order_vip}: one of {@link #nodes}, or a further actual table
     */
    public TableDeclaration placedKey(String key, String unit) {
        placedKeys.add(new PlacedKey(key, unit));
        return this;
    }

    /** Chooses the data source by a column; needed if the nodes have several data sources, unless tableBy decides alone. */
    public TableDeclaration databaseBy(String column, AlgorithmSpec algorithm) {
        return database(StrategySpec.by(column, algorithm));
    }

    /** Chooses the data source; null, as without this call, for the default strategy, if there is one. */
    public TableDeclaration database(@Nullable StrategySpec strategy) {
        this.database = strategy;
        return this;
    }

    /**
     * Chooses the table by a column: among those of the data source that was chosen, or among all nodes if nothing chooses
     * the data source.
     */
    public TableDeclaration tableBy(String column, AlgorithmSpec algorithm) {
        return table(StrategySpec.by(column, algorithm));
    }

    /** Chooses the table, see {@link #tableBy}; null for the default strategy, if there is one. */
    public TableDeclaration table(@Nullable StrategySpec strategy) {
        this.table = strategy;
        return this;
    }

    /** Fills a column with generated keys when an INSERT leaves it out. */
    public TableDeclaration generateKeys(String column, KeyGenerator generator) {
        this.keys = new KeyGeneration(column, generator);
        return this;
    }

    /** Creates an actual table that is not there, like the others, when the first row for it comes. */
    public TableDeclaration autoCreate() {
        this.autoCreate = true;
        return this;
    }

    /**
     * Keeps a table with the values of a column, each of which may be there once: a global unique index.
     *
     * @param column no sharding column
     * @param other a table that is sharded by that column alone, or a single one
     */
    public TableDeclaration lookup(String column, String other) {
        return lookup(new Lookup(column, other, false));
    }

    /** Keeps a lookup table; see {@link #lookup(String, String)}. */
    public TableDeclaration lookup(Lookup lookup) {
        lookups.add(lookup);
        return this;
    }

    /** Chooses for the unique keys that lack a sharding column, and for columns that each database counts by itself. */
    public TableDeclaration uniqueKeys(UniqueKeyChoices choices) {
        this.uniqueKeys = choices;
        return this;
    }

    List<Lookup> lookups() {
        return lookups;
    }

    @Nullable UniqueKeyChoices uniqueKeys() {
        return uniqueKeys;
    }

    /** Makes the algorithms over the targets that the nodes give; a default strategy goes where there are several. */
    TableRule rule(@Nullable StrategySpec anyDatabase, @Nullable StrategySpec anyTable) {
        String place = TableBuilder.nodesProperty(name);
        if (nodes.isBlank()) {
            throw new ShardingConfigurationException(ErrorCode.EMPTY_NODE_PATTERN, place, "it is missing");
        }
        TableTargets targets = TableTargets.of(nodes, place);
        StrategySpec ofDatabase = chosen(database, anyDatabase, targets.hasSeveralDataSources());
        boolean several = ofDatabase == null ? targets.hasSeveralTables() : targets.hasSeveralOnOneDataSource();
        StrategySpec ofTable = chosen(table, anyTable, several);
        ShardingStrategy databaseStrategy = ofDatabase == null ? null : ofDatabase.over(targets.databases());
        ShardingStrategy tableStrategy = ofTable == null
                ? null
                : ofDatabase == null ? ofTable.over(targets.allTables()) : besideDatabases(ofTable, targets);
        MissingTable growth = autoCreate
                ? MissingTable.CREATED
                : ofTable != null && ofTable.isOfPeriods() ? MissingTable.AWAITED : MissingTable.FIXED;
        return new TableRule(name, nodes, databaseStrategy, tableStrategy, keys, growth, moved, placedKeys);
    }

    private static @Nullable StrategySpec chosen(
            @Nullable StrategySpec own, @Nullable StrategySpec any, boolean several) {
        StrategySpec chosen = own == null && several ? any : own;
        return chosen == StrategySpec.NONE ? null : chosen;
    }

    /** Chooses among the tables of a data source that was chosen: by position, or by name where names differ. */
    private static ShardingStrategy besideDatabases(StrategySpec strategy, TableTargets targets) {
        try {
            ShardingStrategy byPosition = strategy.over(targets.tablesOfEach());
            // The number of shards of an algorithm that was not made for these targets says what it chooses from.
            boolean named = strategy.ignoresTargets()
                    && !targets.hasEverywhere(byPosition.algorithm().shardCount());
            return named ? byPosition.choosingNames() : byPosition;
        } catch (TableTargets.NamesDiffer names) {
            return strategy.over(targets.tableNames()).choosingNames();
        }
    }
}
