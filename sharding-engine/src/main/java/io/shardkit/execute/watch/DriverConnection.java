package io.shardkit.execute.watch;

import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.dialect.driver.JdbcDrivers;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the driver's own connection inside the wrapper that a pool lends. Some pools unwrap {@link Connection} to the
 * very wrapper that was asked, which differs for each borrower and may be locked by a thread waiting in it; so they are
 * asked for the drivers' own types. Thread-safe.
 */
public final class DriverConnection {
    private static final Logger LOG = LoggerFactory.getLogger(DriverConnection.class);

    private static final String HIKARI = "com.zaxxer.hikari.pool.HikariProxyConnection";

    /** The types that a pool's class may know. */
    private static final ClassValue<List<Class<?>>> KNOWN = new ClassValue<>() {
        @Override
        protected List<Class<?>> computeValue(Class<?> pools) {
            return types(pools);
        }
    };

    private DriverConnection() {}

    /** The driver's own connection, or the innermost that can be had. */
    public static Connection of(Connection connection) {
        if (JdbcDrivers.areKnown(connection.getClass())) {
            return connection;
        }
        Connection inner = inner(connection);
        if (JdbcDrivers.areKnown(inner.getClass())) {
            return inner;
        }
        Connection own = byType(connection);
        return own == null ? inner : own;
    }

    /** Returns true if a pool's wrapper unwraps to a driver's own connection when it is asked for {@link Connection}. */
    public static boolean leads(Connection wrapper, Connection own) {
        return wrapper != own && JdbcDrivers.areKnown(own.getClass()) && inner(wrapper) == own;
    }

    /**
     * Returns true if HikariCP's wrapper wraps a driver's own connection directly, with nothing between the two that
     * would have to see its statements.
     */
    public static boolean isHikariOver(Connection wrapper, Connection own) {
        return isHikari(wrapper) && leads(wrapper, own);
    }

    /** Returns true if the connection is lent by HikariCP, with nothing around its wrapper. */
    public static boolean isHikari(Connection wrapper) {
        return wrapper.getClass().getName().equals(HIKARI);
    }

    private static Connection inner(Connection connection) {
        try {
            return connection.isWrapperFor(Connection.class) ? connection.unwrap(Connection.class) : connection;
        } catch (SQLException | RuntimeException hidden) {
            LOG.debug("A connection hides its driver's", hidden);
            return connection;
        }
    }

    private static @Nullable Connection byType(Connection connection) {
        for (Class<?> type : KNOWN.get(connection.getClass())) {
            try {
                if (connection.isWrapperFor(type) && connection.unwrap(type) instanceof Connection own) {
                    return own;
                }
            } catch (SQLException | RuntimeException hidden) {
                LOG.debug("A connection hides its driver's", hidden);
            }
        }
        return null;
    }

    private static List<Class<?>> types(Class<?> pools) {
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        add(loaders, pools);
        add(loaders, DriverConnection.class);
        DriverManager.drivers().map(Driver::getClass).forEach(type -> add(loaders, type));
        Set<Class<?>> found = new LinkedHashSet<>();
        for (JdbcDriver driver : JdbcDrivers.KNOWN) {
            String name = driver.connectionType();
            for (ClassLoader loader : loaders) {
                try {
                    found.add(Class.forName(name, false, loader));
                } catch (ClassNotFoundException | LinkageError absent) {
                    LOG.trace("{} is not there", name, absent);
                }
            }
        }
        return List.copyOf(found);
    }

    private static void add(Set<ClassLoader> loaders, Class<?> of) {
        ClassLoader loader = of.getClassLoader();
        if (loader != null) {
            loaders.add(loader);
        }
    }
}
