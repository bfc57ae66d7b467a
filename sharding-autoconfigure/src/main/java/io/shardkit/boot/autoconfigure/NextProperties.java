package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.rule.NodePattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/**
 * The properties of the configured rule with those under {@code sharding.next} laid over them. Immutable.
 *
 * @param parts of which the wanted rule is made
 * @param named the properties under {@code sharding} for which there is one under {@code sharding.next}, in lower case
 * @param unsharded the tables that a list under {@code sharding.next} names, in lower case
 */
record NextProperties(RuleProperties parts, Set<String> named, Set<String> unsharded) {
    private static final String ROOT = "sharding.";
    static final String NEXT = "sharding.next";

    static NextProperties of(ShardingProperties.Next next, ShardingProperties properties, Environment environment) {
        Set<String> named = new TreeSet<>();
        RuleProperties now = RuleProperties.of(properties, environment);
        Map<String, ShardingProperties.Table> own = arranged(next.tables(), RuleReader.TABLES, environment, named);
        Set<String> unsharded = new TreeSet<>();
        for (String table : given(next.broadcastTables(), List.of(), "sharding.broadcast-tables", named)) {
            unsharded.add(lower(table));
        }
        for (String table : given(next.singleTables(), List.of(), "sharding.single-tables", named)) {
            unsharded.add(lower(table.substring(table.indexOf('.') + 1)));
        }
        Set<String> sharded = new TreeSet<>();
        own.keySet().forEach(table -> sharded.add(lower(table)));
        Map<String, ShardingProperties.Table> tables = new LinkedHashMap<>(now.tables());
        tables.keySet().removeIf(table -> sharded.contains(lower(table)) || unsharded.contains(lower(table)));
        tables.putAll(own);
        Map<String, ShardingProperties.KeyGenerate> keys = new LinkedHashMap<>(now.keyGenerateStrategies());
        keys.keySet().removeIf(table -> sharded.contains(lower(table)));
        keys.putAll(arranged(next.keyGenerateStrategies(), RuleReader.KEYS, environment, named));
        Map<String, ShardingProperties.Algorithm> algorithms = new LinkedHashMap<>(now.algorithms());
        algorithms.putAll(arranged(next.algorithms(), NamedAlgorithms.PROPERTY, environment, named));
        if (next.defaults() != null) {
            named.add(RuleReader.DEFAULTS);
        }
        return new NextProperties(
                new RuleProperties(
                        properties.dataSourceTemplate() == null
                                ? now.dataSources()
                                : withThoseOf(own.values(), now.dataSources()),
                        tables,
                        Objects.requireNonNullElse(next.defaults(), now.defaults()),
                        given(next.bindingTables(), now.bindingTables(), "sharding.binding-tables", named),
                        without(next.broadcastTables(), now.broadcastTables(), sharded, table -> table),
                        without(
                                next.singleTables(),
                                now.singleTables(),
                                sharded,
                                table -> table.substring(table.indexOf('.') + 1)),
                        keys,
                        algorithms),
                named,
                unsharded);
    }

    /**
     * Returns the tables that are to be as {@code sharding.next} says, in lower case: those that are named there, and those
     * whose strategies or algorithms are.
     */
    Set<String> tables() {
        Set<String> tables = new TreeSet<>(unsharded);
        parts.tables().forEach((name, table) -> {
            if (named.contains(lower(RuleReader.TABLES + "." + name))
                    || isNamed(table.databaseStrategy(), parts.defaults().databaseStrategy())
                    || isNamed(table.tableStrategy(), parts.defaults().tableStrategy())) {
                tables.add(lower(name));
            }
        });
        return tables;
    }

    private boolean isNamed(
            ShardingProperties.@Nullable Strategy own, ShardingProperties.@Nullable Strategy otherwise) {
        ShardingProperties.Strategy strategy = own == null ? otherwise : own;
        return strategy != null
                && ((own == null && named.contains(RuleReader.DEFAULTS))
                        || named.contains(lower(NamedAlgorithms.PROPERTY + "." + strategy.algorithm())));
    }

    private static <T> Map<String, T> arranged(
            Map<String, T> bound, String property, Environment environment, Set<String> named) {
        Map<String, T> arranged = WrittenKeys.arrange(environment, written(property), bound);
        arranged.keySet().forEach(name -> named.add(lower(property + "." + name)));
        return arranged;
    }

    private static List<String> given(
            @Nullable List<String> own, List<String> otherwise, String property, Set<String> named) {
        if (own == null) {
            return otherwise;
        }
        named.add(property);
        return own;
    }

    /** A table that is sharded by the wanted rule need not be taken from a list. */
    private static List<String> without(
            @Nullable List<String> own, List<String> otherwise, Set<String> sharded, UnaryOperator<String> name) {
        return own != null
                ? own
                : otherwise.stream()
                        .filter(each -> !sharded.contains(lower(name.apply(each))))
                        .toList();
    }

    /** Data sources of the template are known by their names in the nodes. */
    private static List<String> withThoseOf(Iterable<ShardingProperties.Table> tables, List<String> known) {
        Set<String> all = new LinkedHashSet<>(known);
        for (ShardingProperties.Table table : tables) {
            all.addAll(NodePattern.dataSources(DataNodes.withoutDollars(table.actualDataNodes())));
            table.placedKeys().forEach(placed -> {
                String unit = placed.unit();
                if (unit != null && unit.indexOf('.') > 0) {
                    all.add(unit.substring(0, unit.indexOf('.')).trim());
                }
            });
        }
        return new ArrayList<>(all);
    }

    private static String lower(String name) {
        return name.trim().toLowerCase(Locale.ROOT);
    }

    private static String written(String property) {
        return NEXT + "." + property.substring(ROOT.length());
    }

    /** Returns a failure of the wanted rule under the property that the user wrote. */
    ShardingConfigurationException asWritten(ShardingConfigurationException failure) {
        String property = failure.property();
        String lower = lower(property);
        boolean isOwn = named.stream()
                .anyMatch(each -> lower.equals(each) || lower.startsWith(each + ".") || lower.startsWith(each + "["));
        ShardingConfigurationException written = new ShardingConfigurationException(
                failure.errorCode(),
                isOwn ? written(property) : property,
                failure.detail() + (isOwn ? "" : ", in the rule that " + NEXT + " asks for"),
                failure);
        return written;
    }
}
