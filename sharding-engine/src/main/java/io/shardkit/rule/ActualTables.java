package io.shardkit.rule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * From the name of an actual table within its schema, without regard to case, to the logical tables that have it. What it holds grows
 * with the logical tables, not with the actual ones. Immutable.
 */
final class ActualTables {
    /** With their schemas, as they tell tables apart. */
    private final List<Names> all = new ArrayList<>();

    private final Map<String, List<Names>> byPrefix = new HashMap<>();
    private final Map<String, List<RoutedTable>> withoutPrefix = new HashMap<>();
    private final int[] prefixLengths;

    /** The names of one table's actual tables, in lower case. */
    private record Names(int position, RoutedTable table, String prefix, Layout layout, Set<String> endings) {
        String name(int unit) {
            return prefix + layout.ending(unit);
        }
    }

    /** An actual table that two logical tables have, or one has twice. */
    record Clash(RoutedTable table, int unit, RoutedTable other) {}

    ActualTables(Collection<RoutedTable> tables) {
        Map<Layout, Set<String>> endings = new HashMap<>();
        Map<Layout, Boolean> lowerCase = new HashMap<>();
        TreeSet<Integer> lengths = new TreeSet<>();
        for (RoutedTable table : tables) {
            boolean asTheyAre = lowerCase.computeIfAbsent(table.layout(), Layout::isLowerCase)
                    && table.prefix().equals(table.prefix().toLowerCase(Locale.ROOT));
            Names names = asTheyAre
                    ? names(table, table.prefix(), table.layout(), endings)
                    : inLowerCase(table, endings, false);
            all.add(names);
            names = table.schemas().isEmpty() ? names : inLowerCase(table, endings, true);
            if (names.prefix().isEmpty()) {
                for (int unit = 0; unit < table.unitCount(); unit++) {
                    List<RoutedTable> owners =
                            withoutPrefix.computeIfAbsent(names.name(unit), name -> new ArrayList<>());
                    if (!owners.contains(table)) {
                        owners.add(table);
                    }
                }
            } else {
                lengths.add(names.prefix().length());
                byPrefix.computeIfAbsent(names.prefix(), prefix -> new ArrayList<>(1))
                        .add(names);
            }
        }
        prefixLengths = lengths.stream().mapToInt(Integer::intValue).toArray();
    }

    private Names names(RoutedTable table, String prefix, Layout layout, Map<Layout, Set<String>> endings) {
        return new Names(all.size(), table, prefix, layout, endings.computeIfAbsent(layout, Layout::endings));
    }

    private Names inLowerCase(RoutedTable table, Map<Layout, Set<String>> endings, boolean withinSchema) {
        int[] dataSources = new int[table.unitCount()];
        List<String> names = new ArrayList<>(dataSources.length);
        for (int unit = 0; unit < dataSources.length; unit++) {
            dataSources[unit] = table.dataSource(unit);
            String name = table.actualTable(unit).toLowerCase(Locale.ROOT);
            names.add(withinSchema ? ActualName.withinSchema(name) : name);
        }
        String prefix = Layout.prefix(names);
        return names(table, prefix, Layout.of(dataSources, names, prefix), endings);
    }

    /** The logical tables that have an actual table of that name. */
    List<RoutedTable> owners(String actual) {
        String name = actual.toLowerCase(Locale.ROOT);
        List<RoutedTable> owners = new ArrayList<>(withoutPrefix.getOrDefault(name, List.of()));
        for (int length : prefixLengths) {
            if (length > name.length()) {
                break;
            }
            for (Names names : byPrefix.getOrDefault(name.substring(0, length), List.of())) {
                if (names.endings().contains(name.substring(length))) {
                    owners.add(names.table());
                }
            }
        }
        return owners;
    }

    /** A table of a data source that is declared twice, or null. */
    @Nullable Clash clash() {
        Map<Layout, Integer> repeated = new HashMap<>();
        for (Names names : all) {
            int unit = repeated.computeIfAbsent(names.layout(), Layout::repeated);
            if (unit >= 0) {
                return new Clash(names.table(), unit, names.table());
            }
        }
        // Only where one prefix begins with the other can names be equal, and then all between them in order do so too.
        List<Names> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparing(Names::prefix));
        int start = 0;
        for (int i = 1; i <= sorted.size(); i++) {
            if (i == sorted.size()
                    || !sorted.get(i).prefix().startsWith(sorted.get(start).prefix())) {
                Clash clash = clash(sorted.subList(start, i));
                if (clash != null) {
                    return clash;
                }
                start = i;
            }
        }
        return null;
    }

    private static @Nullable Clash clash(List<Names> candidates) {
        if (candidates.size() == 1) {
            return null;
        }
        List<Names> declared = new ArrayList<>(candidates);
        declared.sort(Comparator.comparingInt(Names::position));
        Map<List<Object>, RoutedTable> seen = new HashMap<>();
        for (Names names : declared) {
            for (int unit = 0; unit < names.layout().size(); unit++) {
                List<Object> node = List.of(names.layout().dataSource(unit), names.name(unit));
                RoutedTable other = seen.putIfAbsent(node, names.table());
                if (other != null) {
                    return new Clash(names.table(), unit, other);
                }
            }
        }
        return null;
    }
}
