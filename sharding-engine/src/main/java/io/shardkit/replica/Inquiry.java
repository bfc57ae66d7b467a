package io.shardkit.replica;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Asks a server about its replication, over a connection that was borrowed for it. */
final class Inquiry {
    /** The time a server may take to answer. */
    private static final int MILLISECONDS = 5_000;

    private final Connection connection;

    Inquiry(Connection connection) throws SQLException {
        this.connection = connection;
        try {
            connection.setNetworkTimeout(Runnable::run, MILLISECONDS);
        } catch (SQLFeatureNotSupportedException withoutTimeout) {
            // It answers or does not.
            return;
        }
    }

    /** Reads an answer. */
    @FunctionalInterface
    interface Reader<T> {
        /** Reads the rows, before the first of which it begins. */
        T read(ResultSet rows) throws SQLException;
    }

    Connection connection() {
        return connection;
    }

    <T> T ask(String query, Reader<T> reader) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return reader.read(rows);
        }
    }

    /** The first value, or null if there is none or it is empty. */
    @Nullable String text(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            String text = rows.next() ? rows.getString(1) : null;
            return text == null || text.isBlank() ? null : text;
        }
    }

    /** Returns true if the answer is 1; false if there is no question. */
    boolean isTrue(@Nullable String query) throws SQLException {
        return query != null && "1".equals(text(query));
    }

    /** Leaves no transaction open. */
    void end() throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }
}
