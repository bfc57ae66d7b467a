package io.shardkit.boot.imports;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;

/**
 * Puts a configuration of ShardingSphere 4 into the form of version 5; so is one of version 3 whose YAML is the same. Parts
 * keep their places, and what neither version knows is left for the reader of version 5 to refuse. Not thread-safe.
 */
final class Version4 {
    private static final List<String> ROOTS =
            List.of("shardingRule", "sharding", "masterSlaveRule", "masterslave", "encryptRule", "encrypt");

    private final Problems problems;
    private final Map<String, Part> algorithms = new LinkedHashMap<>();
    private final Map<String, Part> generators = new LinkedHashMap<>();
    private final Map<String, Part> groups = new LinkedHashMap<>();

    /** The name of a group by that of its primary. */
    private final Map<String, String> groupOfPrimary = new LinkedHashMap<>();

    private Version4(Problems problems) {
        this.problems = problems;
    }

    /** The configuration in the form of version 5: itself, unless it is one of version 4. */
    static Part.Block modern(Part.Block root, Problems problems) {
        boolean isOld = root.parts().keySet().stream().anyMatch(name -> ROOTS.stream()
                .anyMatch(old -> Part.uniform(old).equals(Part.uniform(name))));
        return isOld ? new Version4(problems).root(root) : root;
    }

    private Part.Block root(Part.Block root) {
        Fields fields = new Fields(root, "", problems);
        Map<String, Part> rules = new LinkedHashMap<>();
        Part alone = fields.take("masterSlaveRule", "masterslave");
        if (alone instanceof Part.Block block) {
            Fields group = new Fields(block, "masterSlaveRule", problems);
            Part.Scalar name = group.scalar("name");
            group(name == null ? "replicas" : String.valueOf(name.text()).strip(), group);
        }
        move(fields, rules, "encrypt", "encryptRule", "encrypt");
        move(fields, rules, "shadow", "shadowRule");
        Map<String, Part> modern = new LinkedHashMap<>();
        Part sharding = fields.take("shardingRule", "sharding");
        if (sharding instanceof Part.Block block) {
            rules.put("sharding", sharding(new Fields(block, "shardingRule", problems), rules, modern));
        }
        if (!groups.isEmpty()) {
            rules.put("readwrite-splitting", block(Map.of("dataSourceGroups", block(groups))));
        }
        modern.put("rules", block(rules));
        moveRest(fields, modern);
        return new Part.Block("", modern, root.origin());
    }

    private Part sharding(Fields rule, Map<String, Part> rules, Map<String, Part> root) {
        rule.block("masterSlaveRules").parts().forEach((name, part) -> {
            if (part instanceof Part.Block block) {
                Fields group = new Fields(block, rule.path("masterSlaveRules." + name), problems);
                group.ignore("name");
                group(name, group);
            } else {
                problems.add(
                        part.origin(), rule.path("masterSlaveRules." + name), "its settings are expected below it");
            }
        });
        Part.Scalar home = rule.scalar("defaultDataSourceName");
        if (home != null) {
            rules.put("single", block(Map.of("defaultDataSource", home(rule, home))));
        }
        move(rule, rules, "encrypt", "encryptRule");
        // Version 3 has them here.
        move(rule, root, "props", "props");
        rule.ignore("configMap");

        Map<String, Part> tables = new LinkedHashMap<>();
        rule.block("tables")
                .parts()
                .forEach(
                        (name, part) -> tables.put(name, part instanceof Part.Block block ? table(name, block) : part));
        Map<String, Part> modern = new LinkedHashMap<>();
        modern.put("tables", block(tables));
        move(rule, modern, "bindingTables", "bindingTables");
        move(rule, modern, "broadcastTables", "broadcastTables");
        strategy(rule, modern, "defaultDatabaseStrategy", "default_database");
        strategy(rule, modern, "defaultTableStrategy", "default_table");
        Part generator = generator(rule, "defaultKeyGenerator", "defaultKeyGeneratorClassName", "tables");
        if (generator != null) {
            modern.put("defaultKeyGenerateStrategy", generator);
        }
        modern.put("shardingAlgorithms", block(algorithms));
        modern.put("keyGenerators", block(generators));
        rule.end("it is not a part of the sharding rule");
        return new Part.Block("", modern, rule.origin());
    }

