package io.shardkit.rule;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * The names of settings in messages: those that the owner of a rule has written. Messages are made with the names of
 * properties; {@link #METHODS} says {@code table t_order, nodes} for {@code sharding.tables.t_order.actual-data-nodes}.
 */
@API(status = API.Status.INTERNAL)
public enum SettingNames {
    /** Properties, as the rule was read from them. */
    PROPERTIES,
    /** Methods of the builders, as the rule was built in Java. */
    METHODS;

    private static final Pattern PROPERTY = Pattern.compile("(?<![\\w.])sharding\\.[a-z][\\w.-]*[\\w]");
    private static final Pattern TABLES = Pattern.compile("sharding\\.tables\\b");
    private static final Pattern PART =
            Pattern.compile("actual-data-nodes|placed-keys|database-strategy|table-strategy|also-by|auto-create"
                    + "|key-generate-strategy\\.generator|key-generate-strategy\\.column|key-generate-strategy"
                    + "|unique-keys|auto-increment");
    private static final Pattern PART_OF_TABLE =
            Pattern.compile(PART.pattern() + "|(?<=\\.)lookups\\.|(?<=\\.)moved\\.");
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("actual-data-nodes", "nodes"),
            Map.entry("placed-keys", "placedKey"),
            Map.entry("database-strategy", "databaseBy"),
            Map.entry("table-strategy", "tableBy"),
            Map.entry("also-by", "alsoBy"),
            Map.entry("auto-create", "autoCreate"),
            Map.entry("key-generate-strategy.generator", "generateKeys"),
            Map.entry("key-generate-strategy.column", "generateKeys"),
            Map.entry("key-generate-strategy", "generateKeys"),
            Map.entry("unique-keys", "uniqueKeys"),
            Map.entry("auto-increment", "uniqueKeys"),
            Map.entry("moved.", "moved "),
            Map.entry("lookups.", "lookup "));
    private static final Map<String, String> OF_RULE = Map.of(
            "sharding.data-sources", "over",
            "sharding.broadcast-tables", "broadcast",
            "sharding.single-tables", "single",
            "sharding.binding-tables", "bind",
            "sharding.default-data-source", "defaultDataSource",
            "sharding.key-generate-strategies", "generateKeys",
            "sharding.unique-keys.without-sharding-column", "uniqueKeys");

    /** The settings beside those of a rule, each as the type and the method that set it. */
    static final Map<String, String> OF_OPTIONS = Map.ofEntries(
            Map.entry("sharding.gather.enabled", "Limits.gatherEnabled"),
            Map.entry("sharding.gather.max-rows", "Limits.gatherMaxRows"),
            Map.entry("sharding.gather.max-bytes", "Limits.gatherMaxBytes"),
            Map.entry("sharding.guard.max-units", "Limits.maxUnits"),
            Map.entry("sharding.guard.max-merged-rows", "Limits.maxMergedRows"),
            Map.entry("sharding.guard.max-offset", "Limits.maxOffset"),
            Map.entry("sharding.guard.writes-without-condition", "Limits.writesWithoutCondition"),
            Map.entry("sharding.guard.timeout", "Limits.timeoutSeconds"),
            Map.entry("sharding.guard.max-waiting", "ShardingOptions.maxWaiting"),
            Map.entry("sharding.unique-keys.upserts", "Limits.upserts"),
            Map.entry("sharding.transaction.cross-source", "ShardingOptions.crossSource"),
            Map.entry("sharding.transaction.lock-timeout", "ShardingOptions.lockTimeout"),
            Map.entry("sharding.transaction.atomic.enabled", "ShardingOptions.atomic"),
            Map.entry("sharding.transaction.atomic.recover-after", "AtomicCommits.recoverAfter"),
            Map.entry("sharding.replicas.without-replica", "ReplicaSettings.withoutReplica"),
            Map.entry("sharding.rule-store", "ShardingOptions.ruleStore"),
            Map.entry("sharding.rule-store.mode", "ShardingOptions.ruleStore"),
            Map.entry("sharding.rule-store.accept", "RuleStore.accept"),
            Map.entry("sharding.algorithms", "Algorithms"),
            Map.entry("sharding.key-generators", "KeyGenerators"),
            Map.entry("sharding.verification", "Verification"));

    /** The message with these names of settings. */
    public String in(String message) {
        return this == PROPERTIES ? message : PROPERTY.matcher(message).replaceAll(SettingNames::place);
    }

    /** The failure with these names of settings in its message; its stack trace, cause and suppressed ones stay. */
    public SQLException in(SQLException failure) {
        return this == PROPERTIES ? failure : ShardingExceptions.retold(failure, this::in);
    }

    /** The failure with these names of settings in its messages and in those of the failures suppressed in it. */
    public ShardingConfigurationException in(ShardingConfigurationException failure) {
        if (this == PROPERTIES) {
            return failure;
        }
        ShardingConfigurationException told =
                ShardingExceptions.retold(failure, setting(failure.property()), setting(failure.detail()), this::in);
        for (Throwable each : failure.getSuppressed()) {
            told.addSuppressed(each instanceof ShardingConfigurationException other ? in(other) : each);
        }
        return told;
    }

    /** The name of a setting of a rule, or a message about it, which may name a part of it alone. */
    public String setting(String written) {
        return this == PROPERTIES
                ? written
                : PART.matcher(in(written)).replaceAll(part -> WORDS.getOrDefault(part.group(), part.group()));
    }

    private static String place(MatchResult match) {
        String property = match.group();
        String option = OF_OPTIONS.get(property);
        if (option != null) {
            return option;
        }
        if (property.equals("sharding.tables")) {
            return "the tables";
        }
        for (Map.Entry<String, String> method : OF_RULE.entrySet()) {
            if (property.startsWith(method.getKey())) {
                return Matcher.quoteReplacement(method.getValue()
                        + property.substring(method.getKey().length()).replace('.', ' '));
            }
        }
        if (!property.startsWith("sharding.tables.")) {
            return Matcher.quoteReplacement(property);
        }
        String ofTable = TABLES.matcher(property).replaceFirst("table").replaceFirst("\\.", " ");
        return Matcher.quoteReplacement(PART_OF_TABLE
                .matcher(ofTable)
                .replaceAll(part -> ", " + WORDS.getOrDefault(part.group(), part.group()))
                .replace("., ", ", "));
    }

    /** The setting that holds the choice for a key of a table. */
    public String key(String table, Collection<String> columns, String name) {
        String only = columns.isEmpty() ? name : String.join(",", columns);
        return this == PROPERTIES
                ? "sharding.tables." + table + ".unique-keys" + (columns.size() > 1 ? "[" + only + "]" : "." + only)
                : "table " + table + ", uniqueKeys " + only;
    }

    /** The settings that make a choice for a key of a table. */
    public String keyChoices(String table, List<String> columns, String name, boolean exact) {
        String column = columns.isEmpty() ? "" : columns.get(0);
        if (this == METHODS) {
            List<String> key = columns.isEmpty() ? List.of(name) : columns;
            String choice = "uniqueKeys(UniqueKeyChoices.NONE.with(List.of(\"" + String.join("\", \"", key) + "\"), ";
            return "Choose by one call for table " + table + ": "
                    + (exact
                            ? choice + "CHECK)) (each write looks for the key on the other shards, and locks it), "
                            : "")
                    + choice + "ACCEPT)) (equal values on different shards are not noticed)"
                    + (exact
                            ? ", lookup(\"" + column + "\", ..) (a lookup table keeps it unique), or generateKeys(\""
                                    + column + "\", ..) (a key generator makes it)"
                            : "")
                    + "; uniqueKeys of the rule chooses for all tables";
        }
        String property = key(table, columns, name);
        return "Choose by one line: "
                + (exact ? property + ": check (each write looks for the key on the other shards, and locks it), " : "")
                + property + ": accept (equal values on different shards are not noticed)"
                + (exact
                        ? ", sharding.tables." + table + ".lookups." + column
                                + ".table (a lookup table keeps it unique), or sharding.tables." + table
                                + ".key-generate-strategy.column: " + column + " (a key generator makes it)"
                        : "")
                + "; sharding.unique-keys.without-sharding-column chooses for all tables";
    }

    /** The settings that make a choice for a column that each database counts by itself. */
    public String counterChoices(String table, String column) {
        String accepted = " (values may repeat, or the servers count in ranges or steps of their own)";
        return this == METHODS
                ? "Choose by one call for table " + table + ": generateKeys(\"" + column
                        + "\", ..) (a key generator fills it), or"
                        + " uniqueKeys(new UniqueKeyChoices(Map.of(), true, UniqueKeyChoice.REFUSE))" + accepted
                : "Choose by one line: sharding.tables." + table + ".key-generate-strategy.column: " + column
                        + " (a key generator fills it), or sharding.tables." + table + ".auto-increment: accept"
                        + accepted;
    }

    /** Says that a key lacks a choice, and the settings that make one. */
    public String keyWithoutChoice(String table, List<String> columns, String name, boolean exact) {
        return "the unique key " + (columns.isEmpty() ? name : columns) + " of " + table
                + ", which lacks a sharding column. " + keyChoices(table, columns, name, exact);
    }

    /** Says that a column lacks a choice that each database counts by itself, and the settings that make one. */
    public String counterWithoutChoice(String table, String column) {
        return "the column " + column + " of " + table + ", which each actual table counts by itself. "
                + counterChoices(table, column);
    }

    /** The setting that declares single tables, each of which is written with its data source and a dot before it. */
    public String singles(List<String> tables) {
        return this == PROPERTIES
                ? "by one line: sharding.single-tables: [ " + String.join(", ", tables) + " ]"
                : "by single(dataSource, table) of the rule: " + String.join(", ", tables);
    }
}
