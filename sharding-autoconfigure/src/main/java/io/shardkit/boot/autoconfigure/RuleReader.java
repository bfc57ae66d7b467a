package io.shardkit.boot.autoconfigure;

import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.rule.DataNodeNames;
import io.shardkit.rule.Growth;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.rule.UniqueKeyChoices;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;

/** From the properties to the rule. What is wrong is reported under the property that the user wrote. */
final class RuleReader {
    private static final String TABLES = "sharding.tables";
    private static final String DEFAULTS = "sharding.defaults";
    private static final String KEYS = "sharding.key-generate-strategies";

    private final ShardingProperties properties;
    private final Environment environment;
    private final List<String> dataSources;
    private final Map<String, ShardingProperties.Table> tables;
    private final Algorithms algorithms;
    private final KeyGenerators keyGenerators;

    RuleReader(
            ShardingProperties properties,
            Environment environment,
            ListableBeanFactory beans,
            KeyGenerators keyGenerators) {
        this.properties = properties;
        this.environment = environment;
        this.dataSources =
                List.copyOf(WrittenKeys.arrange(environment, OnShardingDataSources.PROPERTY, properties.dataSources())
                        .keySet());
        this.tables = WrittenKeys.arrange(environment, TABLES, properties.tables());
        this.algorithms =
                new Algorithms(WrittenKeys.arrange(environment, Algorithms.PROPERTY, properties.algorithms()), beans);
        this.keyGenerators = keyGenerators;
    }

    ShardingRule read() {
        ShardingRuleBuilder rule = ShardingRuleBuilder.over(dataSources);
        algorithms.checkAll();
        tables.forEach((name, table) -> rule.table(tableRule(name, table)));
        tables.forEach((name, table) -> lookups(rule, name, table));
        tables.forEach((name, table) -> rule.uniqueKeys(name, uniqueKeys(name, table)));
        bind(rule);
        each(properties.broadcastTables(), "sharding.broadcast-tables", (name, property) -> rule.broadcast(name));
        each(properties.singleTables(), "sharding.single-tables", (name, property) -> single(rule, name, property));
        WrittenKeys.arrange(environment, KEYS, properties.keyGenerateStrategies())
                .forEach((table, keys) -> {
                    KeyGeneration generation = keyGeneration(keys, KEYS + "." + table);
                    if (generation != null) {
                        rule.generateKeys(table, generation);
                    }
                });
        String home = properties.defaultDataSource();
        if (home != null) {
            rule.defaultDataSource(home.trim());
        }
        return rule.build();
    }

    private TableRule tableRule(String name, ShardingProperties.Table table) {
        String path = TABLES + "." + name;
        String property = path + ".actual-data-nodes";
        String nodes = table.actualDataNodes();
        if (nodes == null || nodes.isBlank()) {
            throw new ShardingConfigurationException(ErrorCode.EMPTY_NODE_PATTERN, property, "it is missing");
        }
        NodeCount count = NodeCount.of(nodes);
        if (count.nodes() == 0) {
            // What is wrong with the pattern is to be said before what follows from it is said of an algorithm.
            DataNodeNames.tables(nodes, property);
        }
        ShardingProperties.Defaults defaults = properties.defaults();
        Given database = given(
                table.databaseStrategy(),
                defaults.databaseStrategy(),
                path,
                ".database-strategy",
                count.dataSources() > 1);
        ShardingStrategy databaseStrategy = strategy(database, count.databases(property));
        boolean several = databaseStrategy == null ? count.nodes() > 1 : count.hasSeveralOnOneDataSource();
        Given tables = given(table.tableStrategy(), defaults.tableStrategy(), path, ".table-strategy", several);
        ShardingStrategy tableStrategy = databaseStrategy == null
                ? strategy(tables, count.allTables(property))
                : besideDatabases(tables, count, property);
        return new TableRule(
                name, nodes, databaseStrategy, tableStrategy, keyGeneration(table, path), growth(table, tables));
    }

    private static void lookups(ShardingRuleBuilder rule, String name, ShardingProperties.Table table) {
        table.lookups().forEach((column, lookup) -> {
            String property = TABLES + "." + name + ".lookups." + column + ".table";
            String other = required(lookup.table(), ErrorCode.INVALID_SETTING, property);
            rule.lookup(name, new Lookup(column, other, lookup.writeOnly()));
        });
    }

