package io.shardkit.driver;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes URLs of the form {@code jdbc:shardkit:classpath:sharding.yml} and {@code jdbc:shardkit:file:/path/sharding.yml}.
 * Thread-safe.
 *
 * <p>All connections of one URL share the pools of the databases. They are opened with the first connection and stay
 * open until the process ends, or the driver is deregistered. User and password stand in the file: those of a connection
 * are not used.
 */
public final class ShardkitDriver implements Driver {
    static final String PREFIX = "jdbc:shardkit:";

    private static final OpenDataSources OPEN = new OpenDataSources();

    static {
        try {
            DriverManager.registerDriver(new ShardkitDriver(), OPEN::closeAll);
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** For the tools that make drivers themselves; {@link DriverManager} has its own. */
    public ShardkitDriver() {}

    /**
     * A logical connection, or null if the URL is none of this driver's.
     *
     * @throws SQLException if the file cannot be used or a database cannot be reached; the message says which property
     *     of the file it is, and what would be right
     */
    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        return acceptsURL(url) ? OPEN.of(url.substring(PREFIX.length())).getConnection() : null;
    }

    @Override
    public boolean acceptsURL(@Nullable String url) {
        return url != null && url.startsWith(PREFIX);
    }

    /** None: all settings are in the file. */
    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 0;
    }

    @Override
    public int getMinorVersion() {
        return 1;
    }

    /** False, as not every statement of SQL-92 runs over several databases. */
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("messages are logged by SLF4J");
    }
}
