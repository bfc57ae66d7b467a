package io.shardkit.execute.watch;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends statements, and connections whose server may not answer, so that whoever waits for an answer gets an exception.
 * Thread-safe.
 */
public final class Severing {
    private static final Logger LOG = LoggerFactory.getLogger(Severing.class);
    private static final String MARIADB = "org.mariadb.jdbc.";
    private static final String POSTGRESQL = "org.postgresql.";
    private static final String H2 = "org.h2.";

    /** The types between a driver's connection and its sockets. */
    private static final Set<String> LEADING =
            Set.of(MARIADB + "client.Client", H2 + "engine.Session", H2 + "value.Transfer");

    /** How deep a connection holds its sockets: connection, client or session, the client of a list of hosts. */
    private static final int DEPTH = 3;

    private Severing() {}

    /**
     * Cancels a statement; may hang. A statement of PostgreSQL's driver that was cancelled does not end before the
     * cancel has, which a frozen server never answers, so the connection is asked to cancel what it runs.
     */
    static void cancel(Statement statement) throws SQLException {
        Connection driver = DriverConnection.of(statement.getConnection());
        if (!driver.getClass().getName().startsWith(POSTGRESQL)) {
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

    /**
     * Ends a connection; returns at once.
     *
     * @param driver the driver's own if it is known: a pool's may be locked by whoever waits in it
     */
    public static void sever(Connection connection, @Nullable Connection driver) {
        Watchdog.helpers().execute(() -> {
            try {
                end(driver == null ? DriverConnection.of(connection) : driver);
            } catch (SQLException | RuntimeException dead) {
                LOG.debug("A connection was dead", dead);
            }
        });
    }

    private static void end(Connection driver) throws SQLException {
        if (closeSockets(driver)) {
            return;
        }
        if (!driver.getClass().getName().startsWith(H2)) {
            driver.abort(Watchdog.helpers());
        } else if (isExecuting(driver)) {
            // Its abort does nothing; its close cancels what runs first.
            driver.close();
        }
    }

    /** Whether somebody waits in H2's driver. */
    private static boolean isExecuting(Connection driver) {
        try {
            Field executing = driver.getClass().getDeclaredField("executingStatement");
            executing.setAccessible(true);
            return executing.get(driver) != null;
        } catch (ReflectiveOperationException | RuntimeException otherVersion) {
            LOG.debug("H2's driver does not say what it runs", otherVersion);
            return true;
        }
    }

    /**
     * MariaDB's driver aborts a connection by another one, and then reads from the socket to see its end, for which it
     * waits behind the reader that was to be released. H2's, where the database is on a server, waits for the same at
     * its close. So their sockets are closed instead.
     *
     * @return whether that was possible and sufficient
     */
    private static boolean closeSockets(Connection driver) {
        String name = driver.getClass().getName();
        String prefix = name.startsWith(MARIADB) ? MARIADB : name.startsWith(H2) ? H2 : null;
        if (prefix == null) {
            return false;
        }
        try {
            List<Socket> sockets = new ArrayList<>();
            find(driver, prefix, DEPTH, sockets);
            for (Socket socket : sockets) {
                socket.close();
            }
            return !sockets.isEmpty();
        } catch (IOException | ReflectiveOperationException | RuntimeException notPossible) {
            LOG.debug("The socket of a connection could not be closed", notPossible);
            return false;
        }
    }

    private static void find(Object owner, String prefix, int depth, List<Socket> found)
            throws ReflectiveOperationException {
        for (Class<?> type = owner.getClass(); type.getName().startsWith(prefix); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && leads(type, field.getType())) {
                    field.setAccessible(true);
                    Object value = field.get(owner);
                    List<?> values = value instanceof List<?> several
                            ? new ArrayList<>(several)
                            : value == null ? List.of() : List.of(value);
                    for (Object each : values) {
                        if (each instanceof Socket socket) {
                            found.add(socket);
                        } else if (depth > 0 && each != null) {
                            find(each, prefix, depth - 1, found);
                        }
                    }
                }
            }
        }
    }

    /** Whether a field of this type, in this class, may lead to a socket. */
    private static boolean leads(Class<?> owner, Class<?> type) {
        return Socket.class.isAssignableFrom(type)
                || LEADING.contains(type.getName())
                || (type == ArrayList.class && owner.getName().equals(H2 + "engine.SessionRemote"));
    }
}
