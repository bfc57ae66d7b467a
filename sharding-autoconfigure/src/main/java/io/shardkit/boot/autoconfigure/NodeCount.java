package io.shardkit.boot.autoconfigure;

import io.shardkit.algorithm.Targets;
import io.shardkit.rule.DataNodeNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many targets the strategies of a table choose from, for an algorithm that leaves its count to them. A reading of
 * the pattern of data nodes that never complains: the rule expands the pattern itself, checks it, and refuses a count
 * that differs from its own.
 *
 * @param pattern what was read
 * @param dataSources how many data sources
 * @param tables how many tables on the first data source
 * @param even whether each data source has as many
 * @param nodes how many tables in all
 */
record NodeCount(String pattern, int dataSources, int tables, boolean even, int nodes) {
    private static final Pattern RANGE = Pattern.compile("\\s*(\\d{1,9})\\s*\\.\\.\\s*(\\d{1,9})\\s*");
    private static final Pattern COMMA_OUTSIDE_BRACES = Pattern.compile(",(?![^{]*})");
    private static final int MAX_NODES = 100_000;

    static NodeCount of(String pattern) {
        Map<String, Integer> tablesBySource = new LinkedHashMap<>();
        for (String part : COMMA_OUTSIDE_BRACES.split(pattern.replace("$->", ""), -1)) {
            int dot = dotOutsideBraces(part);
            int tables = names(part.substring(dot)).size();
            for (String source : names(part.substring(0, dot))) {
                tablesBySource.merge(source.trim(), tables, Integer::sum);
            }
        }
        Collection<Integer> tables = tablesBySource.values();
        return new NodeCount(
                pattern,
                tables.size(),
                tables.stream().findFirst().orElse(0),
                tables.stream().distinct().count() == 1,
                tables.stream().mapToInt(Integer::intValue).sum());
    }

    /** What the strategy of the data sources chooses from. */
    Targets databases(String property) {
        return targets(dataSources, () -> DataNodeNames.dataSources(pattern, property));
    }

    /** Whether a data source has several tables. */
    boolean hasSeveralOnOneDataSource() {
        return nodes > dataSources;
    }

    /** All tables, for a table strategy without a database strategy. */
    Targets allTables(String property) {
        return targets(nodes, () -> DataNodeNames.tables(pattern, property));
    }

    /**
     * The tables of each data source, by position, for a table strategy beside a database strategy. To ask for their
     * names where the data sources have different ones throws {@link NamesDiffer}: {@link #namedTables} then says what
     * the strategy chooses from.
     */
    Targets tablesOfEach(String property) {
        return targets(
                tables, () -> DataNodeNames.tablesOfEach(pattern, property).orElseThrow(NamesDiffer::new));
    }

    /** The different names of tables on any data source. */
    Targets namedTables(String property) {
        return Targets.of(DataNodeNames.tableNames(pattern, property));
    }

    /** Tells that no name stands for the same position on each data source. */
    static final class NamesDiffer extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Targets whose names are made when an algorithm asks for them. */
    private static Targets targets(int count, Supplier<List<String>> names) {
        return new Targets() {
            @Override
            public int count() {
                return count;
            }

            @Override
            public List<String> names() {
                return names.get();
            }
        };
    }

    private static int dotOutsideBraces(String part) {
        int depth = 0;
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == '.' && depth == 0) {
                return i;
            }
        }
        return part.length();
    }

    private static List<String> names(String pattern) {
        int open = pattern.indexOf('{');
        int close = pattern.indexOf('}', open + 1);
        if (open < 0 || close < 0) {
            return List.of(pattern);
        }
        List<String> names = new ArrayList<>();
        List<String> rest = names(pattern.substring(close + 1));
        for (String item : items(pattern.substring(open + 1, close))) {
            for (String tail : rest) {
                if (names.size() >= MAX_NODES) {
                    return names;
                }
                names.add(pattern.substring(0, open) + item + tail);
            }
        }
        return names;
    }

    private static List<String> items(String body) {
        Matcher range = RANGE.matcher(body);
        if (!range.matches()) {
            return List.of(body.split(",", -1));
        }
        List<String> items = new ArrayList<>();
        int last = Integer.parseInt(range.group(2));
        for (int i = Integer.parseInt(range.group(1)); i <= last && items.size() < MAX_NODES; i++) {
            items.add(Integer.toString(i));
        }
        return items;
    }
}
