package io.shardkit.dialect.driver;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * MariaDB Connector/J. The driver aborts a connection by another one, and then reads from the socket to see the end of
 * the first, for which it waits until the reader that was to be released is done. So the sockets are closed instead.
 */
final class MariadbDriver extends JdbcDriver {
    private static final String PACKAGES = "org.mariadb.jdbc.";

    private static final Sockets SOCKETS = new Sockets(PACKAGES, Set.of(PACKAGES + "client.Client"), Set.of());

    MariadbDriver() {
        super("MariaDB", PACKAGES, PACKAGES + "Connection");
    }

    @Override
    public boolean keepsStatements(Connection own) {
        return true;
    }

    /** Returns false where the driver replays transactions on another server: there it recognises a commit by its SQL. */
    @Override
    public boolean commitsBySwitch(DatabaseMetaData own) throws SQLException {
        String url = own.getURL();
        return own.getDriverMajorVersion() >= 3 && url != null && !url.contains("transactionReplay=true");
    }

    /** Since 3.2, where the server is MariaDB, unless it is told not to. */
    @Override
    public boolean sendsBatchesWhole(DatabaseMetaData own) throws SQLException {
        int major = own.getDriverMajorVersion();
        String url = own.getURL();
        return "MariaDB".equalsIgnoreCase(own.getDatabaseProductName())
                && (major > 3 || (major == 3 && own.getDriverMinorVersion() >= 2))
                && (url == null || !url.contains("useBulkStmtsForInserts=false"));
    }

    @Override
    public void end(Connection own, Executor executor) throws SQLException {
        if (!SOCKETS.close(own)) {
            super.end(own, executor);
        }
    }
}
