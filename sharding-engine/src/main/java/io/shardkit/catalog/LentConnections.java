package io.shardkit.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Open connections that may be read on until they are taken back, even if another object still refers to them.
 * Thread-safe.
 */
public final class LentConnections implements OpenConnections, AutoCloseable {
    private volatile OpenConnections open;

    /** Lends those of a session. */
    public LentConnections(OpenConnections open) {
        this.open = open;
    }

    @Override
    public @Nullable Connection to(int dataSource) {
        return open.to(dataSource);
    }

    @Override
    public <T> @Nullable T ask(int dataSource, Question<T> question) throws SQLException {
        return open.ask(dataSource, question);
    }

    @Override
    public long left() throws SQLException {
        return open.left();
    }

    @Override
    public void beforeWaitingFor(int dataSource) throws SQLException {
        open.beforeWaitingFor(dataSource);
    }

    /** Takes them back. */
    @Override
    public void close() {
        open = NONE;
    }
}
