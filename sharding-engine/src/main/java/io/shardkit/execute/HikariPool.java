package io.shardkit.execute;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads facts from HikariCP's pools; to be asked only where connections are HikariCP's. */
final class HikariPool {
    private static final Logger LOG = LoggerFactory.getLogger(HikariPool.class);

    private HikariPool() {}

    /**
     * Returns true if the application has its own rule by which failures end a connection, or may have one. The pool
     * applies the rule to the failures of the statements that it knows.
     */
    static boolean judgesFailures(DataSource pool) {
        try {
            HikariDataSource own = of(pool);
            return own.getExceptionOverrideClassName() != null || hasRule(own);
        } catch (SQLException | RuntimeException | LinkageError unknown) {
            LOG.debug("A data source does not tell which failures end its connections", unknown);
            return true;
        }
    }

    /**
     * Has a connection that has ended closed when it goes back. Without that, the pool knows the end by the SQLSTATE of a
     * failure, of which H2 has others, and lends without a look what was used a moment ago.
     */
    static void evict(DataSource pool, Connection lent) {
        try {
            of(pool).evictConnection(lent);
        } catch (SQLException | RuntimeException | LinkageError unknown) {
            LOG.debug("A data source does not take a connection out of its pool", unknown);
        }
    }

    /** Returns true if connections of a pool are lent, or waited for, as far as it tells. */
    static boolean isInUse(DataSource pool) {
        try {
            HikariPoolMXBean own = of(pool).getHikariPoolMXBean();
            return own != null && (own.getActiveConnections() > 0 || own.getThreadsAwaitingConnection() > 0);
        } catch (SQLException | RuntimeException | LinkageError unknown) {
            LOG.debug("A data source does not tell if its connections are in use", unknown);
            return false;
        }
    }

    /** Returns the host, and the port if it is given, of the server of a pool; empty if it does not tell. */
    static String address(DataSource pool) {
        try {
            String url = of(pool).getJdbcUrl();
            int start = url == null ? -1 : url.indexOf("//");
            if (url == null || start < 0) {
                return "";
            }
            int end = start + 2;
            while (end < url.length() && "/?;".indexOf(url.charAt(end)) < 0) {
                end++;
            }
            String server = url.substring(start + 2, end);
            // Without the user and password that MySQL's driver reads there
            return server.substring(server.lastIndexOf('@') + 1);
        } catch (SQLException | RuntimeException | LinkageError unknown) {
            LOG.debug("A data source does not tell its server", unknown);
            return "";
        }
    }

    private static HikariDataSource of(DataSource pool) throws SQLException {
        return pool instanceof HikariDataSource hikari ? hikari : pool.unwrap(HikariDataSource.class);
    }

    private static boolean hasRule(HikariDataSource pool) {
        try {
            return pool.getExceptionOverride() != null;
        } catch (NoSuchMethodError beforeVersion6) {
            return false;
        }
    }
}
