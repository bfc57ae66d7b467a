package io.shardkit.move;

import io.shardkit.rule.ActualName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The actual tables of a logical table that give their rows, and those that get them; those that keep theirs are among
 * neither. Immutable.
 *
 * @param table the logical table
 * @param from those that give rows, by the numbers of their units
 * @param to those that get rows, by the numbers of their units
 * @param lookupOf the table whose lookup table this is, if its rows are made anew from those of that one; else null
 */
record TableChange(String table, List<Actual> from, List<Actual> to, @Nullable String lookupOf) {
    TableChange {
        from = List.copyOf(from);
        to = List.copyOf(to);
    }

    /** The change of a table whose rows move. */
    TableChange(String table, List<Actual> from, List<Actual> to) {
        this(table, from, to, null);
    }

    /** Returns true if the rows are those of a lookup table, and made anew. */
    boolean isLookup() {
        return lookupOf != null;
    }

    /**
     * An actual table.
     *
     * @param unit the number of its unit
     * @param dataSource the name of the data source on which it is
     * @param table its name, with its schema if it is declared with one
     */
    record Actual(int unit, String dataSource, String table) {

        /** Reads what {@link #toString} writes. */
        static Actual parse(int unit, String node) {
            int dot = node.indexOf('.');
            return new Actual(unit, node.substring(0, dot), node.substring(dot + 1));
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
        return new TableChange(table, to, from, lookupOf);
    }
}
