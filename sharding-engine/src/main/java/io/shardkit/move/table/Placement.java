package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import java.sql.SQLException;
import java.util.List;
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
