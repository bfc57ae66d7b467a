package io.shardkit.rule;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The names that actual tables have, or have had by an earlier rule. On one data source a name stands for the same rows for
 * ever: an instance that has slept since then may still look for them there. Not thread-safe.
 */
@API(status = API.Status.INTERNAL)
public final class UsedNames {
    /** From a data source, a dot and a name to the units that have had it; more than one if rows were moved by hand. */
    private final Map<String, Set<String>> unitsByNode = new HashMap<>();

    private final Set<String> logical = new HashSet<>();

    /** @param rules all rules that there were */
    public UsedNames(List<RuleText> rules) {
        Set<SortedMap<String, String>> known = new HashSet<>();
        for (RuleText rule : rules) {
            logical.addAll(rule.tables());
            for (String table : rule.shardedTables()) {
                SortedMap<String, String> lines = rule.linesOf(table);
                // Most epochs change few tables.
                if (known.add(lines)) {
                    SortedMap<String, String> placing = RuleText.placingLines(table, lines);
                    rule.places(table).forEach((declared, place) -> units(place).add(unit(placing, declared)));
                }
            }
        }
    }

    /** A unit of the same name whose table places its rows in another way is another one. */
    private static String unit(SortedMap<String, String> placing, String declared) {
        return declared.toLowerCase(Locale.ROOT) + " " + placing;
    }

    private static String unit(RoutedTable table, int unit) {
        return unit(RuleText.placingLines(table), table.declaredNode(unit).toString());
    }

    private Set<String> units(String place) {
        return unitsByNode.computeIfAbsent(place.toLowerCase(Locale.ROOT), any -> new HashSet<>());
    }

    /** Lets a unit have a name, so that no other one gets it. */
    public void take(RoutedTable table, int unit, String dataSource, String actual) {
        units(dataSource + "." + actual).add(unit(table, unit));
    }

    /** Returns true if a unit has, or had, this place: a data source, a dot and an actual table. */
    public boolean isKnown(String place) {
        return unitsByNode.containsKey(place.toLowerCase(Locale.ROOT));
    }

    /** Returns true if no other unit has, or had, a table of that name on a data source, and no logical table has it. */
    public boolean isFree(RoutedTable table, int unit, String dataSource, String actual) {
        String name = ActualName.withinSchema(actual).toLowerCase(Locale.ROOT);
        @Nullable Set<String> units = unitsByNode.get((dataSource + "." + actual).toLowerCase(Locale.ROOT));
        return (!logical.contains(name) || name.equals(table.name()))
                && (units == null || units.equals(Set.of(unit(table, unit))));
    }
}
