package io.shardkit.testing;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Makes servers replicas of others. */
final class Replication {
    private static final AtomicInteger SERVERS = new AtomicInteger(1);

    private static final List<String> NOT_COPIED =
            List.of("pg_wal", "pg_replslot", "postmaster.pid", "postmaster.opts");

    private Replication() {}

    private static Connection connect(DatabaseServer server, String database) throws SQLException {
        return DriverManager.getConnection(server.url(database), server.username(), server.password());
    }

    /** Arguments of a MariaDB server that others can follow. */
    static String[] mariaDbPrimary() {
        return new String[] {
            "--server-id=" + SERVERS.getAndIncrement(), "--log-bin", "--binlog-format=ROW", "--gtid-strict-mode=1"
        };
    }

    /** Arguments of a MariaDB server that follows another one. */
    static String[] mariaDbReplica() {
        return new String[] {"--server-id=" + SERVERS.getAndIncrement(), "--read-only=1"};
    }

    /** Arguments of a MySQL server that others can follow; it writes a binary log by default. */
    static String[] mySqlPrimary() {
        return new String[] {
            "--server-id=" + SERVERS.getAndIncrement(), "--gtid-mode=ON", "--enforce-gtid-consistency=ON"
        };
    }

    /** Arguments of a MySQL server that follows another one. */
    static String[] mySqlReplica() {
        return new String[] {
            "--server-id=" + SERVERS.getAndIncrement(),
            "--gtid-mode=ON",
            "--enforce-gtid-consistency=ON",
            "--read-only=1"
        };
    }

    static void followMariaDb(DatabaseServer replica, DatabaseServer primary) throws SQLException {
        // Without MASTER_SSL=0 it never connects to a server without certificates.
        run(
                replica,
                "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=" + port(primary) + ", MASTER_USER='"
                        + primary.username() + "', MASTER_PASSWORD='" + primary.password()
                        + "', MASTER_SSL=0, MASTER_USE_GTID=slave_pos, MASTER_CONNECT_RETRY=1",
                "START SLAVE");
    }

    static void followMySql(DatabaseServer replica, DatabaseServer primary) throws SQLException {
        run(
                replica,
                "CHANGE REPLICATION SOURCE TO SOURCE_HOST='127.0.0.1', SOURCE_PORT=" + port(primary)
                        + ", SOURCE_USER='" + primary.username() + "', SOURCE_PASSWORD='" + primary.password()
                        + "', SOURCE_SSL=0, GET_SOURCE_PUBLIC_KEY=1, SOURCE_AUTO_POSITION=1, SOURCE_CONNECT_RETRY=1",
                "START REPLICA");
    }

    private static String port(DatabaseServer server) {
        return Integer.toString(
                URI.create(server.url("").substring("jdbc:".length())).getPort());
    }

    private static void run(DatabaseServer server, String... commands) throws SQLException {
        try (Connection connection = connect(server, "");
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    /** Copies a running PostgreSQL server's data, with what makes of the copy a replica. */
    static void copy(DatabaseServer primary, @Nullable Path from, Path to) throws SQLException, IOException {
        Path data = Objects.requireNonNull(from);
        String slot = "slot" + SERVERS.getAndIncrement();
        try (Connection connection = connect(primary, "postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_create_physical_replication_slot('" + slot + "', true)");
            statement.execute("SELECT pg_backup_start('replica', true)");
            copy(data, to);
            try (ResultSet rows = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                rows.next();
                Files.writeString(to.resolve("backup_label"), rows.getString(1));
            }
        }
        Files.createDirectories(to.resolve("pg_wal"));
        Files.createDirectories(to.resolve("pg_replslot"));
        Files.createFile(to.resolve("standby.signal"));
        Files.writeString(
                to.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=" + port(primary) + " user=" + primary.username() + "'\n"
                        + "primary_slot_name = '" + slot + "'\nhot_standby = on\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Copies the files. A file that the server removes meanwhile is removed once more when its log is replayed. */
    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (isLeft(folder)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                copyIfThere(folder);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!isLeft(file)) {
                    copyIfThere(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            private boolean isLeft(Path file) {
                return NOT_COPIED.contains(from.relativize(file).getName(0).toString());
            }

            private void copyIfThere(Path file) throws IOException {
                try {
                    Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
                } catch (NoSuchFileException removed) {
                    // Nothing to copy.
                }
            }
        });
    }
}
