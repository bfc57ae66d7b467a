package io.shardkit.replica;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The pool of the current primary. Thread-safe. */
final class PrimarySource implements DataSource, AutoCloseable {
    private final DataSource configured;
    private volatile DataSource current;

    PrimarySource(DataSource configured) {
        this.configured = configured;
        this.current = configured;
    }

    /** Another one is the primary from now on. */
    void set(DataSource promoted) {
        current = promoted;
    }

    /** Returns the pool of the current primary. */
    DataSource current() {
        return current;
    }

    /** Returns the pool of the primary at the start. */
    DataSource configured() {
        return configured;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return current.getConnection();
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return current.getConnection(username, password);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return current.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        current.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        current.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return current.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return current.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return current.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return current.isWrapperFor(type);
    }

    /** Does nothing: the pools belong to the application. */
    @Override
    public void close() {}
}