    private UniqueKeyChoices uniqueKeys(String name, ShardingProperties.Table table) {
        UniqueKeyChoice otherwise = properties.uniqueKeys().withoutShardingColumn();
        AutoIncrement counted = table.autoIncrement();
        boolean accepted = counted == null ? otherwise == UniqueKeyChoice.ACCEPT : counted == AutoIncrement.ACCEPT;
        Map<Set<String>, UniqueKeyChoice> byKey = new HashMap<>();
        table.uniqueKeys().forEach((columns, choice) -> {
            Set<String> key =
                    Stream.of(columns.split(",", -1)).map(String::trim).collect(Collectors.toSet());
            if (key.contains("")) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        TABLES + "." + name + ".unique-keys[" + columns + "]",
                        "'" + columns + "' is not a list of columns, separated by commas");
            }
            byKey.put(key, choice);
        });
        return new UniqueKeyChoices(byKey, accepted, otherwise);
    }

    /** The tables of periods come with time. */
    private Growth growth(ShardingProperties.Table table, @Nullable Given strategy) {
        if (table.autoCreate()) {
            return Growth.CREATED;
        }
        return strategy != null && algorithms.isOfPeriods(algorithm(strategy)) ? Growth.AWAITED : Growth.FIXED;
    }

    /** A strategy and the property under which it stands: a table's own, or that of all tables. */
    private record Given(ShardingProperties.Strategy strategy, String path) {}

    /** The table's own strategy; if it has none and there are several targets, the default; null for none. */
    private static @Nullable Given given(
            ShardingProperties.@Nullable Strategy own,
            ShardingProperties.@Nullable Strategy otherwise,
            String table,
            String property,
            boolean several) {
        if (own != null) {
            return own.type() == StrategyType.NONE ? none(own, table + property) : new Given(own, table + property);
        }
        return otherwise == null || !several || otherwise.type() == StrategyType.NONE
                ? null
                : new Given(otherwise, DEFAULTS + property);
    }

    private static @Nullable Given none(ShardingProperties.Strategy own, String path) {
        if (own.shardingColumn() != null
                || !own.shardingColumns().isEmpty()
                || own.algorithm() != null
                || own.alsoBy() != null) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, path + ".type", "'none' goes with neither columns nor an algorithm");
        }
        return null;
    }

    /** What chooses a table of the data source that another strategy chose: by position, or by name where names differ. */
    private @Nullable ShardingStrategy besideDatabases(@Nullable Given given, NodeCount count, String nodes) {
        if (given == null) {
            return null;
        }
        try {
            ShardingStrategy byPosition = made(given, count.tablesOfEach(nodes));
            // A bean was not made for these targets: it says by its number of shards what it chooses from.
            boolean named = !algorithms.isDeclared(algorithm(given))
                    && !(count.even() && byPosition.algorithm().shardCount() == count.tables());
            return named ? byPosition.choosingNames() : byPosition;
        } catch (NodeCount.NamesDiffer names) {
            return made(given, count.namedTables(nodes)).choosingNames();
        }
    }

    private @Nullable ShardingStrategy strategy(@Nullable Given given, Targets targets) {
        return given == null ? null : made(given, targets);
    }

    private ShardingStrategy made(Given given, Targets targets) {
        List<String> columns = columns(given);
        ShardingAlgorithm algorithm =
                algorithms.named(algorithm(given), given.path() + ".algorithm", targets.by(columns));
        String alsoBy = given.strategy().alsoBy();
        return new ShardingStrategy(
                columns, algorithm, false, alsoBy == null || alsoBy.isBlank() ? null : alsoBy.trim());
    }

    private static List<String> columns(Given given) {
        ShardingProperties.Strategy strategy = given.strategy();
        List<String> several = strategy.shardingColumns();
        if (strategy.type() == StrategyType.HINT) {
            if (strategy.shardingColumn() != null || !several.isEmpty()) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING, given.path() + ".type", "'hint' goes without columns");
            }
            return List.of();
        }
        boolean complex = strategy.type() == StrategyType.COMPLEX || (strategy.type() == null && !several.isEmpty());
        if (!complex) {
            if (!several.isEmpty()) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        given.path() + ".sharding-columns",
                        "several columns go with type complex; one column is written as sharding-column");
            }
            return List.of(required(
                    strategy.shardingColumn(), ErrorCode.MISSING_SHARDING_COLUMN, given.path() + ".sharding-column"));
        }
        if (strategy.shardingColumn() != null) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    given.path() + ".sharding-column",
                    "type complex has its columns in sharding-columns");
        }
        List<String> names = several.stream().map(String::strip).toList();
        if (names.isEmpty() || names.contains("") || Set.copyOf(names).size() < names.size()) {
            throw new ShardingConfigurationException(
                    ErrorCode.MISSING_SHARDING_COLUMN,
                    given.path() + ".sharding-columns",
                    names.isEmpty() ? "it is missing" : "it needs different columns, none of them empty");
        }
        return names;
    }

    private static String algorithm(Given given) {
        return required(given.strategy().algorithm(), ErrorCode.UNKNOWN_ALGORITHM, given.path() + ".algorithm");
    }

    private @Nullable KeyGeneration keyGeneration(ShardingProperties.Table table, String path) {
        ShardingProperties.KeyGenerate own = table.keyGenerateStrategy();
        return own == null
                ? keyGeneration(properties.defaults().keyGenerateStrategy(), DEFAULTS + ".key-generate-strategy")
                : keyGeneration(own, path + ".key-generate-strategy");
    }

    private @Nullable KeyGeneration keyGeneration(ShardingProperties.@Nullable KeyGenerate given, String strategy) {
        if (given == null || given.type() == KeyGenerateType.NONE) {
            return null;
        }
        String column = required(given.column(), ErrorCode.INVALID_SETTING, strategy + ".column");
        String property = strategy + ".generator";
        String generator = required(given.generator(), ErrorCode.UNKNOWN_KEY_GENERATOR, property);
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
