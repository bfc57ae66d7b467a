package io.shardkit.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names that a pattern of data nodes stands for, for algorithms that choose a target by its name. Those of tables are
 * without their schemas, unless tables of several schemas have the same name.
 */
public final class DataNodeNames {
    private DataNodeNames() {}

    /**
     * The data sources, each once, in declared order.
     *
     * @param pattern such as {@code ds{0..1}.t_order_{0..3}}
     * @param property where it stands
     */
    public static List<String> dataSources(String pattern, String property) {
        return List.copyOf(bySource(pattern, property).keySet());
    }

    /** All actual tables, in the order of their units. */
    public static List<String> tables(String pattern, String property) {
        List<String> names = allTables(pattern, property);
        return ActualName.shortest(names, names);
    }

    /** The different names of actual tables, in the order of the first units that have them. */
    public static List<String> tableNames(String pattern, String property) {
        List<String> names = allTables(pattern, property).stream().distinct().toList();
        return ActualName.shortest(names, names);
    }

    /** The actual tables of each data source; empty if they are not called alike, in the same order, on all of them. */
    public static Optional<List<String>> tablesOfEach(String pattern, String property) {
        List<List<String>> bySource = bySource(pattern, property).values().stream()
                .map(names -> ActualName.shortest(names, names))
                .toList();
        List<String> first = bySource.get(0);
        return bySource.stream().allMatch(first::equals) ? Optional.of(first) : Optional.empty();
    }

    private static List<String> allTables(String pattern, String property) {
        return bySource(pattern, property).values().stream()
                .flatMap(List::stream)
                .toList();
    }

    private static Map<String, List<String>> bySource(String pattern, String property) {
        Map<String, List<String>> bySource = new LinkedHashMap<>();
        for (String full : NodePattern.expand(pattern, property)) {
            int dot = TableBuilder.dot(full, property);
            bySource.computeIfAbsent(full.substring(0, dot), source -> new ArrayList<>())
                    .add(full.substring(dot + 1));
        }
        return bySource;
    }
}
