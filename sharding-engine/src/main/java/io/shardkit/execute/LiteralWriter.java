package io.shardkit.execute;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Writes rows, all of whose values are carried as text, into one table as statements of literals. Not thread-safe. */
final class LiteralWriter implements CopyWriter {
    /** Far below what the servers take as one packet by default. */
    private static final int MOST_CHARACTERS = 256 * 1024;

    private final Dialect dialect;
    private final boolean[] bare;
    private final Statement statement;
    private final String start;
    private final StringBuilder sql = new StringBuilder();

    LiteralWriter(Connection connection, Dialect dialect, String table, List<Column> columns) throws SQLException {
        this.dialect = dialect;
        this.bare = new boolean[columns.size()];
        for (int i = 0; i < bare.length; i++) {
            bare[i] = dialect.writesBare(columns.get(i).typeName());
        }
        this.start = "INSERT INTO " + table + " VALUES ";
        this.statement = connection.createStatement();
        statement.setEscapeProcessing(false);
    }

    @Override
    public void add(ResultSet source) throws SQLException {
        sql.append(sql.length() == 0 ? start : ",").append('(');
        for (int i = 0; i < bare.length; i++) {
            String value = source.getString(i + 1);
            String literal = value == null ? "NULL" : bare[i] ? value : dialect.literal(value);
            sql.append(i == 0 ? "" : ",").append(literal);
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
