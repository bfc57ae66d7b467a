package io.shardkit.dialect.driver;

import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * H2's driver. Abort does nothing. Close cancels what runs first; where the database is on a server, it waits for the
 * reader that was to be released, so the sockets are closed instead. The driver gives a query timeout to the connection,
 * and so to all that runs there later.
 */
final class H2Driver extends JdbcDriver {
    private static final Logger LOG = LoggerFactory.getLogger(H2Driver.class);
    private static final String PACKAGES = "org.h2.";

    private static final Sockets SOCKETS = new Sockets(
            PACKAGES,
            Set.of(PACKAGES + "engine.Session", PACKAGES + "value.Transfer"),
            Set.of(PACKAGES + "engine.SessionRemote"));

    H2Driver() {
        super("H2 JDBC", PACKAGES, PACKAGES + "jdbc.JdbcConnection");
    }

    @Override
    public boolean keepsTimeouts() {
        return false;
    }

    @Override
    public boolean roundsToWhole() {
        return true;
    }

    @Override
    public void end(Connection own, Executor executor) throws SQLException {
        if (!SOCKETS.close(own) && isExecuting(own)) {
            own.close();
        }
    }

    /** To close the driver's connection would roll back, so its session is closed, which keeps what is prepared. */
    @Override
    public void leave(Connection own, Executor executor) throws SQLException {
        try {
            Object session = own.getClass().getMethod("getSession").invoke(own);
            if (session instanceof AutoCloseable closeable) {
                closeable.close();
            }
        } catch (Exception otherVersion) {
            throw new SQLException("the session of H2's connection cannot be closed", otherVersion);
        }
    }

    /** Returns true if a thread waits in the driver. */
    private static boolean isExecuting(Connection own) {
        try {
            Field executing = own.getClass().getDeclaredField("executingStatement");
            executing.setAccessible(true);
            return executing.get(own) != null;
        } catch (ReflectiveOperationException | RuntimeException otherVersion) {
            LOG.debug("H2's driver does not say what it runs", otherVersion);
            return true;
        }
    }
}
