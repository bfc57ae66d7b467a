package io.shardkit.lab.gate;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose statements pass a gate: around another one, or with setters for a pool that is given the name of
 * this class ({@code dataSourceClassName} of HikariCP) and properties: {@code url}, {@code user}, {@code password},
 * {@code places}, {@code micros}, {@code server}. Thread-safe once it is set up.
 */
public final class GatedDataSource implements DataSource {
    private @Nullable DataSource around;
    private @Nullable Gate gate;

    private String url = "";
    private String user = "";
    private String password = "";
    private String server = "";
    private int places = 1;
    private long micros;
    private @Nullable PrintWriter logWriter;

    /** To be set up by setters. */
    public GatedDataSource() {}

    /** Connections of another data source, whose statements pass this gate. */
    public GatedDataSource(DataSource around, Gate gate) {
        this.around = around;
        this.gate = gate;
    }

    /** The database's own JDBC URL. */
    public void setUrl(String url) {
        this.url = url;
    }

    /** The database's user. */
    public void setUser(String user) {
        this.user = user;
    }

    /** Sets the password of the database's user. */
    public void setPassword(String password) {
        this.password = password;
    }

    /** Sets the number of statements at once. */
    public void setPlaces(int places) {
        this.places = places;
    }

    /** Sets the least time of a statement, in microseconds. */
    public void setMicros(long micros) {
        this.micros = micros;
    }

    /** Sets the server whose gate the statements pass; by default that of the host and port in the URL. */
    public void setServer(String server) {
        this.server = server;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return getConnection(user, password);
    }

    @Override
    public Connection getConnection(String asUser, String withPassword) throws SQLException {
        DataSource inner = around;
        Gate shared = gate;
        if (inner != null && shared != null) {
            return GatedConnection.of(inner.getConnection(), shared);
        }
        String named = server.isEmpty() ? "" : ",server=" + server;
        return DriverManager.getConnection(
                GateSetting.PREFIX + "places=" + places + ",micros=" + micros + named + ":" + url,
                asUser,
                withPassword);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        logWriter = out;
    }

    @Override
    public void setLoginTimeout(int seconds) {
        DriverManager.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() {
        return DriverManager.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.shardkit.lab.gate");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        DataSource inner = around;
        if (inner == null) {
            throw new SQLException("not a " + type.getName());
        }
        return inner.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        DataSource inner = around;
        return type.isInstance(this) || (inner != null && inner.isWrapperFor(type));
    }
}
