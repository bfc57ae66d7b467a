package io.shardkit.rule;

import io.shardkit.algorithm.Targets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The targets that the strategies of a table choose from, counted and named by its pattern of data nodes. Names of tables
 * are without their schemas, unless tables of several schemas have the same name. Immutable.
 */
final class TableTargets {
    /** The actual tables of each data source, in declared order. */
    private final Map<String, List<String>> bySource;

    private TableTargets(Map<String, List<String>> bySource) {
        this.bySource = bySource;
    }

    /**
     * Expands a pattern.
     *
     * @param pattern such as {@code ds{0..1}.t_order_{0..3}}
     * @param place where it stands
     */
    static TableTargets of(String pattern, String place) {
        Map<String, List<String>> bySource = new LinkedHashMap<>();
        for (String full : NodePattern.expand(pattern, place)) {
            int dot = ActualName.dot(full, place);
            bySource.computeIfAbsent(full.substring(0, dot), source -> new ArrayList<>())
                    .add(full.substring(dot + 1));
        }
        return new TableTargets(bySource);
    }

    /** The data sources, each once. */
    Targets databases() {
        return Targets.of(List.copyOf(bySource.keySet()));
    }

    /** All actual tables, in the order of their units. */
    Targets allTables() {
        List<String> all = all();
        return Targets.of(ActualName.shortest(all, all));
    }

    /** The different names of actual tables, in the order of the first units that have them. */
    Targets tableNames() {
        List<String> names = all().stream().distinct().toList();
        return Targets.of(ActualName.shortest(names, names));
    }

    /**
     * The positions of the actual tables in each data source; asked for their names where data sources have different
     * ones, they throw {@link NamesDiffer}, and {@link #tableNames} are to be chosen from instead.
     */
    Targets tablesOfEach() {
        List<List<String>> tables = bySource.values().stream()
                .map(names -> ActualName.shortest(names, names))
                .toList();
        List<String> first = tables.get(0);
        return new Targets() {
            @Override
            public int count() {
                return first.size();
            }

            @Override
            public List<String> names() {
                if (!tables.stream().allMatch(first::equals)) {
                    throw new NamesDiffer();
                }
                return first;
            }
        };
    }

    /** Tells that no name stands for the same position on each data source. */
    static final class NamesDiffer extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    boolean hasSeveralDataSources() {
        return bySource.size() > 1;
    }

    /** Returns true if there are several actual tables, on whatever data sources. */
    boolean hasSeveralTables() {
        return all().size() > 1;
    }

    boolean hasSeveralOnOneDataSource() {
        return all().size() > bySource.size();
    }

    /** Returns true if each data source has this number of actual tables. */
    boolean hasEverywhere(int count) {
        return bySource.values().stream().allMatch(tables -> tables.size() == count);
    }

    private List<String> all() {
        return bySource.values().stream().flatMap(Collection::stream).toList();
    }
}
