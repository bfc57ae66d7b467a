package io.shardkit.execute;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Carrier;
import io.shardkit.dialect.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Writes rows of other databases into one table, many in one statement. Not thread-safe. */
interface CopyWriter extends AutoCloseable {

    /** The fastest way into a table of these columns. */
    static CopyWriter into(Connection connection, Dialect dialect, String table, List<Column> columns)
            throws SQLException {
        boolean texts = columns.stream().allMatch(column -> column.carrier() == Carrier.TEXT);
        return texts && dialect.writesLiterals()
                ? new LiteralWriter(connection, dialect, table, columns.size())
                : new RowWriter(connection, table, columns);
    }

    /** Takes the current row, which has the table's columns. */
    void add(ResultSet source) throws SQLException;

    /** Writes what was taken and not yet written. */
    void flush() throws SQLException;

    @Override
    void close() throws SQLException;
}
