package io.shardkit.proxy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.proxy.backend.BlockingSockets;
import java.util.Map;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Sets the proxy's options for connections to the databases where its configuration does not set others. Options of a
 * data source come first, be they in its URL or among its properties.
 */
final class BackendDefaults implements BeanPostProcessor {
    /**
     * Options of the drivers of MariaDB and MySQL. Prepared statements are prepared on the servers too, once on each
     * connection: so a parameter has the type there that the client gave it, and neither side makes text of it.
     */
    private static final Map<String, String> PREPARING = Map.of(
            "useServerPrepStmts", "true",
            "cachePrepStmts", "true",
            "prepStmtCacheSize", "250",
            "prepStmtCacheSqlLimit", "2048");

    /** Of MariaDB's driver; MySQL's means something else by it. */
    private static final Map<String, String> READING = Map.of("socketFactory", BlockingSockets.class.getName());

    /** Of MySQL's driver, so that values are as the server has them. */
    private static final Map<String, String> EXACT = Map.of(
            "yearIsDateType", "false",
            "tinyInt1isBit", "false");

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof HikariDataSource pool) {
            apply(pool);
        }
        return bean;
    }

    static void apply(HikariConfig pool) {
        PREPARING.forEach(pool.getDataSourceProperties()::putIfAbsent);
        String url = pool.getJdbcUrl();
        if (url != null && url.startsWith("jdbc:mysql:")) {
            EXACT.forEach(pool.getDataSourceProperties()::putIfAbsent);
        }
        if (url != null && url.startsWith("jdbc:mariadb:")) {
            READING.forEach(pool.getDataSourceProperties()::putIfAbsent);
        }
    }
}