    /** Tables that are not declared were those of the primary, where a group has one. */
    private Part.Scalar home(Fields rule, Part.Scalar written) {
        String group = groupOfPrimary.get(String.valueOf(written.text()).strip());
        if (group == null) {
            return written;
        }
        problems.note(
                written.origin(),
                rule.path("defaultDataSourceName"),
                "it is the primary of " + group + ", whose replicas answer reads of its tables too");
        return new Part.Scalar(group, written.origin());
    }

    private void group(String name, Fields written) {
        Map<String, Part> group = new LinkedHashMap<>();
        Part primary = move(written, group, "writeDataSourceName", "masterDataSourceName");
        move(written, group, "readDataSourceNames", "slaveDataSourceNames");
        Part.Scalar className = written.scalar("loadBalanceAlgorithmClassName");
        Part balancer = move(written, group, "loadBalancerName", "loadBalanceAlgorithmType");
        if (className != null && balancer == null) {
            String type = String.valueOf(className.text()).replaceFirst(".*[.]", "");
            group.put(
                    "loadBalancerName",
                    new Part.Scalar(
                            type.startsWith("RoundRobin") ? "ROUND_ROBIN" : type.startsWith("Random") ? "RANDOM" : type,
                            className.origin()));
        }
        // Settings of the load balancer: its types have none.
        written.ignore("configMap", "props");
        written.end("it is not a part of a group of a master and its slaves");
        groups.put(name, new Part.Block("", group, written.origin()));
        if (primary instanceof Part.Scalar scalar && scalar.text() != null) {
            groupOfPrimary.put(scalar.text().strip(), name);
        }
    }

    private Part table(String name, Part.Block written) {
        Fields fields = new Fields(written, "tables." + name, problems);
        Map<String, Part> table = new LinkedHashMap<>();
        strategy(fields, table, "databaseStrategy", name + "_database");
        strategy(fields, table, "tableStrategy", name + "_table");
        Part generator = generator(fields, "keyGenerator", "keyGeneratorClassName", name);
        if (generator != null) {
            table.put("keyGenerateStrategy", generator);
        }
        Part.Scalar logic = fields.scalar("logicTable");
        if (logic != null && !name.equalsIgnoreCase(String.valueOf(logic.text()).strip())) {
            fields.problem(logic, "logicTable", "the table is called " + name + " above it");
        }
        // DROP INDEX finds the table of an index.
        fields.ignore("logicIndex");
        fields.refuse("encryptor", "columns are not encrypted");
        moveRest(fields, table);
        return new Part.Block("", table, written.origin());
    }

    /** A strategy names its template or class itself: they become an algorithm of that name. */
    private void strategy(Fields from, Map<String, Part> to, String name, String algorithm) {
        Part part = from.take(name);
        if (part == null) {
            return;
        }
        to.put(name, part);
        if (!(part instanceof Part.Block kinds) || kinds.parts().size() != 1) {
            return;
        }
        String kind = Part.uniform(kinds.parts().keySet().iterator().next());
        if (!(kinds.parts().values().iterator().next() instanceof Part.Block block)) {
            return;
        }
        Fields written = new Fields(block, from.path(name) + "." + kind, problems);
        Map<String, Part> strategy = new LinkedHashMap<>();
        move(written, strategy, "shardingColumn", "shardingColumn");
        move(written, strategy, "shardingColumns", "shardingColumns");
        Part expression = written.take("algorithmExpression");
        Part.Scalar className = written.scalar(
                "preciseAlgorithmClassName",
                "algorithmClassName",
                "databaseShardingAlgorithmClassName",
                "tableShardingAlgorithmClassName");
        written.ignore("rangeAlgorithmClassName");
        if (expression != null) {
            algorithms.put(algorithm, algorithm("INLINE", expression, "algorithm-expression", expression));
        } else if (className != null) {
            Part.Scalar type = new Part.Scalar(kind, className.origin());
            algorithms.put(
                    algorithm, algorithm("CLASS_BASED", className, "strategy", type, "algorithmClassName", className));
        }
        if (move(written, strategy, "shardingAlgorithmName", "shardingAlgorithmName") == null
                && !(kind.equals("inline") && expression == null)) {
            strategy.put("shardingAlgorithmName", new Part.Scalar(algorithm, block.origin()));
        }
        moveRest(written, strategy);
        to.put(
                name,
                block(Map.of(kind.equals("inline") ? "standard" : kind, new Part.Block("", strategy, block.origin()))));
    }

