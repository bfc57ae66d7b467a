package io.shardkit.rule;

import io.shardkit.algorithm.ShardingAlgorithm;
import java.sql.SQLException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The engine's side of a {@link ShardedTable}: a logical table and its units, by number. Unit {@code u} is data node
 * {@code u}; nodes that were declared on one data source stand together, in declared order, also those that have moved
 * to another one since. With a table strategy alone its shard is the unit. Beside a database strategy it chooses a
 * position among the tables of each data source, of which all have the same number, and a row's unit is {@code
 * databaseShard * tableShards + tableShard}; or it chooses one of the names that tables have on any data source, and a
 * data source may lack a table of that name.
 */
@API(status = API.Status.INTERNAL)
public final class RoutedTable implements ShardedTable {
    private final String name;
    private final List<String> dataSources;
    private final Layout layout;
    private final String prefix;
    private final int tableShards;
    private final @Nullable UnitGrid cells;
    private final @Nullable ShardingStrategy databaseStrategy;
    private final @Nullable ShardingStrategy tableStrategy;
    private final @Nullable KeyGeneration keyGeneration;
    private final int bindingGroup;
    private final MissingTable growth;
    private final @Nullable RoutedTable declared;
    private final @Nullable MissingTables missing;
    private final UniqueKeyChoices uniqueKeys;
    private final List<PlacedKey> placedKeys;
    private final int furtherUnits;

    /**
     * @param dataSources the names of all data sources
     * @param layout where the units are
     * @param prefix what the names of the actual tables begin with
     * @param tableShards how many tables the table strategy chooses from
     * @param cells where which names are, or null if units count data sources and tables
     * @param growth what it means that an actual table is not there
     */
    RoutedTable(
            String name,
            List<String> dataSources,
            Layout layout,
            String prefix,
            int tableShards,
            @Nullable UnitGrid cells,
            @Nullable ShardingStrategy databaseStrategy,
            @Nullable ShardingStrategy tableStrategy,
            @Nullable KeyGeneration keyGeneration,
            int bindingGroup,
            MissingTable growth) {
        this.name = name;
        this.dataSources = dataSources;
        this.layout = layout;
        this.prefix = prefix;
        this.tableShards = tableShards;
        this.cells = cells;
        this.databaseStrategy = databaseStrategy;
        this.tableStrategy = tableStrategy;
        this.keyGeneration = keyGeneration;
        this.bindingGroup = bindingGroup;
        this.growth = growth;
        this.declared = null;
        this.missing = null;
        this.uniqueKeys = UniqueKeyChoices.NONE;
        this.placedKeys = List.of();
        this.furtherUnits = 0;
    }

    /** A table of which only some actual tables are there. */
    private RoutedTable(RoutedTable declared, Layout layout, UnitGrid cells, MissingTables missing) {
        this.name = declared.name;
        this.dataSources = declared.dataSources;
        this.layout = layout;
        this.prefix = declared.prefix;
        this.tableShards = declared.tableShards;
        this.cells = cells;
        this.databaseStrategy = declared.databaseStrategy;
        this.tableStrategy = declared.tableStrategy;
        this.keyGeneration = declared.keyGeneration;
        this.bindingGroup = declared.bindingGroup;
        this.growth = declared.growth;
        this.declared = declared;
        this.missing = missing;
        this.uniqueKeys = declared.uniqueKeys;
        this.placedKeys = declared.placedKeys;
        this.furtherUnits = declared.furtherUnits;
    }

    /** The same table with other strategies, keys or choices, or in another binding group. */
    private RoutedTable(
            RoutedTable other,
            @Nullable ShardingStrategy databaseStrategy,
            @Nullable ShardingStrategy tableStrategy,
            @Nullable KeyGeneration keyGeneration,
            int bindingGroup,
            UniqueKeyChoices uniqueKeys) {
        this.name = other.name;
        this.dataSources = other.dataSources;
        this.layout = other.layout;
        this.prefix = other.prefix;
        this.tableShards = other.tableShards;
        this.cells = other.cells;
        this.databaseStrategy = databaseStrategy;
        this.tableStrategy = tableStrategy;
        this.keyGeneration = keyGeneration;
        this.bindingGroup = bindingGroup;
        this.growth = other.growth;
        this.declared = other.declared;
        this.missing = other.missing;
        this.uniqueKeys = uniqueKeys;
        this.placedKeys = other.placedKeys;
        this.furtherUnits = other.furtherUnits;
    }

