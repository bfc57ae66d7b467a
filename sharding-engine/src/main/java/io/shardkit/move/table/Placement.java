package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells which rows of a source go to which of its targets. Implementations are immutable. */
public interface Placement {

    /** All rows go to the only target, which gets no others. */
    Placement WHOLE = columns -> new Rows() {
        @Override
        public int target(@Nullable Object[] row) {
            return 0;
        }

        @Override
        public int source(@Nullable Object[] row) {
            return 0;
        }
    };

    /**
     * Prepares to place rows of these columns.
     *
     * @throws SQLException if rows cannot be placed by them
     */
    Rows of(List<Column> columns) throws SQLException;

    /** Returns the names, in lower case, of the columns by which rows are placed, before or after the move. */
    default Set<String> columns() {
        return Set.of();
    }

    /**
     * Returns why a row and another one to which it refers may lie apart before or after the move, in words; null if they
     * lie together.
     *
     * @param columns those by which it refers, in lower case
     * @param parent the placement of the other one's table
     * @param parentColumns the columns that have the same values there
     */
    default @Nullable String apart(List<String> columns, Placement parent, List<String> parentColumns) {
        return null;
    }

    /**
     * One of the sources of the same targets.
     *
     * @param id of its move
     * @param place the database that has the table
     * @param table its name
     * @param fenced its name from the fence on
     */
    record Source(String id, TablePlace place, String table, String fenced) {}

    /**
     * Returns all sources of the same targets, by the numbers that {@link Rows} gives them, the move's own among them; empty
     * if there are no others.
     */
    default List<Source> sources() {
        return List.of();
    }

    /** Returns what the targets get instead of rows; null if they get the rows. */
    default @Nullable Entries entries() {
        return null;
    }

    /**
     * Entries of the targets about the rows of several sources: for each value of a column the values of others, as a lookup
     * table has them. A value belongs to one row of all sources; where it is NULL there is no entry. As a value may go from a
     * row of one source to a row of another, the present entry of a value is found by a look at all sources. Immutable.
     *
     * @param column in lower case; the key of the targets
     * @param others further columns
     */
    record Entries(String column, List<String> others) {
        /** Copies the list. */
        public Entries {
            others = List.copyOf(others);
        }

        /** Returns the columns of an entry, its key first. */
        List<Column> columns(List<Column> all) throws SQLException {
            List<Column> columns = new ArrayList<>();
            for (String name : Stream.concat(Stream.of(column), others.stream()).toList()) {
                columns.add(all.stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow(() ->
                                new SQLException("it has no column " + name + ", which a lookup table is to have")));
            }
            return columns;
        }
    }

    /** Places rows, whose values are carried ones. */
    interface Rows {

        /**
         * Returns the number of the target of a row of the source, from 0.
         *
         * @throws SQLException if it has none
         */
        int target(@Nullable Object[] row) throws SQLException;

        /**
         * Returns the number of the source to which a row belongs, wherever it was found.
         *
         * @throws SQLException if no source has such rows
         */
        int source(@Nullable Object[] row) throws SQLException;

        /** Returns the number of this source among those of the same targets, from 0. */
        default int own() {
            return 0;
        }

        /** Returns true if the targets get rows of other sources as well. */
        default boolean isShared() {
            return false;
        }
    }
}
