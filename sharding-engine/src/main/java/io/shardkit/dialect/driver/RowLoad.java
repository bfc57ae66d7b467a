package io.shardkit.dialect.driver;

import java.io.InputStream;
import java.sql.SQLException;

/** Sends rows to a database in a form of their own, past INSERT. For the thread that has the connection. */
@FunctionalInterface
public interface RowLoad {
    /**
     * Sends rows, all or none.
     *
     * @param sql the statement that takes them
     * @param rows their bytes, as the statement says
     */
    void send(String sql, InputStream rows) throws SQLException;
}