    /** A table with all of its units, laid out in another way, and with units for keys. */
    private RoutedTable(
            RoutedTable other,
            List<String> dataSources,
            Layout layout,
            String prefix,
            int tableShards,
            @Nullable UnitGrid cells,
            @Nullable ShardingStrategy databaseStrategy,
            @Nullable ShardingStrategy tableStrategy,
            List<PlacedKey> placedKeys,
            int furtherUnits) {
        this.name = other.name;
        this.dataSources = dataSources;
        this.layout = layout;
        this.prefix = prefix;
        this.tableShards = tableShards;
        this.cells = cells;
        this.databaseStrategy = databaseStrategy;
        this.tableStrategy = tableStrategy;
        this.keyGeneration = other.keyGeneration;
        this.bindingGroup = other.bindingGroup;
        this.growth = other.growth;
        this.declared = null;
        this.missing = null;
        this.uniqueKeys = other.uniqueKeys;
        this.placedKeys = placedKeys;
        this.furtherUnits = furtherUnits;
    }

    RoutedTable boundBy(int group) {
        return new RoutedTable(this, databaseStrategy, tableStrategy, keyGeneration, group, uniqueKeys);
    }

    RoutedTable by(@Nullable ShardingStrategy database, @Nullable ShardingStrategy table) {
        return new RoutedTable(this, database, table, keyGeneration, bindingGroup, uniqueKeys);
    }

    RoutedTable keyedBy(KeyGeneration keys) {
        return new RoutedTable(this, databaseStrategy, tableStrategy, keys, bindingGroup, uniqueKeys);
    }

    RoutedTable choosing(UniqueKeyChoices choices) {
        return new RoutedTable(this, databaseStrategy, tableStrategy, keyGeneration, bindingGroup, choices);
    }

    /** The same table with all of its units, laid out in another way, over data sources with these names. */
    RoutedTable laidOut(List<String> dataSourceNames, Layout other) {
        return new RoutedTable(
                this,
                dataSourceNames,
                other,
                prefix,
                tableShards,
                declared().cells,
                databaseStrategy,
                tableStrategy,
                placedKeys,
                furtherUnits);
    }

    /**
     * The same table with units for keys.
     *
     * @param keys in alphabetical order, and their units as they were declared
     * @param further how many of the units are none of the nodes: the last ones
     */
    RoutedTable placing(
            Layout all,
            String common,
            int shards,
            @Nullable UnitGrid grid,
            @Nullable ShardingStrategy database,
            @Nullable ShardingStrategy table,
            List<PlacedKey> keys,
            int further) {
        return new RoutedTable(this, dataSources, all, common, shards, grid, database, table, keys, further);
    }

    /** The same table with those of its units only that are there, at least one. */
    RoutedTable only(BitSet units, MissingTables watched) {
        int[] there = units.stream().toArray();
        int[] sources = Arrays.stream(there).map(this::dataSource).toArray();
        List<String> names = Arrays.stream(there).mapToObj(this::actualTable).toList();
        int[] ofUnits = Arrays.stream(there).map(this::cell).toArray();
        return new RoutedTable(
                this,
                Layout.of(sources, names, prefix),
                UnitGrid.some(tableShards, databaseShards() * tableShards, ofUnits),
                watched);
    }

    @Override
    public String name() {
        return name;
    }

    /** The logical name in the letters of the actual tables, if theirs begin with it; else in lower case. */
    public String declaredName() {
        String actual = ActualName.withinSchema(actualTable(0));
        return actual.regionMatches(true, 0, name, 0, name.length()) ? actual.substring(0, name.length()) : name;
    }

    /** Returns the units, by number; each is made when it is asked for. */
    @Override
    public List<DataNode> nodes() {
        return new Nodes();
    }

    /** The units as they were declared: those that have moved stand where they came from. */
    List<DataNode> declaredNodes() {
        return IntStream.range(0, unitCount()).mapToObj(this::declaredNode).toList();
    }