    /** An algorithm at the place of one of its parts; its settings are each a name and a part. */
    private static Part algorithm(String type, Part place, Object... settings) {
        Map<String, Part> props = new LinkedHashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            props.put((String) settings[i], (Part) settings[i + 1]);
        }
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("type", new Part.Scalar(type, place.origin()));
        parts.put("props", new Part.Block("", props, place.origin()));
        return new Part.Block("", parts, place.origin());
    }

    /** Returns what fills a column: a generator that the strategy names itself, or, in version 3, its class. */
    private @Nullable Part generator(Fields from, String name, String classNamed, String owner) {
        Part.Block written = from.block(name);
        Fields fields = new Fields(written, from.path(name), problems);
        Map<String, Part> strategy = new LinkedHashMap<>();
        move(fields, strategy, "column", "column");
        move(from, strategy, "column", "keyGeneratorColumnName", "generateKeyColumnName");
        Part.Scalar type = fields.scalar("type");
        Part.Scalar className = from.scalar(classNamed);
        if (type == null && className != null) {
            boolean isSnowflake = String.valueOf(className.text()).endsWith(".DefaultKeyGenerator");
            type = isSnowflake ? new Part.Scalar("SNOWFLAKE", className.origin()) : className;
        }
        Part.Block props = flat(fields.block("props"));
        fields.end("it is not a part of a key generator");
        if (type != null) {
            String kind = String.valueOf(type.text())
                    .strip()
                    .replaceFirst(".*[.]", "")
                    .toLowerCase(Locale.ROOT);
            String generator = props.parts().isEmpty() ? kind : kind + "_of_" + owner;
            Map<String, Part> parts = new LinkedHashMap<>();
            parts.put("type", type);
            parts.put("props", props);
            generators.put(generator, new Part.Block("", parts, type.origin()));
            strategy.put("keyGeneratorName", new Part.Scalar(generator, type.origin()));
        }
        return strategy.isEmpty() ? null : new Part.Block("", strategy, written.origin());
    }

    /**
     * Settings whose names have dots, such as {@code worker.id}, with dashes instead; properties have them as blocks below
     * one another.
     */
    static Part.Block flat(Part.Block settings) {
        Map<String, Part> flat = new LinkedHashMap<>();
        settings.parts().forEach((name, part) -> {
            String own = name.replace('.', '-');
            if (part instanceof Part.Block block) {
                flat(block).parts().forEach((below, setting) -> flat.put(own + "-" + below, setting));
            } else {
                flat.put(own, part);
            }
        });
        return new Part.Block(settings.tag(), flat, settings.origin());
    }

    /** Moves the part of one of the old names, and returns it, or null if there is none. */
    private static @Nullable Part move(Fields from, Map<String, Part> to, String name, String... old) {
        Part part = from.take(old);
        if (part != null) {
            to.put(name, part);
        }
        return part;
    }

    private static void moveRest(Fields from, Map<String, Part> to) {
        for (String name : from.names()) {
            move(from, to, name, name);
        }
    }

    private static Part.Block block(Map<String, Part> parts) {
        Origin first = null;
        for (Part part : parts.values()) {
            first = first == null ? part.origin() : first;
        }
        return new Part.Block("", parts, first);
    }
}
