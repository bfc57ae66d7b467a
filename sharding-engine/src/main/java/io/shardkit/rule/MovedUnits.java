package io.shardkit.rule;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads and checks which units lie on other data sources than those that they were declared on. */
final class MovedUnits {
    private MovedUnits() {}

    /** The property that says where a node lies. */
    private static String property(String table, String node) {
        return "sharding.tables." + table + ".moved." + node;
    }

    /**
     * Returns the layout with the moved nodes where they lie.
     *
     * @param moved from a declared node to its data source
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
        Map<Integer, Integer> dataSourceOfUnit = new HashMap<>();
        moved.forEach((node, dataSource) -> {
            Integer unit = units.get(node);
            if (unit == null) {
                throw invalid(table, node, "'" + node + "' is not one of the nodes of " + table);
            }
            int number = DataSourceNumber.of(dataSource, dataSources, property(table, node));
            if (number == declared.dataSource(unit)) {
                throw invalid(table, node, "it is declared on " + dataSource + ", and lies there if it has not moved");
            }
            dataSourceOfUnit.put(unit, number);
        });
        return declared.moved(dataSourceOfUnit);
    }

    /**
     * Returns a table over data sources of which others may be new, with units where they have moved to.
     *
     * @param before the data sources that it was over
     */
    static RoutedTable moved(
            RoutedTable table, List<String> before, List<String> dataSources, Map<Integer, String> dataSourceOfUnit) {
        Layout renumbered = table.layout()
                .renumbered(number -> DataSourceNumber.of(before.get(number), dataSources, "sharding.data-sources"));
        Map<Integer, Integer> numbers = new HashMap<>();
        dataSourceOfUnit.forEach((unit, dataSource) -> numbers.put(
                unit,
                DataSourceNumber.of(
                        dataSource,
                        dataSources,
                        property(table.name(), table.declaredNodes().get(unit).toString()))));
        return table.laidOut(dataSources, renumbered.moved(numbers));
    }

    private static ShardingConfigurationException invalid(String table, String node, String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, property(table, node), why);
    }

    /**
     * Makes sure that no unit has moved to where another table of its name is, or was declared: a name on a data source
     * stands for the same rows for ever.
     *
     * @param owners the tables that have an actual table of a name
     */
    static void check(Collection<RoutedTable> tables, Function<String, List<RoutedTable>> owners) {
        for (RoutedTable table : tables) {
            for (int unit = 0; unit < table.unitCount(); unit++) {
                if (table.layout().hasMoved(unit)) {
                    check(table, unit, owners);
                }
            }
        }
    }

    private static void check(RoutedTable table, int unit, Function<String, List<RoutedTable>> owners) {
        int target = table.dataSource(unit);
        String name = table.actualTable(unit);
        for (RoutedTable owner : owners.apply(ActualName.withinSchema(name))) {
            for (int other = 0; other < owner.unitCount(); other++) {
                boolean itself = owner == table && other == unit;
                boolean there =
                        owner.dataSource(other) == target || owner.layout().declaredDataSource(other) == target;
                if (!itself && there && owner.actualTable(other).equalsIgnoreCase(name)) {
                    throw new ShardingConfigurationException(
                            ErrorCode.DUPLICATE_TABLE,
                            property(
                                    table.name(),
                                    table.declaredNodes().get(unit).toString()),
                            table.nodes().get(unit) + " is also a node of " + owner.name());
                }
            }
        }
    }
}
