package io.shardkit.boot.imports;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rule {@code !SHARDING}: tables, automatic tables, strategies and what they refer to. Not thread-safe. */
final class ShardingRuleImport {
    private static final String TABLES = "tables";

    private final Translation translation;
    private final Problems problems;
    private final List<String> dataSources;
    private final Set<String> broadcastTables = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private final Predicate<String> isSet;

    /**
     * @param dataSources the names of all, in order
     * @param broadcastTables those that a rule of their own names
     * @param isSet whether the application sets a property itself
     */
    ShardingRuleImport(
            Translation translation,
            Problems problems,
            List<String> dataSources,
            List<String> broadcastTables,
            Predicate<String> isSet) {
        this.broadcastTables.addAll(broadcastTables);
        this.translation = translation;
        this.problems = problems;
        this.dataSources = dataSources;
        this.isSet = isSet;
    }

    /** The default strategies that tables have. */
    private final Set<Part.Block> usedDefaults = new HashSet<>();

    void read(Part.Block rule, String path) {
        Fields fields = new Fields(rule, path, problems);
        AlgorithmImport algorithms = new AlgorithmImport(translation, problems, isSet);
        algorithms.read(fields.block("shardingAlgorithms"));
        KeyGenerationImport keys = new KeyGenerationImport(translation, problems, isSet);
        keys.readGenerators(fields.block("keyGenerators"));
        keys.readDefault(fields.block("defaultKeyGenerateStrategy"));
        AuditImport audits = new AuditImport(problems);
        audits.readAuditors(fields.block("auditors"));
        StrategyImport strategies =
                new StrategyImport(translation, problems, algorithms, fields.text("defaultShardingColumn"));
        Part.Block database = strategies.effective(fields.take("defaultDatabaseStrategy"), null);
        Part.Block table = strategies.effective(fields.take("defaultTableStrategy"), null);
        List<Part.Scalar> broadcast = fields.list("broadcastTables");
        broadcast.forEach(each -> broadcastTables.add(String.valueOf(each.text())));
        fields.block(TABLES).parts().forEach((name, part) -> {
            Fields own = new Fields(block(part, "tables." + name), "tables." + name, problems);
            if (broadcastTables.contains(name)) {
                // Declared here for its keys.
                own.ignore("actualDataNodes");
                keys.write(own, "key-generate-strategies", name);
                own.end("it is not a part of a broadcast table");
                return;
            }
            List<String> nodes = nodes(name, own);
            strategy(strategies, own, "databaseStrategy", database, TABLES, name, "database-strategy");
            Part.Block byTable = strategy(strategies, own, "tableStrategy", table, TABLES, name, "table-strategy");
            Part.Scalar algorithm = byTable == null ? null : StrategyImport.algorithm(byTable);
            if (algorithm != null
                    && algorithms.amount(String.valueOf(algorithm.text())) != null
                    && nodes.stream().anyMatch(node -> numbersRunOn(node, name))) {
                own.problem(
                        algorithm,
                        "tableStrategy",
                        "where the name of the table ends and the number of the actual one begins cannot be told");
            }
            keys.write(own, TABLES, name, "key-generate-strategy");
            audits.read(own, "auditStrategy");
            own.end("it is not a part of a table");
        });
        tellUnused(fields, "defaultDatabaseStrategy", database);
        tellUnused(fields, "defaultTableStrategy", table);
        fields.block("autoTables").parts().forEach((name, part) -> {
            Fields own = new Fields(block(part, "autoTables." + name), "autoTables." + name, problems);
            auto(name, own, algorithms, strategies);
            keys.write(own, TABLES, name, "key-generate-strategy");
            audits.read(own, "auditStrategy");
            own.end("it is not a part of an automatic table");
        });
        bindingTables(fields.take("bindingTables"), fields.path("bindingTables"));
        broadcast.forEach(each -> translation.add("broadcast-tables", String.valueOf(each.text()), each.origin()));
        audits.read(fields, "defaultAuditStrategy");
        // The cache is one of routes.
        fields.ignore("shardingCache", "scalingName", "scaling");
        fields.end("it is not a part of !SHARDING");
    }

    private void tellUnused(Fields fields, String name, Part.@Nullable Block strategy) {
        if (strategy != null && !usedDefaults.contains(strategy)) {
            problems.note(
                    strategy.origin(),
                    fields.path(name),
                    "no table uses it; tables that are not declared are on the default data source");
        }
    }

    private Part.Block block(Part part, String path) {
        if (part instanceof Part.Block block) {
            return block;
        }
        if (!(part instanceof Part.Scalar scalar && scalar.text() == null)) {
            problems.add(part.origin(), path, "its settings are expected below it");
        }
        return new Part.Block("", java.util.Map.of(), part.origin());
    }

