package io.shardkit.dialect.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * MariaDB Connector/J. It aborts a connection by another one, and then reads from the socket to see its end, for which it
 * waits behind the reader that was to be released. So the sockets are closed instead.
 */
final class MariadbDriver extends JdbcDriver {
    private static final String PACKAGES = "org.mariadb.jdbc.";

    private static final Sockets SOCKETS = new Sockets(PACKAGES, Set.of(PACKAGES + "client.Client"), Set.of());

    MariadbDriver() {
        super(PACKAGES, PACKAGES + "Connection");
    }

    @Override
    public void end(Connection own, Executor executor) throws SQLException {
        if (!SOCKETS.close(own)) {
            super.end(own, executor);
        }
    }
}
