package io.shardkit.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Lends connections as some pools do: each borrower gets a wrapper of its own, which answers for {@link Connection}
 * itself, and which only one thread can use at a time, whatever for.
 */
public final class LockedPool {
    private static final Set<String> ABOUT_WRAPPERS = Set.of("unwrap", "isWrapperFor");

    private LockedPool() {}

    /** Such a pool over another one. */
    public static DataSource over(DataSource pool) {
        return (DataSource) Proxy.newProxyInstance(
                LockedPool.class.getClassLoader(),
                new Class<?>[] {DataSource.class, AutoCloseable.class},
                (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(pool, arguments);
                        return answer instanceof Connection connection ? lend(connection) : answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    /** A wrapper of a connection. */
    public static Connection lend(Connection connection) {
        Object lock = new Object();
        return (Connection) Proxy.newProxyInstance(
                LockedPool.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    synchronized (lock) {
                        if (ABOUT_WRAPPERS.contains(method.getName()) && arguments[0] == Connection.class) {
                            return method.getName().equals("unwrap") ? proxy : (Object) true;
                        }
                        try {
                            return method.invoke(connection, arguments);
                        } catch (InvocationTargetException failed) {
                            throw failed.getCause();
                        }
                    }
                });
    }

    /** A wrapper of a connection that says nothing of the driver's. */
    public static Connection hide(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                LockedPool.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isWrapperFor" -> false;
                    case "unwrap" -> throw new SQLException("hidden");
                    default -> method.invoke(connection, arguments);
                });
    }
}
