package io.shardkit.execute;

import io.shardkit.dialect.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Writes rows, all of whose values are carried as text, into one table as statements of literals. Not thread-safe. */
final class LiteralWriter implements CopyWriter {
    /** Far below what the servers take as one packet by default. */
    private static final int MOST_CHARACTERS = 256 * 1024;

    private final Dialect dialect;
    private final int columns;
    private final Statement statement;
    private final String start;
    private final StringBuilder sql = new StringBuilder();

    LiteralWriter(Connection connection, Dialect dialect, String table, int columns) throws SQLException {
        this.dialect = dialect;
        this.columns = columns;
        this.start = "INSERT INTO " + table + " VALUES ";
        this.statement = connection.createStatement();
        statement.setEscapeProcessing(false);
    }

    @Override
    public void add(ResultSet source) throws SQLException {
        sql.append(sql.length() == 0 ? start : ",").append('(');
        for (int i = 1; i <= columns; i++) {
            String value = source.getString(i);
            sql.append(i == 1 ? "" : ",").append(value == null ? "NULL" : dialect.literal(value));
        }
        sql.append(')');
        if (sql.length() >= MOST_CHARACTERS) {
            flush();
        }
    }

    @Override
    public void flush() throws SQLException {
        if (sql.length() > 0) {
            statement.executeUpdate(sql.toString());
            sql.setLength(0);
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
