package io.shardkit.boot.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A configuration of ShardingSphere 5, or 4, as a whole. Not thread-safe. */
final class ConfigurationImport {
    private static final String DISCOVERY =
            "which server is the primary is not read from elsewhere; name a group's members under !READWRITE_SPLITTING";

    /** The settings that tune the older framework itself. Statements answer the same without them. */
    private static final Set<String> TUNING = Set.of(
            "sqlshow",
            "sqlsimple",
            "kernelexecutorsize",
            "executorsize",
            "acceptorsize",
            "kernelacceptorsize",
            "maxconnectionssizeperquery",
            "systemloglevel",
            "checktablemetadataenabled",
            "checkduplicatetableenabled",
            "loadmetadatabatchsize",
            "loadtablemetadatabatchsize",
            "sqlfederationtype",
            "sqlfederationenabled",
            "sqlfederationmaxquerymemory",
            "groovyinlineexpressionparsingcachemaxsize",
            "agentpluginsenabled",
            "persistschemastorepositoryenabled",
            "instanceconnectionenabled",
            "showprocesslistenabled",
            "querywithciphercolumn",
            "allowrangequerywithinlinesharding",
            "metricsenabled",
            "transactiontimeout");

    /** Of the proxy, or about parsing and logs. */
    private static final String[] WITHOUT_EFFECT = {
        "databaseName", "schemaName", "authority", "sqlParser", "sqlFederation", "logging", "labels", "users"
    };

    private static final Map<String, String> OTHER_RULES = Map.of(
            "dbdiscovery",
            DISCOVERY,
            "databasediscovery",
            DISCOVERY,
            "encrypt",
            "columns are not encrypted",
            "mask",
            "columns are not masked",
            "shadow",
            "there are no shadow databases",
            "sqltranslator",
            "statements are not translated to other databases",
            "globalclock",
            "there is no global clock");

    private final Translation translation = new Translation();
    private final Problems problems;
    private final Predicate<String> isSet;
    private final List<String> broadcastTables = new ArrayList<>();
    private List<String> dataSources = List.of();

    private ConfigurationImport(Problems problems, Predicate<String> isSet) {
        this.problems = problems;
        this.isSet = isSet;
    }

    /**
     * Translates a configuration.
     *
     * @param problems gets what cannot be taken
     * @param isSet whether the application sets a property itself
     */
    static Translation read(Part root, Problems problems, Predicate<String> isSet) {
        ConfigurationImport reading = new ConfigurationImport(problems, isSet);
        if (root instanceof Part.Block block) {
            reading.read(new Fields(Version4.modern(block, problems), "", problems));
        } else {
            problems.add(root.origin(), "", "dataSources and rules are expected");
        }
        return reading.translation;
    }

    private void read(Fields fields) {
        Part.Block sources = fields.block("dataSources");
        Part rules = fields.take("rules");
        ReplicaGroups groups = new ReplicaGroups(List.copyOf(sources.parts().keySet()), problems);
        eachRule(rules, (tag, rule, path) -> {
            if (isOfReplicas(tag)) {
                groups.read(rule, path);
            }
            if (name(tag).equals("broadcast")) {
                new Fields(rule, path, problems)
                        .list("tables")
                        .forEach(each ->
                                broadcastTables.add(String.valueOf(each.text()).strip()));
            }
        });
        dataSources = groups.dataSources();
        new DataSourceImport(translation, problems, groups).read(sources, fields.block("dataSourceCommon"));
        mode(new Fields(fields.block("mode"), "mode", problems));
        props(new Fields(Version4.flat(fields.block("props")), "props", problems));
        transaction(fields.block("transaction"), "transaction");
        eachRule(rules, this::rule);
        fields.ignore(WITHOUT_EFFECT);
        for (String name : new String[] {"sqlTranslator", "globalClock", "encryptors", "shadow"}) {
            fields.refuse(name, "it has no counterpart");
        }
        for (String registry : new String[] {"orchestration", "governance"}) {
            fields.refuse(registry, "rules and states are not read from a registry; write the rules here");
        }
        fields.end("it is not known");
    }

    private void mode(Fields mode) {
        Part.Scalar type = mode.scalar("type");
        if (type != null && String.valueOf(type.text()).strip().equalsIgnoreCase("Cluster")) {
            mode.problem(
                    type,
                    "type",
                    "rules and worker ids of a cluster are kept in its registry, which is not read; remove the mode, and"
                            + " give each process its worker-id");
        }
        mode.ignore("repository", "overwrite");
        mode.end("it is not a part of the mode");
    }

    private void props(Fields props) {
        for (String name : props.names()) {
            String uniform = Part.uniform(name);
            Part.Scalar value = props.scalar(name);
            boolean on = value != null && "true".equalsIgnoreCase(value.text());
            if (uniform.equals("sqlhintenabled") || uniform.equals("sqlcommentparseenabled")) {
                if (on && value != null) {
                    translation.put("true", value.origin(), "hint", "comments");
                }
            } else if (!TUNING.contains(uniform)
                    && !uniform.startsWith("proxy")
                    && !uniform.startsWith("cdc")
                    && !uniform.startsWith("xatransaction")) {
                props.problem(value, name, "it is not known");
            }
        }
    }

