package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.StrategySpec;
import io.shardkit.rule.TableDeclaration;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.rule.UniqueKeyChoices;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;

/** From the properties to the rule. What is wrong is reported under the property that the user wrote. */
final class RuleReader {
    static final String TABLES = "sharding.tables";
    static final String DEFAULTS = "sharding.defaults";
    static final String KEYS = "sharding.key-generate-strategies";

    private final ShardingProperties properties;
    private final RuleProperties parts;
    private final NamedAlgorithms algorithms;
    private final KeyGenerators keyGenerators;

    RuleReader(
            ShardingProperties properties,
            RuleProperties parts,
            ListableBeanFactory beans,
            KeyGenerators keyGenerators) {
        this.properties = properties;
        this.parts = parts;
        this.algorithms = new NamedAlgorithms(parts.algorithms(), beans);
        this.keyGenerators = keyGenerators;
    }

    /** Returns the rule that is configured. */
    static ShardingRule configured(
            ShardingProperties properties,
            Environment environment,
            ListableBeanFactory beans,
            KeyGenerators keyGenerators) {
        return new RuleReader(properties, RuleProperties.of(properties, environment), beans, keyGenerators).read();
    }

    /**
     * The rule that is wanted.
     *
     * @param tables that are to be as it has them, also if the configured rule has them alike
     */
    record Wanted(ShardingRule rule, Set<String> tables) {}

    /** Returns the rule that is wanted; null if none is. */
    static @Nullable Wanted next(
            ShardingProperties properties,
            Environment environment,
            ListableBeanFactory beans,
            Supplier<KeyGenerators> keyGenerators) {
        ShardingProperties.Next next = properties.next();
        if (next == null) {
            return null;
        }
        NextProperties overlay = NextProperties.of(next, properties, environment);
        try {
            return new Wanted(
                    new RuleReader(properties, overlay.parts(), beans, keyGenerators.get()).read(), overlay.tables());
        } catch (ShardingConfigurationException failure) {
            throw overlay.asWritten(failure);
        }
    }

    ShardingRule read() {
        ShardingRuleBuilder rule = ShardingRuleBuilder.ofProperties(parts.dataSources());
        algorithms.checkAll();
        ShardingProperties.Defaults defaults = parts.defaults();
        rule.defaultDatabase(strategy(defaults.databaseStrategy(), DEFAULTS + ".database-strategy"))
                .defaultTable(strategy(defaults.tableStrategy(), DEFAULTS + ".table-strategy"));
        parts.tables().forEach((name, table) -> rule.table(name, declared -> declare(declared, name, table)));
        bind(rule);
        each(parts.broadcastTables(), "sharding.broadcast-tables", (name, property) -> rule.broadcast(name));
        each(parts.singleTables(), "sharding.single-tables", (name, property) -> single(rule, name, property));
        parts.keyGenerateStrategies().forEach((table, keys) -> {
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

    private TableDeclaration declare(TableDeclaration declared, String name, ShardingProperties.Table table) {
        String path = TABLES + "." + name;
        declared.nodes(DataNodes.pattern(table.actualDataNodes(), path + ".actual-data-nodes"))
                .database(strategy(table.databaseStrategy(), path + ".database-strategy"))
                .table(strategy(table.tableStrategy(), path + ".table-strategy"));
        table.moved().forEach(declared::moved);
        for (int i = 0; i < table.placedKeys().size(); i++) {
            ShardingProperties.PlacedKey placed = table.placedKeys().get(i);
            String place = path + ".placed-keys[" + i + "]";
            if (placed.key() == null) {
                throw new ShardingConfigurationException(ErrorCode.INVALID_SETTING, place + ".key", "it is missing");
            }
            declared.placedKey(placed.key(), required(placed.unit(), ErrorCode.INVALID_SETTING, place + ".unit"));
        }
        KeyGeneration keys = keyGeneration(table, path);
        if (keys != null) {
            declared.generateKeys(keys.column(), keys.generator());
        }
        if (table.autoCreate()) {
            declared.autoCreate();
        }
        table.lookups().forEach((column, lookup) -> {
            String other = required(lookup.table(), ErrorCode.INVALID_SETTING, path + ".lookups." + column + ".table");
            declared.lookup(new Lookup(column, other, lookup.writeOnly()));
        });
        return declared.uniqueKeys(uniqueKeys(name, table));
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

    /** The strategy of a property; null if there is none. */
    private @Nullable StrategySpec strategy(ShardingProperties.@Nullable Strategy given, String path) {
        if (given == null) {
            return null;
        }
        if (given.type() == StrategyType.NONE) {
            if (given.shardingColumn() != null
                    || !given.shardingColumns().isEmpty()
                    || given.algorithm() != null
                    || given.alsoBy() != null) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING, path + ".type", "'none' goes with neither columns nor an algorithm");
            }
            return StrategySpec.NONE;
        }
        List<String> columns = columns(given, path);
        String property = path + ".algorithm";
        String algorithm = required(given.algorithm(), ErrorCode.UNKNOWN_ALGORITHM, property);
        String alsoBy = given.alsoBy();
        return StrategySpec.by(columns, algorithms.named(algorithm, property))
                .alsoBy(alsoBy == null || alsoBy.isBlank() ? null : alsoBy.trim());
    }

    private static List<String> columns(ShardingProperties.Strategy strategy, String path) {
        List<String> several = strategy.shardingColumns();
        if (strategy.type() == StrategyType.HINT) {
            if (strategy.shardingColumn() != null || !several.isEmpty()) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING, path + ".type", "'hint' goes without columns");
            }
            return List.of();
        }
        boolean complex = strategy.type() == StrategyType.COMPLEX || (strategy.type() == null && !several.isEmpty());
        if (!complex) {
            if (!several.isEmpty()) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        path + ".sharding-columns",
                        "several columns go with type complex; one column is written as sharding-column");
            }
            return List.of(
                    required(strategy.shardingColumn(), ErrorCode.MISSING_SHARDING_COLUMN, path + ".sharding-column"));
        }
        if (strategy.shardingColumn() != null) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    path + ".sharding-column",
                    "type complex has its columns in sharding-columns");
        }
        List<String> names = several.stream().map(String::strip).toList();
        if (names.isEmpty() || names.contains("") || Set.copyOf(names).size() < names.size()) {
            throw new ShardingConfigurationException(
                    ErrorCode.MISSING_SHARDING_COLUMN,
                    path + ".sharding-columns",
                    names.isEmpty() ? "it is missing" : "it needs different columns, none of them empty");
        }
        return names;
    }

    private @Nullable KeyGeneration keyGeneration(ShardingProperties.Table table, String path) {
        ShardingProperties.KeyGenerate own = table.keyGenerateStrategy();
        return own == null
                ? keyGeneration(parts.defaults().keyGenerateStrategy(), DEFAULTS + ".key-generate-strategy")
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
        parts.tables().keySet().forEach(name -> known.add(name.toLowerCase(Locale.ROOT)));
        each(parts.bindingTables(), "sharding.binding-tables", (group, property) -> {
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
