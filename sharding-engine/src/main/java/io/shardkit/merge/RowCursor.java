package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/**
 * The merged rows, forward only. {@link #row()} is a result set that stands on the current row and is read by its
 * getters only: a driver's own where rows pass through unchanged, an in-memory one where they were computed. Not
 * thread-safe.
 */
public interface RowCursor extends AutoCloseable {

    /** Moves to the next row; false after the last. */
    boolean next() throws SQLException;

    /**
     * Returns true if no row follows the current one.
     *
     * @throws SQLException also where a driver does not tell that of its own rows
     */
    boolean isLast() throws SQLException;

    /** Stands on the current row; may be another object after each {@link #next()}. */
    ResultSet row();

    /** The columns, the hidden ones at the right end included. */
    ResultSetMetaData metaData();

    /** Returns the number of columns that the user sees. */
    int visibleColumns();

    /** The units' result sets. */
    List<ResultSet> results();

    /** Closes every unit's result set. */
    @Override
    void close() throws SQLException;
}
