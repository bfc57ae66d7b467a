package io.shardkit.execute;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What HikariCP's pools tell of themselves; to be asked only where connections are HikariCP's. */
final class HikariPool {
    private static final Logger LOG = LoggerFactory.getLogger(HikariPool.class);

    private HikariPool() {}

    /**
     * Whether the application has its own rule by which failures end a connection, or may have one. The pool applies it to
     * the failures of the statements that it knows.
     */
    static boolean judgesFailures(DataSource pool) {
        try {
            HikariDataSource own =
                    pool instanceof HikariDataSource hikari ? hikari : pool.unwrap(HikariDataSource.class);
            return own.getExceptionOverrideClassName() != null || hasRule(own);
        } catch (SQLException | RuntimeException | LinkageError unknown) {
            LOG.debug("A data source does not tell which failures end its connections", unknown);
            return true;
        }
    }

    private static boolean hasRule(HikariDataSource pool) {
        try {
            return pool.getExceptionOverride() != null;
        } catch (NoSuchMethodError beforeVersion6) {
            return false;
        }
    }
}
