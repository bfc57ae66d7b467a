package io.shardkit.lab.gate;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Opens {@code jdbc:gate:places=4,micros=5000:} followed by any JDBC URL: connections of that URL whose statements pass
 * the gate of its server. {@link DriverManager} finds it by itself. Thread-safe.
 */
public final class GateDriver implements Driver {
    static {
        try {
            DriverManager.registerDriver(new GateDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        GateSetting setting = read(url);
        if (setting == null) {
            return null;
        }
        Gate gate;
        try {
            gate = setting.gate();
        } catch (IllegalArgumentException e) {
            throw new SQLException(e.getMessage(), e);
        }
        return GatedConnection.of(DriverManager.getConnection(setting.url(), info), gate);
    }

    /**
     * The gate that connections of a URL pass.
     *
     * @throws IllegalArgumentException if it is none with a gate, or the server has a gate of another size
     */
    public static Gate gate(String url) {
        GateSetting setting = GateSetting.read(url);
        if (setting == null) {
            throw new IllegalArgumentException(url + " has no gate");
        }
        return setting.gate();
    }

    private static @Nullable GateSetting read(String url) throws SQLException {
        try {
            return GateSetting.read(url);
        } catch (IllegalArgumentException e) {
            throw new SQLException(url + " is " + e.getMessage(), e);
        }
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(GateSetting.PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.shardkit.lab.gate");
    }
}
