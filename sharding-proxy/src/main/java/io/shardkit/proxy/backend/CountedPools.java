package io.shardkit.proxy.backend;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.execute.driver.FrontEndDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private final List<HikariDataSource> pools;
    private final List<HikariDataSource> opened = new ArrayList<>();
    private volatile FrontEndDatabase.@Nullable Connections connections;
    private boolean closed;

    private CountedPools(FrontEndDatabase database, List<HikariDataSource> pools) {
        this.database = database;
        this.pools = pools;
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
        List<HikariDataSource> pools = new ArrayList<>();
        for (DataSource each : database.pools()) {
            if (!(each instanceof HikariDataSource pool) || pool.getJdbcUrl() == null || says(pool)) {
                return null;
            }
            pools.add(pool);
        }
        return pools.isEmpty() ? null : new CountedPools(database, pools);
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
        for (HikariDataSource pool : pools.subList(opened.size(), pools.size())) {
            HikariConfig copy = new HikariConfig();
            pool.copyStateTo(copy);
            copy.setPoolName(pool.getPoolName() + "-changed");
            copy.setJdbcUrl(withOption(pool.getJdbcUrl()));
            copy.setMinimumIdle(0);
            copy.setInitializationFailTimeout(-1);
            opened.add(new HikariDataSource(copy));
        }
        FrontEndDatabase.Connections made = database.over(List.copyOf(opened));
        connections = made;
        return made;
    }

    /** Returns the number of the pools' connections that are in use. */
    synchronized int inUse() {
        return opened.stream()
                .mapToInt(pool -> pool.getHikariPoolMXBean().getActiveConnections())
                .sum();
    }

    static String withOption(String url) {
        String separator = url.indexOf('?') < 0 ? "?" : url.endsWith("?") || url.endsWith("&") ? "" : "&";
        return url + separator + OPTION + "=true";
    }

    @Override
    public synchronized void close() {
        closed = true;
        opened.forEach(HikariDataSource::close);
    }
}
