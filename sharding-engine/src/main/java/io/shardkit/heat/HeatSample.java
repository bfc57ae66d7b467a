package io.shardkit.heat;

import io.shardkit.route.Traffic;
import io.shardkit.rule.RoutedTable;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Units and values of one execution, by the numbers of binding groups. Not thread-safe. */
final class HeatSample implements Traffic.Receiver {
    /** The most values that are counted of an execution. */
    private static final int MOST_KEYS = 100;

    private final Map<Integer, OfGroup> groups = new LinkedHashMap<>();

    /** The units and the values of a group of bound tables; each counts once. */
    static final class OfGroup {
        final BitSet units = new BitSet();
        final Set<HeatKey> keys = new LinkedHashSet<>();
    }

    Map<Integer, OfGroup> groups() {
        return groups;
    }

    private OfGroup group(RoutedTable table) {
        return groups.computeIfAbsent(table.bindingGroup(), number -> new OfGroup());
    }

    @Override
    public void units(RoutedTable table, BitSet units) {
        group(table).units.or(units);
    }

    @Override
    public void key(RoutedTable table, String columns, String value) {
        Set<HeatKey> keys = group(table).keys;
        if (keys.size() < MOST_KEYS) {
            keys.add(HeatKey.of(columns, value));
        }
    }
}
