package io.shardkit.boot.imports;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sharding strategies, each of which names one of several kinds. Not thread-safe. */
final class StrategyImport {
    private static final Set<String> KINDS = Set.of("standard", "complex", "hint", "none");

    private final Translation translation;
    private final Problems problems;
    private final AlgorithmImport algorithms;
    private final @Nullable String defaultColumn;

    /** @param defaultColumn the column of strategies that name none, or null */
    StrategyImport(
            Translation translation, Problems problems, AlgorithmImport algorithms, @Nullable String defaultColumn) {
        this.algorithms = algorithms;
        this.translation = translation;
        this.problems = problems;
        this.defaultColumn = defaultColumn;
    }

    /**
     * The block of a strategy, or the default if there is none; null if it is none at all.
     *
     * @param part what stands there, or null
     */
    Part.@Nullable Block effective(@Nullable Part part, Part.@Nullable Block otherwise) {
        if (!(part instanceof Part.Block block)) {
            return otherwise;
        }
        return block.parts().keySet().stream()
                        .anyMatch(kind -> Part.uniform(kind).equals("none"))
                ? null
                : block;
    }

    /** The name of the algorithm of a strategy, or null. */
    static Part.@Nullable Scalar algorithm(Part.Block strategy) {
        for (Part kind : strategy.parts().values()) {
            if (kind instanceof Part.Block block) {
                for (String name : block.parts().keySet()) {
                    if (Part.uniform(name).equals("shardingalgorithmname")
                            && block.parts().get(name) instanceof Part.Scalar scalar) {
                        return scalar;
                    }
                }
            }
        }
        return null;
    }

    /**
     * Writes a strategy.
     *
     * @param path where it stands in what is read
     * @param to the property
     */
    void write(Part.Block strategy, String path, String... to) {
        if (strategy.parts().size() != 1) {
            problems.add(strategy.origin(), path, "one of standard, complex, hint and none is expected below it");
            return;
        }
        String kind = strategy.parts().keySet().iterator().next();
        Part settings = strategy.parts().get(kind);
        String uniform = Part.uniform(kind);
        if (!KINDS.contains(uniform) || !(settings instanceof Part.Block block)) {
            problems.add(
                    settings == null ? strategy.origin() : settings.origin(),
                    path + "." + kind,
                    KINDS.contains(uniform)
                            ? "its settings are expected below it"
                            : "it is not one of standard, complex, hint and none");
            return;
        }
        Fields fields = new Fields(block, path + "." + kind, problems);
        switch (uniform) {
            case "standard" -> column(fields, to);
            case "complex" -> columns(fields, to);
            default -> put("hint", fields.origin(), to, "type");
        }
        Part.Scalar algorithm = fields.scalar("shardingAlgorithmName");
        if (algorithm != null) {
            String name = algorithms.declared(String.valueOf(algorithm.text()).strip());
            put(name, algorithm.origin(), to, "algorithm");
        } else {
            fields.problem(null, "shardingAlgorithmName", "it is missing");
        }
        fields.end("it is not a part of a strategy");
    }

    private void column(Fields fields, String... to) {
        Part.Scalar column = fields.scalar("shardingColumn");
        if (column != null) {
            put(String.valueOf(column.text()).strip(), column.origin(), to, "sharding-column");
        } else if (defaultColumn != null) {
            put(defaultColumn, fields.origin(), to, "sharding-column");
        } else {
            fields.problem(null, "shardingColumn", "it is missing");
        }
    }

    private void columns(Fields fields, String... to) {
        List<Part.Scalar> columns = fields.list("shardingColumns");
        if (columns.isEmpty()) {
            fields.problem(null, "shardingColumns", "it is missing");
            return;
        }
        String names = String.join(
                ", ",
                columns.stream()
                        .map(column -> String.valueOf(column.text()).strip())
                        .toList());
        put(names, columns.get(0).origin(), to, "sharding-columns");
    }

    private void put(String value, org.springframework.boot.origin.@Nullable Origin origin, String[] to, String last) {
        translation.put(value, origin, Translation.below(to, last));
    }
}