    private List<String> nodes(String table, Fields fields) {
        Part.Scalar written = fields.scalar("actualDataNodes");
        if (written == null) {
            // One table of the same name on each data source.
            List<String> everywhere =
                    dataSources.stream().map(source -> source + "." + table).toList();
            translation.put(String.join(", ", everywhere), fields.origin(), TABLES, table, "actual-data-nodes");
            return everywhere;
        }
        try {
            String expression = String.valueOf(written.text());
            List<String> names = NodeExpression.names(expression);
            translation.put(compact(expression, names), written.origin(), TABLES, table, "actual-data-nodes");
            return names;
        } catch (NodeExpression.NotUnderstood e) {
            fields.problem(written, "actualDataNodes", String.valueOf(e.getMessage()));
            return List.of();
        }
    }

    /** Returns true if a digit follows the name of the table in that of the actual one: {@code t1} and {@code t10}. */
    private static boolean numbersRunOn(String node, String table) {
        String actual = node.substring(node.indexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Character.isDigit(table.charAt(table.length() - 1))
                && actual.length() > table.length()
                && actual.startsWith(table.toLowerCase(Locale.ROOT))
                && Character.isDigit(actual.charAt(table.length()));
    }

    /** The expression itself where its ranges mean the same here, else all names. */
    private static String compact(String written, List<String> names) {
        String ours = written.strip().replace("$->{", "{").replace("${", "{");
        boolean alike = Stream.of(ours.split("[{}]", -1))
                .allMatch(part -> part.matches("[^{}\\[\\]()'\"]*") && !part.matches("\\s*0\\d+\\s*\\.\\..*"));
        return alike && !ours.startsWith("<") && !ours.matches(".*\\{\\s*\\d+\\s*}.*") && isAscending(ours)
                ? ours
                : String.join(", ", names);
    }

    private static boolean isAscending(String pattern) {
        java.util.regex.Matcher range = java.util.regex.Pattern.compile("(\\d{1,9})\\s*\\.\\.\\s*(\\d{1,9})")
                .matcher(pattern);
        while (range.find()) {
            if (Integer.parseInt(range.group(1)) > Integer.parseInt(range.group(2))) {
                return false;
            }
        }
        return true;
    }

    private Part.@Nullable Block strategy(
            StrategyImport strategies, Fields table, String name, Part.@Nullable Block otherwise, String... to) {
        Part.Block strategy = strategies.effective(table.take(name), otherwise);
        if (strategy != null) {
            if (strategy.equals(otherwise)) {
                usedDefaults.add(strategy);
            }
            strategies.write(strategy, strategy.equals(otherwise) ? "default strategy" : table.path(name), to);
        }
        return strategy;
    }

    /** Nodes are dealt out to the data sources in turn, and have numbers. */
    private void auto(String table, Fields fields, AlgorithmImport algorithms, StrategyImport strategies) {
        Part.Scalar written = fields.scalar("actualDataSources");
        Part.Block strategy = strategies.effective(fields.take("shardingStrategy"), null);
        List<String> sources = dataSources;
        try {
            sources = written == null ? dataSources : NodeExpression.names(String.valueOf(written.text()));
        } catch (NodeExpression.NotUnderstood e) {
            fields.problem(written, "actualDataSources", String.valueOf(e.getMessage()));
        }
        if (strategy == null) {
            fields.problem(null, "shardingStrategy", "it is missing");
            return;
        }
        strategies.write(strategy, fields.path("shardingStrategy"), TABLES, table, "table-strategy");
        Part.Scalar algorithm = StrategyImport.algorithm(strategy);
        Long amount = algorithm == null
                ? null
                : algorithms.amount(String.valueOf(algorithm.text()).strip());
        if (algorithm != null && amount == null) {
            fields.problem(
                    algorithm,
                    "shardingStrategy",
                    "'" + algorithm.text() + "' does not say how many tables there are; MOD, HASH_MOD, VOLUME_RANGE,"
                            + " BOUNDARY_RANGE and AUTO_INTERVAL do");
        }
        if (amount == null || sources.isEmpty()) {
            return;
        }
        if (amount < 1 || amount > 100_000) {
            fields.problem(algorithm, "shardingStrategy", amount + " tables are not between 1 and 100000");
            return;
        }
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < amount; i++) {
            nodes.add(sources.get(i % sources.size()) + "." + table + "_" + i);
        }
        translation.put(
                String.join(", ", nodes),
                written == null ? fields.origin() : written.origin(),
                TABLES,
                table,
                "actual-data-nodes");
    }

    /** Groups of tables; a group of one binds nothing. */
    private void bindingTables(@Nullable Part part, String path) {
        List<Part> groups = part instanceof Part.Items items ? items.parts() : part == null ? List.of() : List.of(part);
        for (Part each : groups) {
            List<String> names = new ArrayList<>();
            if (each instanceof Part.Scalar scalar && scalar.text() != null) {
                String text = scalar.text().substring(scalar.text().indexOf(':') + 1);
                names.addAll(Stream.of(text.split(",", -1)).map(String::strip).toList());
            } else if (each instanceof Part.Items items) {
                items.parts().forEach(item -> names.add(item instanceof Part.Scalar name ? "" + name.text() : ""));
            } else if (each instanceof Part.Block) {
                problems.add(each.origin(), path, "names of tables between commas are expected");
            }
            if (names.size() > 1) {
                translation.add("binding-tables", String.join(", ", names), each.origin());
            }
        }
    }
}
