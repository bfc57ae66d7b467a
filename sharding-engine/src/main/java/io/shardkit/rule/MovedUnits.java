package io.shardkit.rule;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads and checks which units lie elsewhere than they were declared. */
final class MovedUnits {
    private MovedUnits() {}

    /** The property that says where a node lies. */
    private static String property(String table, String node) {
        return "sharding.tables." + table + ".moved." + node;
    }

    /**
     * Returns the layout with the moved nodes where they lie.
     *
     * @param moved from a declared node to its place
     */
    static Layout layout(
            String table, Layout declared, String prefix, Map<String, String> moved, List<String> dataSources) {
        if (moved.isEmpty()) {
            return declared;
        }
        Map<String, Integer> units = new HashMap<>();
        for (int unit = 0; unit < declared.size(); unit++) {
            units.put(dataSources.get(declared.dataSource(unit)) + "." + prefix + declared.ending(unit), unit);
        }
        Map<Integer, Layout.Place> placeOfUnit = new HashMap<>();
        moved.forEach((node, text) -> {
            Integer unit = units.get(node);
            if (unit == null) {
                throw invalid(table, node, "'" + node + "' is not one of the nodes of " + table);
            }
            String own = declared.ending(unit);
            Layout.Place place = place(text, prefix, own, dataSources, property(table, node));
            if (place.equals(new Layout.Place(declared.dataSource(unit), own))) {
                throw invalid(
                        table,
                        node,
                        "it is declared on " + dataSources.get(place.dataSource())
                                + ", and lies there if it has not moved");
            }
            placeOfUnit.put(unit, place);
        });
        return declared.moved(placeOfUnit);
    }

    /** Reads a place: a data source, or a data source, a dot and a name. */
    private static Layout.Place place(
            String text, String prefix, String ending, List<String> dataSources, String property) {
        int dot = text.indexOf('.');
        if (dot < 0 || dataSources.contains(text)) {
            return new Layout.Place(DataSourceNumber.of(text, dataSources, property), ending);
        }
        int dataSource = DataSourceNumber.of(text.substring(0, dot), dataSources, property);
        String name = text.substring(dot + 1);
        if (!name.startsWith(prefix + ending)) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    property,
                    "'" + text + "' is neither a data source nor one with a dot and a name that begins with " + prefix
                            + ending);
        }
        return new Layout.Place(dataSource, name.substring(prefix.length()));
    }

    /** Writes the place of a unit. */
    static String place(RoutedTable table, int unit) {
        DataNode node = table.nodes().get(unit);
        boolean hasOwnName = node.table().equals(table.declaredNode(unit).table());
        return hasOwnName ? node.dataSourceName() : node.toString();
    }

    /**
     * Returns a table over data sources of which others may be new, with units where they have moved to.
     *
     * @param before the data sources that it was over
     */
    static RoutedTable moved(
            RoutedTable table, List<String> before, List<String> dataSources, Map<Integer, String> placeOfUnit) {
        Layout renumbered = table.layout()
                .renumbered(number -> DataSourceNumber.of(before.get(number), dataSources, "sharding.data-sources"));
        Map<Integer, Layout.Place> places = new HashMap<>();
        placeOfUnit.forEach((unit, place) -> places.put(
                unit,
                place(
                        place,
                        table.prefix(),
                        renumbered.declaredEnding(unit),
                        dataSources,
                        property(table.name(), table.declaredNode(unit).toString()))));
        return table.laidOut(dataSources, renumbered.moved(places));
    }

    private static ShardingConfigurationException invalid(String table, String node, String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, property(table, node), why);
    }

    private record Unit(RoutedTable table, int number) {
        boolean hasMoved() {
            return table.layout().hasMoved(number);
        }

        DataNode node() {
            return table.nodes().get(number);
        }
    }

    /**
     * Makes sure that no unit has moved to where another table of its name is, or was declared: a name on a data source
     * stands for the same rows for ever.
     */
    static void check(Collection<RoutedTable> tables) {
        List<Unit> units = new ArrayList<>();
        for (RoutedTable table : tables) {
            for (int unit = 0; unit < table.unitCount(); unit++) {
                units.add(new Unit(table, unit));
            }
        }
        if (units.stream().noneMatch(Unit::hasMoved)) {
            return;
        }
        Map<String, List<Unit>> byNode = new HashMap<>();
        for (Unit unit : units) {
            String declared = key(unit.table().declaredNode(unit.number()));
            String now = key(unit.node());
            byNode.computeIfAbsent(declared, any -> new ArrayList<>(1)).add(unit);
            if (!now.equals(declared)) {
                byNode.computeIfAbsent(now, any -> new ArrayList<>(1)).add(unit);
            }
        }
        units.stream().filter(Unit::hasMoved).forEach(unit -> byNode.getOrDefault(key(unit.node()), List.of()).stream()
                .filter(other -> !other.equals(unit))
                .findFirst()
                .ifPresent(other -> {
                    throw new ShardingConfigurationException(
                            ErrorCode.DUPLICATE_TABLE,
                            property(
                                    unit.table().name(),
                                    unit.table().declaredNode(unit.number()).toString()),
                            unit.node() + " is also a node of " + other.table().name());
                }));
    }

    private static String key(DataNode node) {
        return node.toString().toLowerCase(Locale.ROOT);
    }
}
