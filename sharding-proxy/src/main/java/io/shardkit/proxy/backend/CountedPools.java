package io.shardkit.proxy.backend;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.execute.driver.FrontEndDatabase;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections whose UPDATE counts the rows that it changed, not those that it found, for clients that do not ask for the
 * latter: a server is told that when a connection to it is made, and so they have pools of their own. These are copies of
 * the others, and are opened when first a client needs them. Thread-safe.
 */
final class CountedPools implements AutoCloseable {
    private static final String OPTION = "useAffectedRows";

    private final FrontEndDatabase database;

    /** The copies by what they were made of. */
    private final Map<DataSource, HikariDataSource> opened = new HashMap<>();

    private volatile FrontEndDatabase.@Nullable Connections connections;
    private boolean closed;

    private CountedPools(FrontEndDatabase database) {
        this.database = database;
    }

    /**
     * Returns the pools of a database.
     *
     * @return null if all its clients get the same counts, as its configuration says which, or its pools cannot be copied
     */
    static @Nullable CountedPools of(DataSource logical) throws SQLException {
        if (!logical.isWrapperFor(FrontEndDatabase.class)) {
            return null;
        }
        FrontEndDatabase database = logical.unwrap(FrontEndDatabase.class);
        List<DataSource> pools = database.pools();
        return !pools.isEmpty() && pools.stream().allMatch(CountedPools::canBeCopied)
                ? new CountedPools(database)
                : null;
    }

    private static boolean canBeCopied(DataSource each) {
        return each instanceof HikariDataSource pool && pool.getJdbcUrl() != null && !says(pool);
    }

    private static boolean says(HikariDataSource pool) {
        Properties properties = pool.getDataSourceProperties();
        return pool.getJdbcUrl().toLowerCase(Locale.ROOT).contains(OPTION.toLowerCase(Locale.ROOT))
                || properties.stringPropertyNames().stream().anyMatch(OPTION::equalsIgnoreCase);
    }

    /** @throws SQLException if they are closed */
    FrontEndDatabase.Connections connections() throws SQLException {
        FrontEndDatabase.Connections known = connections;
        return known == null ? open() : known;
    }

    private synchronized FrontEndDatabase.Connections open() throws SQLException {
        FrontEndDatabase.Connections known = connections;
        if (known != null) {
            return known;
        }
        if (closed) {
            throw new SQLException("The server has stopped", "08003");
        }
        FrontEndDatabase.Connections made = database.over(this::counted);
        connections = made;
        return made;
    }

    /** The copy of a pool, which may come with another rule; those of pools that are closed by then are closed. */
    private synchronized DataSource counted(DataSource each) {
        if (closed || !canBeCopied(each) || !(each instanceof HikariDataSource pool)) {
            return each;
        }
        opened.entrySet().removeIf(known -> {
            boolean isOver = known.getKey() instanceof HikariDataSource other && other.isClosed();
            if (isOver) {
                known.getValue().close();
            }
            return isOver;
        });
        return opened.computeIfAbsent(pool, original -> copy(pool));
    }

    private static HikariDataSource copy(HikariDataSource pool) {
        HikariConfig copy = new HikariConfig();
        pool.copyStateTo(copy);
        copy.setPoolName(pool.getPoolName() + "-changed");
        copy.setJdbcUrl(withOption(pool.getJdbcUrl()));
        copy.setMinimumIdle(0);
        copy.setInitializationFailTimeout(-1);
        return new HikariDataSource(copy);
    }

    /** Returns the number of the pools' connections that are in use. */
    synchronized int inUse() {
        return opened.values().stream()
                .mapToInt(pool -> pool.getHikariPoolMXBean().getActiveConnections())
                .sum();
    }

    /** Closes the connections of the copies, those in use when they are given back. */
    synchronized void evict() {
        opened.values().forEach(CountedPools::evict);
    }

    /** Closes the connections of a pool likewise. */
    static void evict(DataSource each) {
        if (each instanceof HikariDataSource pool && pool.getHikariPoolMXBean() != null) {
            pool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    static String withOption(String url) {
        String separator = url.indexOf('?') < 0 ? "?" : url.endsWith("?") || url.endsWith("&") ? "" : "&";
        return url + separator + OPTION + "=true";
    }

    @Override
    public synchronized void close() {
        closed = true;
        opened.values().forEach(HikariDataSource::close);
    }
}