    /** The units of the nodes as they were declared, without the further ones of placed keys. */
    List<DataNode> ownNodes() {
        return declaredNodes().subList(0, unitCount() - furtherUnits);
    }

    @Override
    public List<PlacedKey> placedKeys() {
        return placedKeys;
    }

    /** Returns a unit as it was declared. */
    public DataNode declaredNode(int unit) {
        return node(layout.declaredDataSource(unit), prefix.concat(layout.declaredEnding(unit)));
    }

    private DataNode node(int dataSource, String actual) {
        return new DataNode(dataSource, dataSources.get(dataSource), actual);
    }

    /** Position of the data source where a unit lies in {@link ShardMap#dataSources()}. */
    public int dataSource(int unit) {
        return layout.dataSource(unit);
    }

    /** Returns the first unit on a data source, or -1 if it has none. */
    public int firstUnitOn(int dataSource) {
        for (int unit = 0; unit < unitCount(); unit++) {
            if (dataSource(unit) == dataSource) {
                return unit;
            }
        }
        return -1;
    }

    /** The name of a unit's actual table, with a schema and a dot before it if it is not in that of the connections. */
    public String actualTable(int unit) {
        return prefix.concat(layout.ending(unit));
    }

    Layout layout() {
        return layout;
    }

    String prefix() {
        return prefix;
    }

    /** The schemas that names of actual tables begin with; none if all are in that of the connections. */
    public Set<String> schemas() {
        Set<String> schemas = new TreeSet<>();
        for (int unit = 0; unit < unitCount(); unit++) {
            String schema = ActualName.schema(actualTable(unit));
            if (schema != null) {
                schemas.add(schema);
            }
        }
        return schemas;
    }

    /** Returns the number of units. */
    public int unitCount() {
        return layout.size();
    }

    /** From how many tables the table strategy chooses: those of each data source, different names, or all units. */
    public int tableShards() {
        return tableShards;
    }

    /** From how many data sources the database strategy chooses; 1 if there is no such strategy. */
    public int databaseShards() {
        return databaseStrategy == null ? 1 : databaseStrategy.algorithm().shardCount();
    }

    /** Returns true if a data source has several actual tables of this table. */
    public boolean hasSeveralOnOneDataSource() {
        return unitCount() > layout.dataSourceCount();
    }

    @Nullable UnitGrid cells() {
        return cells;
    }

    @Override
    public @Nullable ShardingStrategy databaseStrategy() {
        return databaseStrategy;
    }

    @Override
    public @Nullable ShardingStrategy tableStrategy() {
        return tableStrategy;
    }

    @Override
    public List<String> shardingColumns() {
        return strategies().stream()
                .flatMap(strategy -> strategy.columns().stream())
                .distinct()
                .toList();
    }

    /** The strategies that there are, the one of the data source first, the same columns once. */
    public List<ShardingStrategy> strategies() {
        List<ShardingStrategy> strategies = new ArrayList<>();
        if (databaseStrategy != null) {
            strategies.add(databaseStrategy);
        }
        if (tableStrategy != null
                && (databaseStrategy == null || !databaseStrategy.columns().equals(tableStrategy.columns()))) {
            strategies.add(tableStrategy);
        }
        return strategies;
    }

    @Override
    public @Nullable KeyGeneration keyGeneration() {
        return keyGeneration;
    }

    @Override
    public UniqueKeyChoices uniqueKeys() {
        return uniqueKeys;
    }

    /**
     * Returns the choice for a unique key that the databases do not keep unique across the actual tables.
     *
     * @param columns in lower case
     * @param name of a key that compares more than its columns, else null
     * @param counted whether the database counts one of the columns on its own
     */
    public UniqueKeyChoice choice(Collection<String> columns, @Nullable String name, boolean counted) {
        return uniqueKeys.of(columns, name, counted);
    }

    /** Returns true if writes look for any unique key on other shards. */
    public boolean checksKeys() {
        return uniqueKeys.checksAny();
    }

    /** Returns true if all unique keys and counted columns may repeat. */
    public boolean acceptsAllKeys() {
        return uniqueKeys.acceptsAll();
    }

