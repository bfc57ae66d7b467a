package io.shardkit.move;

import io.shardkit.rule.ActualName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The actual tables of a logical table that give their rows, and those that get them. Immutable.
 *
 * @param table the logical table
 * @param from those that give rows, by the numbers of their units
 * @param to those that get rows, by the numbers of their units
 */
record TableChange(String table, List<Actual> from, List<Actual> to) {
    TableChange {
        from = List.copyOf(from);
        to = List.copyOf(to);
    }

    /**
     * An actual table.
     *
     * @param dataSource the name of the data source on which it is
     * @param table its name, with its schema if it is declared with one
     */
    record Actual(String dataSource, String table) {

        /** Reads what {@link #toString} writes. */
        static Actual parse(String node) {
            int dot = node.indexOf('.');
            return new Actual(node.substring(0, dot), node.substring(dot + 1));
        }

        @Nullable String schema() {
            return ActualName.schema(table);
        }

        String name() {
            return ActualName.withinSchema(table);
        }

        @Override
        public String toString() {
            return dataSource + "." + table;
        }
    }

    /** Returns the change in the opposite direction. */
    TableChange back() {
        return new TableChange(table, to, from);
    }
}
