package io.shardkit.verify;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks that the sharding columns of bound tables have the same keys: joins by these columns stay on the shards only
 * then.
 */
final class BindingChecks {
    private final Catalog catalog;

    BindingChecks(Catalog catalog) {
        this.catalog = catalog;
    }

    private record Keys(RoutedTable table, List<ColumnKeys> keys) {}

    void check(List<RoutedTable> tables, List<Finding> findings) throws SQLException {
        Map<Integer, Keys> groups = new HashMap<>();
        for (RoutedTable table : tables) {
            Keys own = new Keys(table, keys(table));
            Keys first = groups.putIfAbsent(table.bindingGroup(), own);
            if (first != null
                    && !first.keys().isEmpty()
                    && !own.keys().isEmpty()
                    && !first.keys().equals(own.keys())) {
                findings.add(Finding.warning(
                        "",
                        table.name(),
                        "its sharding columns are of other types than those of " + first.table()
                                + ", to which it is bound, so that joins of the two are not made on the shards",
                        "Give the sharding columns of bound tables the same types"));
            }
        }
    }

    /** Returns the keys of the sharding columns, or none if the columns are not known. */
    private List<ColumnKeys> keys(RoutedTable table) throws SQLException {
        Table columns = catalog.table(table.name());
        List<ColumnKeys> keys = new ArrayList<>();
        for (String name : table.shardingColumns()) {
            Column column = columns == null ? null : columns.column(name);
            if (column == null) {
                return List.of();
            }
            keys.add(column.keys());
        }
        return keys;
    }
}
