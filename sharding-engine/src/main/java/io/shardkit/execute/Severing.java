package io.shardkit.execute;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends statements, and connections whose server may not answer, so that whoever waits for an answer gets an exception.
 * Thread-safe.
 */
final class Severing {
    private static final Logger LOG = LoggerFactory.getLogger(Severing.class);
    private static final String MARIADB = "org.mariadb.jdbc.";
    private static final String POSTGRESQL = "org.postgresql.";

    /** How deep the driver's connection holds its socket: connection, client, the client of a list of hosts. */
    private static final int DEPTH = 3;

    private Severing() {}

    /**
     * Cancels a statement; may hang. A statement of PostgreSQL's driver that was cancelled does not end before the
     * cancel has, which a frozen server never answers, so the connection is asked to cancel what it runs.
     */
    static void cancel(Statement statement) throws SQLException {
        Connection driver = null;
        try {
            driver = statement.getConnection().unwrap(Connection.class);
        } catch (SQLException notUnwrapped) {
            LOG.debug("A connection hides its driver's", notUnwrapped);
        }
        if (driver == null || !driver.getClass().getName().startsWith(POSTGRESQL)) {
            statement.cancel();
            return;
        }
        try {
            driver.getClass().getMethod("cancelQuery").invoke(driver);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new SQLException("A statement could not be cancelled", failed.getCause());
        } catch (ReflectiveOperationException notPossible) {
            statement.cancel();
        }
    }

    /** Ends a connection; returns at once. */
    static void sever(Connection connection) {
        Watchdog.helpers().execute(() -> {
            if (closeSocket(connection)) {
                return;
            }
            try {
                connection.abort(Watchdog.helpers());
            } catch (SQLException | RuntimeException dead) {
                LOG.debug("A connection was dead", dead);
            }
        });
    }

    /**
     * MariaDB's driver aborts a connection by another one, and then reads from the socket to see its end, for which it
     * waits behind the reader that was to be released. So its socket is closed instead.
     *
     * @return whether that was possible and sufficient
     */
    private static boolean closeSocket(Connection connection) {
        try {
            Connection driver = connection.unwrap(Connection.class);
            Socket socket = driver.getClass().getName().startsWith(MARIADB) ? socket(driver, DEPTH) : null;
            if (socket == null) {
                return false;
            }
            socket.close();
            return true;
        } catch (SQLException | IOException | ReflectiveOperationException | RuntimeException notPossible) {
            LOG.debug("The socket of a connection could not be closed", notPossible);
            return false;
        }
    }

    private static @Nullable Socket socket(Object owner, int depth) throws ReflectiveOperationException {
        for (Class<?> type = owner.getClass(); type.getName().startsWith(MARIADB); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                boolean leads = Socket.class.isAssignableFrom(field.getType())
                        || field.getType().getName().equals(MARIADB + "client.Client");
                if (!leads || Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                field.setAccessible(true);
                Object value = field.get(owner);
                Socket found = value instanceof Socket socket
                        ? socket
                        : value == null || depth == 0 ? null : socket(value, depth - 1);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }
}