    /** Returns true if rows that are equal in these columns, in lower case, always lie in one unit. */
    public boolean placesTogether(Collection<String> columns) {
        return isOneUnit() || choosingApart(columns).isEmpty();
    }

    /** The strategies that may choose different shards for rows which are equal in these columns, in lower case. */
    public List<ShardingStrategy> choosingApart(Collection<String> columns) {
        return Stream.of(Optional.ofNullable(databaseStrategy), Optional.ofNullable(tableStrategy))
                .flatMap(Optional::stream)
                .filter(strategy -> !strategy.isToldBy(columns))
                .toList();
    }

    /** Tables of one group are equal here; an unbound table has a group of its own. */
    public int bindingGroup() {
        return bindingGroup;
    }

    /**
     * The unit of a row, or {@link ShardingAlgorithm#NOWHERE} if the data source has no such table; a shard of an axis
     * without strategy is 0.
     */
    public int unit(int databaseShard, int tableShard) {
        if (cells != null) {
            return cells.unit(databaseShard, tableShard);
        }
        return databaseStrategy == null ? tableShard : databaseShard * tableShards + tableShard;
    }

    /**
     * Returns the distance in units between two neighbouring shards of one strategy while the shard of the other strategy
     * is 0; shard 0 of both is unit 0. Returns 0 if data sources lack some of the tables.
     *
     * @param database true for the database strategy, false for the table strategy
     */
    public int unitsApart(boolean database) {
        return cells != null ? 0 : database ? tableShards : 1;
    }

    /** The shard of the database strategy that a unit belongs to; 0 if there is no such strategy. */
    public int databaseShard(int unit) {
        return databaseStrategy == null ? 0 : cell(unit) / tableShards;
    }

    /** The shard of the table strategy that a unit belongs to; 0 if there is no such strategy. */
    public int tableShard(int unit) {
        return tableStrategy == null ? 0 : cell(unit) % tableShards;
    }

    private int cell(int unit) {
        return cells == null ? unit : cells.cell(unit);
    }

    /** Returns true if all rows of the table are in its only unit. */
    public boolean isOneUnit() {
        return declared().layout.size() == 1;
    }

    @Override
    public MissingTable growth() {
        return growth;
    }

    /** The table with all of its units, those that are not there as well. */
    public RoutedTable declared() {
        return declared == null ? this : declared;
    }

    /**
     * Has actual tables looked for that may have come to be, where some were missing.
     *
     * @throws SQLException as {@link MissingTables#look()} does
     */
    public void lookForMissing() throws SQLException {
        if (missing != null) {
            missing.look();
        }
    }

    /** Returns the exception for a row of these shards if its actual table is declared but does not exist, else null. */
    public @Nullable SQLException missing(int databaseShard, int tableShard) {
        if (declared == null || missing == null) {
            return null;
        }
        int unit = declared.unit(databaseShard, tableShard);
        return unit == ShardingAlgorithm.NOWHERE ? null : missing.missing(name, unit);
    }

    /** The node that shards stand for and that need not exist, for messages. */
    public String nodeName(int databaseShard, int tableShard) {
        if (declared != null) {
            return declared.nodeName(databaseShard, tableShard);
        }
        String source = "";
        String table = "";
        for (int unit = 0; unit < unitCount(); unit++) {
            DataNode node = declaredNode(unit);
            source = databaseShard(unit) == databaseShard ? node.dataSourceName() : source;
            table = tableShard(unit) == tableShard ? node.table() : table;
        }
        return source + "." + table;
    }

    /** Returns true if the column, in lower case, decides or holds the shard of a row. */
    public boolean isShardingColumn(String column) {
        return (databaseStrategy != null && databaseStrategy.isBy(column))
                || (tableStrategy != null && tableStrategy.isBy(column));
    }

    @Override
    public String toString() {
        return name;
    }

    private final class Nodes extends AbstractList<DataNode> implements RandomAccess {
        @Override
        public DataNode get(int unit) {
            return node(dataSource(unit), actualTable(unit));
        }

        @Override
        public int size() {
            return unitCount();
        }
    }
}
