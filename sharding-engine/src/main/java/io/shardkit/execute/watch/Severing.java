package io.shardkit.execute.watch;

import io.shardkit.dialect.driver.JdbcDrivers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends statements, and connections whose server may not answer, so that a thread waiting for an answer gets an exception.
 * Thread-safe.
 */
public final class Severing {
    private static final Logger LOG = LoggerFactory.getLogger(Severing.class);

    private Severing() {}

    /** Cancels a statement; may hang. */
    static void cancel(Statement statement) throws SQLException {
        Connection driver = DriverConnection.of(statement.getConnection());
        JdbcDrivers.of(driver).cancel(statement, driver);
    }

    /**
     * Ends a connection; returns at once.
     *
     * @param driver the driver's own connection if it is known: a pool's wrapper may be locked by a thread waiting in it
     */
    public static void sever(Connection connection, @Nullable Connection driver) {
        HelperThreads.helpers().execute(severing(connection, driver));
    }

    /** Returns the task that ends a connection, to be run on a thread for tasks that may hang. */
    public static FutureTask<?> severing(Connection connection, @Nullable Connection driver) {
        return new FutureTask<>(
                () -> {
                    try {
                        Connection own = driver == null ? DriverConnection.of(connection) : driver;
                        JdbcDrivers.of(own).end(own, HelperThreads.helpers());
                    } catch (SQLException | RuntimeException dead) {
                        LOG.debug("A connection was dead", dead);
                    }
                },
                null);
    }
}
