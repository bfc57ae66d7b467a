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
    /** Enough to make the round trip cheap, and few enough for the rows that follow to be read meanwhile. */
    private static final int ENOUGH_CHARACTERS = 24 * 1024;

    private final Dialect dialect;
    private final boolean[] bare;
    private final Statement statement;
    private final String start;

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
    public Collector collector() {
        return new Literals();
    }

    private final class Literals implements Collector {
        private final StringBuilder sql = new StringBuilder(ENOUGH_CHARACTERS + 1024);

        @Override
        public void add(ResultSet source) throws SQLException {
            sql.append(sql.length() == 0 ? start : ",");
            for (int i = 0; i < bare.length; i++) {
                sql.append(i == 0 ? '(' : ',');
                String value = source.getString(i + 1);
                sql.append(value == null ? "NULL" : bare[i] ? value : dialect.literal(value));
            }
            sql.append(')');
        }

        @Override
        public boolean isFull() {
            return sql.length() >= ENOUGH_CHARACTERS;
        }

        @Override
        public Chunk take() {
            String text = sql.toString();
            sql.setLength(0);
            return () -> {
                if (!text.isEmpty()) {
                    statement.executeUpdate(text);
                }
            };
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
