package io.shardkit.rule;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Expands one table's data nodes and checks that its strategies tell them apart. */
final class TableBuilder {
    private final List<String> dataSources;
    private final TableRule rule;

    TableBuilder(List<String> dataSources, TableRule rule) {
        this.dataSources = dataSources;
        this.rule = rule;
    }

    ShardedTable build(String name, int bindingGroup) {
        String property = ShardingRuleBuilder.nodesProperty(name);
        Map<Integer, List<DataNode>> bySource = new LinkedHashMap<>();
        for (String full : NodePattern.expand(rule.actualDataNodes(), property)) {
            DataNode node = node(full, property);
            bySource.computeIfAbsent(node.dataSource(), source -> new ArrayList<>())
                    .add(node);
        }
        List<DataNode> nodes = bySource.values().stream().flatMap(List::stream).toList();
        int perSource = bySource.values().iterator().next().size();
        ShardingStrategy database = rule.databaseStrategy();
        ShardingStrategy table = rule.tableStrategy();
        String tableProperty = "sharding.tables." + name;
        if (database != null || bySource.size() == 1) {
            for (List<DataNode> part : bySource.values()) {
                if (part.size() != perSource) {
                    throw new ShardingConfigurationException(
                            ErrorCode.SHARD_COUNT_MISMATCH,
                            property,
                            "each data source needs the same number of tables; "
                                    + part.get(0).dataSourceName() + " has " + part.size() + ", another " + perSource);
                }
            }
            checkAxis(database, bySource.size(), tableProperty + ".database-strategy");
            checkAxis(table, perSource, tableProperty + ".table-strategy");
        } else {
            if (table == null || nodes.stream().map(DataNode::table).distinct().count() != nodes.size()) {
                throw missing(tableProperty + ".database-strategy", bySource.size() + " data sources");
            }
            checkAxis(table, nodes.size(), tableProperty + ".table-strategy");
        }
        return new ShardedTable(name, nodes, perSource, database, table, rule.keyGeneration(), bindingGroup);
    }

    private DataNode node(String full, String property) {
        int dot = full.indexOf('.');
        if (dot <= 0 || dot == full.length() - 1 || full.indexOf('.', dot + 1) >= 0) {
            throw new ShardingConfigurationException(
                    ErrorCode.EMPTY_NODE_PATTERN, property, "'" + full + "' is not of the form data-source.table");
        }
        String dataSource = full.substring(0, dot);
        int number = ShardingRuleBuilder.number(dataSources, dataSource, property);
        return new DataNode(number, dataSource, full.substring(dot + 1));
    }

    private static void checkAxis(@Nullable ShardingStrategy strategy, int targets, String property) {
        if (strategy == null) {
            if (targets > 1) {
                throw missing(property, targets + " targets");
            }
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
