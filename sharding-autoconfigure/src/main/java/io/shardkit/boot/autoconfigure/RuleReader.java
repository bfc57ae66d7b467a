package io.shardkit.boot.autoconfigure;

import io.shardkit.algorithm.Targets;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;

/** From the properties to the rule. What is wrong is reported under the property that the user wrote. */
final class RuleReader {
    private static final String TABLES = "sharding.tables";

    private final ShardingProperties properties;
    private final List<String> dataSources;
    private final Map<String, ShardingProperties.Table> tables;
    private final Algorithms algorithms;
    private final KeyGenerators keyGenerators;

    RuleReader(ShardingProperties properties, Environment environment, ListableBeanFactory beans) {
        this.properties = properties;
        this.dataSources =
                List.copyOf(WrittenKeys.arrange(environment, OnShardingDataSources.PROPERTY, properties.dataSources())
                        .keySet());
        this.tables = WrittenKeys.arrange(environment, TABLES, properties.tables());
        this.algorithms =
                new Algorithms(WrittenKeys.arrange(environment, Algorithms.PROPERTY, properties.algorithms()), beans);
        this.keyGenerators = new KeyGenerators(
                WrittenKeys.arrange(environment, KeyGenerators.PROPERTY, properties.keyGenerators()), beans);
    }

    ShardingRule read() {
        ShardingRuleBuilder rule = ShardingRuleBuilder.over(dataSources);
        algorithms.checkAll();
        tables.forEach((name, table) -> rule.table(tableRule(name, table)));
        bind(rule);
        each(properties.broadcastTables(), "sharding.broadcast-tables", (name, property) -> rule.broadcast(name));
        each(properties.singleTables(), "sharding.single-tables", (name, property) -> single(rule, name, property));
        String home = properties.defaultDataSource();
        if (home != null) {
            rule.defaultDataSource(home.trim());
        }
        return rule.build();
    }

    private TableRule tableRule(String name, ShardingProperties.Table table) {
        String path = TABLES + "." + name;
        String nodes = table.actualDataNodes();
        if (nodes == null || nodes.isBlank()) {
            throw new ShardingConfigurationException(
                    ErrorCode.EMPTY_NODE_PATTERN, path + ".actual-data-nodes", "it is missing");
        }
        String property = path + ".actual-data-nodes";
        NodeCount count = NodeCount.of(nodes);
        ShardingStrategy database =
                strategy(table.databaseStrategy(), path + ".database-strategy", count.databases(property));
        ShardingStrategy tableStrategy =
                strategy(table.tableStrategy(), path + ".table-strategy", count.tables(property, database != null));
        return new TableRule(name, nodes, database, tableStrategy, keyGeneration(table.keyGenerateStrategy(), path));
    }

    private @Nullable ShardingStrategy strategy(
            ShardingProperties.@Nullable Strategy strategy, String path, Targets targets) {
        if (strategy == null) {
            return null;
        }
        String column =
                required(strategy.shardingColumn(), ErrorCode.MISSING_SHARDING_COLUMN, path + ".sharding-column");
        String property = path + ".algorithm";
        String algorithm = required(strategy.algorithm(), ErrorCode.UNKNOWN_ALGORITHM, property);
        return new ShardingStrategy(column, algorithms.named(algorithm, property, targets));
    }

    private @Nullable KeyGeneration keyGeneration(ShardingProperties.@Nullable KeyGenerate keyGenerate, String path) {
        if (keyGenerate == null) {
            return null;
        }
        String strategy = path + ".key-generate-strategy";
        String column = required(keyGenerate.column(), ErrorCode.INVALID_SETTING, strategy + ".column");
        String property = strategy + ".generator";
        String generator = required(keyGenerate.generator(), ErrorCode.UNKNOWN_KEY_GENERATOR, property);
        return new KeyGeneration(column, keyGenerators.named(generator, property));
    }

    private static String required(@Nullable String value, ErrorCode code, String property) {
        if (value == null || value.isBlank()) {
            throw new ShardingConfigurationException(code, property, "it is missing");
        }
        return value.trim();
    }

    private void bind(ShardingRuleBuilder rule) {
        Set<String> known = new TreeSet<>();
        tables.keySet().forEach(name -> known.add(name.toLowerCase(Locale.ROOT)));
        each(properties.bindingTables(), "sharding.binding-tables", (group, property) -> {
            List<String> names =
                    Stream.of(group.split(",", -1)).map(String::trim).toList();
            for (String name : names) {
                if (!known.contains(name.toLowerCase(Locale.ROOT))) {
                    throw new ShardingConfigurationException(
                            ErrorCode.BINDING_MISMATCH, property, "'" + name + "' is not one of the tables " + known);
                }
            }
            // A list written without quotes around the group arrives as groups of one, which would bind nothing
            if (names.size() < 2) {
                throw new ShardingConfigurationException(
                        ErrorCode.BINDING_MISMATCH,
                        property,
                        "the group has one table; write the tables of a group in one list element, as in [\"a, b\"]");
            }
            rule.bind(names);
        });
    }

    private static void single(ShardingRuleBuilder rule, String name, String property) {
        int dot = name.indexOf('.');
        if (dot <= 0 || dot == name.length() - 1 || name.indexOf('.', dot + 1) >= 0) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, property, "'" + name + "' is not of the form data-source.table");
        }
        rule.single(name.substring(0, dot).trim(), name.substring(dot + 1));
    }

    private interface ElementReader {
        void read(String element, String property);
    }

    /** Reads a list; what the rule refuses is reported under the element's own property. */
    private static void each(List<String> elements, String property, ElementReader reader) {
        for (int i = 0; i < elements.size(); i++) {
            String path = property + "[" + i + "]";
            String element = elements.get(i).trim();
            if (element.isEmpty()) {
                throw new ShardingConfigurationException(ErrorCode.INVALID_SETTING, path, "it is empty");
            }
            try {
                reader.read(element, path);
            } catch (ShardingConfigurationException e) {
                throw new ShardingConfigurationException(e.errorCode(), path, e.detail(), e);
            }
        }
    }
}