    private void transaction(Part.Block block, String path) {
        Fields fields = new Fields(block, path, problems);
        Part.Scalar type = fields.scalar("defaultType");
        String name = type == null ? "LOCAL" : String.valueOf(type.text()).strip();
        if (type != null && name.equalsIgnoreCase("XA")) {
            translation.put("atomic", type.origin(), "transaction", "cross-source");
        } else if (type != null && !name.equalsIgnoreCase("LOCAL")) {
            fields.problem(
                    type,
                    "defaultType",
                    "transactions of type " + type.text() + " are not supported; those over several data sources are"
                            + " as sharding.transaction.cross-source says");
        }
        fields.ignore("providerType", "props");
        fields.end("it is not a part of the transactions");
    }

    /** A list of tagged rules, or, in properties, the rules by name. */
    private void eachRule(@Nullable Part part, RuleReader reader) {
        if (part instanceof Part.Items items) {
            for (int i = 0; i < items.parts().size(); i++) {
                Part rule = items.parts().get(i);
                if (rule instanceof Part.Block block && !block.tag().isEmpty()) {
                    reader.read(block.tag(), block, "rules[" + i + "]");
                } else {
                    problems.add(rule.origin(), "rules[" + i + "]", "a tag such as !SHARDING is expected");
                }
            }
        } else if (part instanceof Part.Block block) {
            block.parts().forEach((name, rule) -> {
                if (rule instanceof Part.Block settings) {
                    reader.read(name, settings, "rules." + name);
                } else {
                    problems.add(rule.origin(), "rules." + name, "its settings are expected below it");
                }
            });
        } else if (part instanceof Part.Scalar scalar && scalar.text() != null) {
            problems.add(part.origin(), "rules", "a list is expected");
        }
    }

    /** Reads one rule. */
    @FunctionalInterface
    private interface RuleReader {
        void read(String tag, Part.Block rule, String path);
    }

    private static String name(String tag) {
        String name = Part.uniform(tag.substring(tag.lastIndexOf('.') + 1)).toLowerCase(Locale.ROOT);
        // !!org.apache.shardingsphere....YamlShardingRuleConfiguration, as the first milestones of version 5 have it.
        return name.replaceFirst("^yaml(.+)ruleconfiguration$", "$1");
    }

    private static boolean isOfReplicas(String tag) {
        return name(tag).equals("readwritesplitting") || name(tag).equals("replicaquery");
    }

    private void rule(String tag, Part.Block rule, String path) {
        String name = name(tag);
        if (isOfReplicas(tag)) {
            // It was read before the data sources.
            return;
        }
        switch (name) {
            case "sharding" ->
                new ShardingRuleImport(translation, problems, dataSources, broadcastTables, isSet).read(rule, path);
            case "broadcast" -> {
                Fields fields = new Fields(rule, path, problems);
                fields.list("tables")
                        .forEach(each -> translation.add(
                                "broadcast-tables", String.valueOf(each.text()).strip(), each.origin()));
                fields.end("it is not a part of !BROADCAST");
            }
            case "single" -> single(new Fields(rule, path, problems));
            case "transaction" -> transaction(rule, path);
            case "authority", "sqlparser", "sqlfederation", "logging", "cache" -> {
                // Of the proxy, or about parsing and logs.
            }
            default -> {
                String why = OTHER_RULES.getOrDefault(name, "the rule is not known");
                problems.add(rule.origin(), path + " !" + tag, why);
                each(rule, path, why);
            }
        }
    }

    /** Names each line below a rule that is not taken. */
    private void each(Part.Block rule, String path, String why) {
        rule.parts().forEach((name, part) -> {
            problems.add(part.origin(), path + "." + name, why);
            if (part instanceof Part.Block block) {
                each(block, path + "." + name, why);
            }
        });
    }

    /** Tables that are named; a star stands for tables that need no declaration. */
    private void single(Fields fields) {
        Part.Scalar home = fields.scalar("defaultDataSource");
        String homeName = dataSources.isEmpty() ? "" : dataSources.get(0);
        if (home != null && !String.valueOf(home.text()).strip().equalsIgnoreCase("RANDOM")) {
            homeName = String.valueOf(home.text()).strip();
            translation.put(homeName, home.origin(), "default-data-source");
        }
        for (Part.Scalar table : fields.list("tables")) {
            String text = String.valueOf(table.text()).strip();
            String[] parts = text.split("\\.", -1);
            String last = parts[parts.length - 1];
            if (last.equals("*")) {
                if (parts.length < 2 || (!parts[0].equals("*") && !parts[0].equals(homeName))) {
                    fields.problem(
                            table,
                            "tables",
                            "'" + text + "' is not a list of tables; name those of another data source than the default"
                                    + " one, as in " + parts[0] + ".t_name");
                }
            } else if (parts.length < 2 || parts.length > 3) {
                fields.problem(table, "tables", "'" + text + "' is not of the form data-source.table");
            } else {
                translation.add("single-tables", parts[0] + "." + last, table.origin());
            }
        }
        fields.end("it is not a part of !SINGLE");
    }
}
