package io.shardkit.rule;

import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Expands the data nodes of tables, one by one, and checks that their strategies tell them apart. Not thread-safe. */
final class TableBuilder {
    private final List<String> dataSources;
    private final SettingNames names;
    private final Map<String, Nodes> byShape = new HashMap<>();
    private final Map<Layout, Layout> layouts = new HashMap<>();
    private final Map<Layout, Optional<UnitGrid>> cells = new HashMap<>();

    TableBuilder(List<String> dataSources, SettingNames names) {
        this.names = names;
        this.dataSources = dataSources;
    }

    /**
     * The expansion of a pattern.
     *
     * @param prefix the common prefix of the actual table names
     * @param counts the number of actual tables on each data source, in declared order
     */
    private record Nodes(Layout layout, String prefix, Map<Integer, Integer> counts) {}

    /** The property with the data nodes of a table. */
    static String nodesProperty(String table) {
        return "sharding.tables." + table + ".actual-data-nodes";
    }

    RoutedTable build(String name, TableRule rule, int bindingGroup) {
        String property = nodesProperty(name);
        Nodes nodes = nodes(rule.actualDataNodes(), property);
        int sources = nodes.counts().size();
        int perSource = nodes.counts().values().iterator().next();
        ShardingStrategy database = rule.databaseStrategy();
        ShardingStrategy table = rule.tableStrategy();
        String tableProperty = "sharding.tables." + name;
        UnitGrid cells = null;
        int tableShards;
        if (database != null || sources == 1) {
            checkAxis(database, sources, tableProperty + ".database-strategy");
            boolean named = table != null && table.byName();
            cells = named ? cells(nodes.layout()) : null;
            tableShards = cells == null ? perSource : cells.width();
            if (!named) {
                checkEven(nodes, property, table != null);
            }
            checkAxis(table, tableShards, tableProperty + ".table-strategy");
        } else {
            if (table == null
                    || nodes.layout().endings().size() != nodes.layout().size()) {
                throw missing(tableProperty + ".database-strategy", sources + " data sources");
            }
            tableShards = nodes.layout().size();
            checkAxis(table, tableShards, tableProperty + ".table-strategy");
        }
        RoutedTable built = new RoutedTable(
                name,
                dataSources,
                nodes.layout(),
                nodes.prefix(),
                tableShards,
                cells,
                database,
                table,
                rule.keyGeneration(),
                bindingGroup,
                rule.growth());
        if (rule.growth() != MissingTable.FIXED && table == null) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    tableProperty + ".auto-create",
                    "no table-strategy chooses among actual tables, some of which could come later");
        }
        EmbeddedShards.check(built, tableProperty);
        UnreachableUnits.warn(built, rule.placedKeys(), names);
        RoutedTable placed = PlacedKeys.in(built, rule.placedKeys(), dataSources);
        if (rule.growth() == MissingTable.CREATED && placed.schemas().size() > 0) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    tableProperty + ".auto-create",
                    "tables are created in the schema of the connections only, and its nodes name another one");
        }
        Layout layout = MovedUnits.layout(name, placed.layout(), placed.prefix(), rule.moved(), dataSources);
        return placed.laidOut(dataSources, shared(layout));
    }

    /** Returns the cells of a layout; tables that are laid out alike share the same object. */
    private @Nullable UnitGrid cells(Layout layout) {
        return cells.computeIfAbsent(layout, each -> Optional.ofNullable(UnitGrid.of(each)))
                .orElse(null);
    }

    /** A number says the same table on each data source only if all have as many. */
    private void checkEven(Nodes nodes, String property, boolean hasTableStrategy) {
        Set<Integer> numbers = Set.copyOf(nodes.counts().values());
        if (numbers.size() == 1) {
            return;
        }
        String counts = nodes.counts().entrySet().stream()
                .map(each -> dataSources.get(each.getKey()) + " has " + each.getValue())
                .collect(Collectors.joining(", "));
        throw new ShardingConfigurationException(
                ErrorCode.SHARD_COUNT_MISMATCH,
                property,
                "each data source needs the same number of tables, as "
                        + (hasTableStrategy
                                ? "the algorithm of table-strategy chooses them by number; "
                                : "nothing chooses among them without a table-strategy; ")
                        + counts + ". Let one that names them, such as inline or interval, choose, or leave"
                        + " database-strategy out, so that table-strategy chooses among all of them");
    }

    /** Patterns that differ only in how the names of tables begin, as they mostly do, are expanded once. */
    private Nodes nodes(String pattern, String property) {
        NodePattern.Shape shape = NodePattern.shape(pattern);
        if (shape == null) {
            return expand(pattern, property);
        }
        Nodes known = byShape.get(shape.rest());
        if (known == null) {
            Nodes own = expand(pattern, property);
            String common = own.prefix().substring(shape.beginning().length());
            known = new Nodes(own.layout(), common, own.counts());
            byShape.put(shape.rest(), known);
        }
        return new Nodes(known.layout(), shape.beginning() + known.prefix(), known.counts());
    }

    private Nodes expand(String pattern, String property) {
        Map<Integer, List<String>> bySource = new LinkedHashMap<>();
        Set<String> all = new HashSet<>();
        for (String full : NodePattern.expand(pattern, property)) {
            if (!all.add(full)) {
                throw new ShardingConfigurationException(ErrorCode.DUPLICATE_TABLE, property, full + " is there twice");
            }
            int dot = ActualName.dot(full, property);
            int source = DataSourceNumber.of(full.substring(0, dot), dataSources, property);
            bySource.computeIfAbsent(source, each -> new ArrayList<>()).add(full.substring(dot + 1));
        }
        List<String> tables = bySource.values().stream().flatMap(List::stream).toList();
        Map<Integer, Integer> counts = new LinkedHashMap<>();
        bySource.forEach((source, part) -> counts.put(source, part.size()));
        int[] sources = bySource.entrySet().stream()
                .flatMapToInt(part -> part.getValue().stream().mapToInt(each -> part.getKey()))
                .toArray();
        String prefix = Layout.prefix(tables);
        return new Nodes(shared(Layout.of(sources, tables, prefix)), prefix, counts);
    }

    private Layout shared(Layout layout) {
        Layout known = layouts.putIfAbsent(layout, layout);
        return known == null ? layout : known;
    }

    private static void checkAxis(@Nullable ShardingStrategy strategy, int targets, String property) {
        if (strategy == null) {
            if (targets > 1) {
                throw missing(property, targets + " targets");
            }
        } else if (strategy.columns().size() > 1 && !(strategy.algorithm() instanceof ComplexShardingAlgorithm)) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    property + ".algorithm",
                    "the columns " + strategy.columns()
                            + " need an algorithm for several columns, of type complex-inline or a bean of type"
                            + " ComplexShardingAlgorithm");
        } else if (strategy.algorithm().shardCount() != targets) {
            throw new ShardingConfigurationException(
                    ErrorCode.SHARD_COUNT_MISMATCH,
                    property,
                    "the algorithm has " + strategy.algorithm().shardCount() + " shards, and there are " + targets
                            + " targets");
        }
    }

    private static ShardingConfigurationException missing(String property, String between) {
        return new ShardingConfigurationException(
                ErrorCode.MISSING_SHARDING_COLUMN, property, "it is missing, and there are " + between);
    }
}
