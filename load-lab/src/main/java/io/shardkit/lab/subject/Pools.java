package io.shardkit.lab.subject;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.lab.gate.Gate;
import io.shardkit.lab.gate.GateDriver;
import io.shardkit.lab.load.ServerStatus;
import io.shardkit.lab.load.StatementCount;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * The pools of one part of a run, set up alike for all who are measured, who share them: by a gate or directly. Beside
 * them one connection to each server for what is not measured. Thread-safe.
 */
public final class Pools implements AutoCloseable {
    private final Database kind;
    private final List<HikariDataSource> measured = new ArrayList<>();
    private final List<HikariDataSource> plain = new ArrayList<>();
    private final List<Gate> gates = new ArrayList<>();

    /**
     * Opens the pools; a connection is made when it is first needed, but the first of each.
     *
     * @param gate the beginning of a URL by a gate; empty for none
     * @param size the most connections to a server
     */
    public Pools(Database kind, List<Address> addresses, String gate, int size) {
        this.kind = kind;
        for (int server = 0; server < addresses.size(); server++) {
            Address address = addresses.get(server);
            String url = gate + address.url();
            if (!gate.isEmpty()) {
                gates.add(GateDriver.gate(url));
            }
            measured.add(address.pool(name(server), url, size));
            plain.add(address.pool("plain" + server, address.url(), 2));
        }
    }

    /** The name of a server's data source. */
    public static String name(int server) {
        return "s" + server;
    }

    public Database kind() {
        return kind;
    }

    /** The most connections to a server. */
    public int size() {
        return measured.get(0).getMaximumPoolSize();
    }

    public int count() {
        return measured.size();
    }

    public DataSource source(int server) {
        return measured.get(server);
    }

    /** Returns the data sources of the first servers, by name. */
    public Map<String, DataSource> byName(int servers) {
        Map<String, DataSource> byName = new LinkedHashMap<>();
        for (int server = 0; server < servers; server++) {
            byName.put(name(server), measured.get(server));
        }
        return byName;
    }

    /** Connections that are open to all servers, those of the measured pools. */
    public int connections() {
        return measured.stream()
                .mapToInt(pool -> pool.getHikariPoolMXBean().getTotalConnections())
                .sum();
    }

    /**
     * Returns the counter of the statements that the servers got: by their gates, or else by the status of MariaDB and
     * MySQL; other databases do not count statements by themselves.
     */
    public StatementCount.Counter counter() {
        if (!gates.isEmpty()) {
            return () -> gates.stream().mapToLong(Gate::passed).toArray();
        }
        return kind.speaksMysql() ? this::status : StatementCount.Counter.NONE;
    }

    private long[] status() {
        long[] statements = new long[plain.size()];
        for (int server = 0; server < statements.length; server++) {
            try (Connection connection = plain.get(server).getConnection()) {
                statements[server] = ServerStatus.statements(connection);
            } catch (SQLException e) {
                throw new IllegalStateException("the status of " + name(server) + " can't be read", e);
            }
        }
        return statements;
    }

    /** Runs statements past the gate. */
    public void execute(int server, String... statements) throws SQLException {
        try (Connection connection = plain.get(server).getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Sets the parameters of one row. */
    @FunctionalInterface
    public interface Binding {
        void bind(PreparedStatement statement, long row) throws SQLException;
    }

    /** Inserts rows past the gate, in batches. */
    public void fill(int server, String insert, Iterable<Long> rows, Binding binding) throws SQLException {
        try (Connection connection = plain.get(server).getConnection();
                PreparedStatement statement = connection.prepareStatement(insert)) {
            connection.setAutoCommit(false);
            int waiting = 0;
            for (long row : rows) {
                binding.bind(statement, row);
                statement.addBatch();
                if (++waiting == 1_000) {
                    statement.executeBatch();
                    waiting = 0;
                }
            }
            if (waiting > 0) {
                statement.executeBatch();
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    /** Is given each row of a query. */
    @FunctionalInterface
    public interface Reader {
        void read(ResultSet row) throws SQLException;
    }

    /** Reads past the gate. */
    public void read(int server, String query, Reader reader) throws SQLException {
        try (Connection connection = plain.get(server).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                reader.read(rows);
            }
        }
    }

    @Override
    public void close() {
        measured.forEach(HikariDataSource::close);
        plain.forEach(HikariDataSource::close);
    }
}
