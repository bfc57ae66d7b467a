package com.example.orders.servers;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL server out of a Maven artifact. It also stops when the JVM exits in an orderly way. */
public final class EmbeddedPostgreSql implements DatabaseServer {

    private final EmbeddedPostgres server;

    private EmbeddedPostgreSql(EmbeddedPostgres server) {
        this.server = server;
    }

    /**
     * Starts a server with these databases, empty.
     *
     * @throws IllegalStateException if the server does not start
     */
    public static EmbeddedPostgreSql start(String... databases) {
        try {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("max_connections", "200")
                    .start();
            try (Connection connection = server.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                for (String database : databases) {
                    statement.execute("CREATE DATABASE " + statement.enquoteIdentifier(database, true));
                }
            }
            return new EmbeddedPostgreSql(server);
        } catch (IOException | SQLException e) {
            throw new IllegalStateException("PostgreSQL does not start", e);
        }
    }

    @Override
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + database;
    }

    @Override
    public String username() {
        return "postgres";
    }

    @Override
    public String password() {
        return "postgres";
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
