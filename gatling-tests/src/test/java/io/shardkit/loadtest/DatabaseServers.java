package io.shardkit.loadtest;

import io.shardkit.lab.load.ServerStatus;
import io.shardkit.lab.load.StatementCount;
import io.shardkit.lab.subject.Database;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The MariaDB, MySQL or PostgreSQL servers of a run: embedded ones of the kind that {@code load.database} names, or those whose addresses {@code load.servers} lists, separated by blanks,
 * such as {@code jdbc:mariadb://db1:3306/ jdbc:mariadb://db2:3306/}, with {@code load.username} and {@code load.password}.
 * Each topology gets databases of its own on the first servers, named {@code shardkit_load_...}; databases of these names
 * are dropped first.
 */
final class DatabaseServers implements AutoCloseable {

    private static final String PREFIX = "shardkit_load_";

    private final List<DatabaseServer> embedded = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();
    private String username = "";
    private String password = "";
    private final List<Connection> watching = new ArrayList<>();

    private DatabaseServers() {}

    /** Returns the kind of {@code load.servers}, or else of {@code load.database}; MariaDB if neither is given. */
    static Database kind() {
        String servers = System.getProperty("load.servers", "").strip();
        return servers.isEmpty()
                ? Settings.read("load.database", Database.MARIADB, Database::named)
                : Database.ofUrl(servers);
    }

    /** Returns the class of their JDBC driver. */
    static String driver() {
        return switch (kind()) {
            case MYSQL -> "com.mysql.cj.jdbc.Driver";
            case POSTGRESQL -> "org.postgresql.Driver";
            default -> "org.mariadb.jdbc.Driver";
        };
    }

    /** Returns their profile of the sample. */
    static String profile() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    static DatabaseServers start(int count) {
        DatabaseServers servers = new DatabaseServers();
        String listed = System.getProperty("load.servers", "").strip();
        if (!listed.isEmpty()) {
            servers.addresses.addAll(List.of(listed.split("[\\s,]+")));
            servers.username = System.getProperty("load.username", "root");
            servers.password = System.getProperty("load.password", "");
            if (servers.addresses.size() < count) {
                throw new IllegalArgumentException(
                        "load.servers lists " + servers.addresses.size() + " servers; " + count + " are needed");
            }
            return servers;
        }
        try {
            for (int i = 0; i < count; i++) {
                DatabaseServer server =
                        switch (kind()) {
                            case MYSQL -> EmbeddedServers.startMySql(ServerSize.SERVICE);
                            case POSTGRESQL -> EmbeddedServers.startPostgres(ServerSize.SERVICE);
                            default -> EmbeddedServers.startMariaDb(ServerSize.SERVICE);
                        };
                servers.embedded.add(server);
                servers.addresses.add(server.url(kind() == Database.POSTGRESQL ? "postgres" : ""));
                servers.username = server.username();
                servers.password = server.password();
            }
        } catch (RuntimeException e) {
            servers.close();
            throw e;
        }
        return servers;
    }

    /** For the report. */
    String title() {
        return embedded.isEmpty()
                ? String.join(", ", addresses)
                : embedded.size() + " embedded " + DatabaseServers.kind().label() + " servers";
    }

    /**
     * Empty databases for a topology, one on each server.
     *
     * @param purpose part of their names, so that two uses of one topology do not meet
     */
    List<PhysicalTables.Location> databases(Topology topology, String purpose) throws SQLException {
        List<PhysicalTables.Location> locations = new ArrayList<>();
        String database = PREFIX + purpose + "_" + topology.name();
        for (int i = 0; i < topology.databases(); i++) {
            String address = addresses.get(i);
            try (Connection connection = DriverManager.getConnection(address, username, password);
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP DATABASE IF EXISTS " + database);
                statement.execute(
                        "CREATE DATABASE " + database + (kind().speaksMysql() ? " CHARACTER SET utf8mb4" : ""));
            }
            locations.add(new PhysicalTables.Location(
                    "ds" + i, inDatabase(address, database), username, password, topology.suffixes()));
        }
        return locations;
    }

    /** An address with a database, in place of its own if it has one, between the host and the options. */
    static String inDatabase(String address, String database) {
        int options = address.indexOf('?');
        String host = options < 0 ? address : address.substring(0, options);
        String rest = options < 0 ? "" : address.substring(options);
        int path = host.indexOf('/', host.indexOf("//") + 2);
        return (path < 0 ? host : host.substring(0, path)) + "/" + database.toLowerCase(Locale.ROOT) + rest;
    }

    /** The statements that each server has got, by a connection to each that stays open. */
    StatementCount.Counter counter() throws SQLException {
        for (String address : addresses) {
            watching.add(DriverManager.getConnection(address, username, password));
        }
        return () -> watching.stream().mapToLong(DatabaseServers::statements).toArray();
    }

    private static long statements(Connection connection) {
        try {
            return ServerStatus.statements(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("the status of a server can't be read", e);
        }
    }

    @Override
    public void close() {
        for (Connection each : watching) {
            try {
                each.close();
            } catch (SQLException e) {
                // its server is about to end, or is not ours
            }
        }
        embedded.forEach(DatabaseServer::close);
    }
}
