package io.shardkit.loadtest;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.util.Locale;

/** The kind of servers that a load test runs on, each by its own driver: {@code load.database}. */
enum ServerKind {
    MARIADB("MariaDB", "org.mariadb.jdbc.Driver"),
    /** From the folder that {@code shardkit.mysql} names. */
    MYSQL("MySQL", "com.mysql.cj.jdbc.Driver");

    private final String label;
    private final String driver;

    ServerKind(String label, String driver) {
        this.label = label;
        this.driver = driver;
    }

    /** Returns the kind of {@code load.servers}, or else of {@code load.database}; MariaDB if neither is given. */
    static ServerKind ofRun() {
        String servers = System.getProperty("load.servers", "").strip();
        if (!servers.isEmpty()) {
            return servers.startsWith("jdbc:mysql:") ? MYSQL : MARIADB;
        }
        String database = System.getProperty("load.database", "").strip();
        return database.isEmpty() ? MARIADB : valueOf(database.toUpperCase(Locale.ROOT));
    }

    String label() {
        return label;
    }

    /** The class of its JDBC driver. */
    String driver() {
        return driver;
    }

    /** Its profile of the sample. */
    String profile() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Starts one. */
    DatabaseServer start() {
        return this == MYSQL
                ? EmbeddedServers.startMySql(ServerSize.SERVICE)
                : EmbeddedServers.startMariaDb(ServerSize.SERVICE);
    }
}
