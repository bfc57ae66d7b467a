package io.shardkit.restore;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.MySqlPrograms;
import io.shardkit.testing.ServerSize;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A primary with a copy that applies what it wrote up to a position, and no further. */
final class StoppedCopies implements AutoCloseable {
    private static final String DATABASE = "shop";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final TestDatabase kind;
    private final DatabaseServer primary;
    private @Nullable DatabaseServer copy;

    StoppedCopies(TestDatabase kind) throws SQLException {
        this.kind = kind;
        switch (kind) {
            case POSTGRESQL -> this.primary = EmbeddedServers.startPostgres(ServerSize.SMALL);
            case MYSQL -> {
                MySqlPrograms.assume();
                this.primary = EmbeddedServers.startMySqlPrimary();
            }
            default -> this.primary = EmbeddedServers.startMariaDbPrimary();
        }
        primary.createDatabase(DATABASE);
        if (kind == TestDatabase.POSTGRESQL) {
            // What is not flushed at a commit is sent to replicas later.
            run(primary, "ALTER DATABASE " + DATABASE + " SET synchronous_commit = on");
        }
    }

    String url() {
        return primary.url(DATABASE);
    }

    DatabaseServer primary() {
        return primary;
    }

    /** Makes the copy, which applies nothing until it is told how far. */
    void copy() throws Exception {
        DatabaseServer made =
                switch (kind) {
                    case POSTGRESQL -> EmbeddedServers.startPostgresReplica(primary);
                    case MYSQL -> EmbeddedServers.startMySqlReplica(primary);
                    default -> EmbeddedServers.startMariaDbReplica(primary);
                };
        copy = made;
        if (kind == TestDatabase.POSTGRESQL) {
            run(made, "SELECT pg_wal_replay_pause()");
        } else {
            await("the copy has the database", () -> {
                try {
                    return ask(made, "SELECT 1") == 1;
                } catch (SQLException notYet) {
                    return false;
                }
            });
            run(made, kind == TestDatabase.MYSQL ? "STOP REPLICA" : "STOP SLAVE");
        }
    }

    /** Has the copy apply what was written up to a position. */
    void applyUntil(String position) throws Exception {
        DatabaseServer made = made();
        switch (kind) {
            case POSTGRESQL -> {
                // The position is where the next record begins, which is not to be applied.
                run(made, "ALTER SYSTEM SET recovery_target_inclusive = off");
                run(made, "ALTER SYSTEM SET recovery_target_lsn = '" + position + "'");
                made.crash(0);
                await(
                        "recovery stops",
                        () -> ask(made, "SELECT CASE WHEN pg_get_wal_replay_pause_state() = 'paused' THEN 1 ELSE 0 END")
                                == 1);
            }
            case MYSQL -> {
                // By several workers it stops at times with error 1399 when it applies branches.
                run(made, "SET GLOBAL replica_parallel_workers = 1");
                run(made, "START REPLICA UNTIL SQL_AFTER_GTIDS = '" + position + "'");
                await(
                        "the copy stops",
                        () -> ask(made, "SELECT GTID_SUBSET('" + position + "', @@GLOBAL.gtid_executed)") == 1);
                run(made, "STOP REPLICA");
            }
            default -> {
                run(made, "START SLAVE UNTIL master_gtid_pos = '" + position + "'");
                await(
                        "the copy stops",
                        () -> ask(
                                        made,
                                        "SELECT CASE WHEN @@GLOBAL.gtid_slave_pos = '" + position
                                                + "' THEN 1 ELSE 0 END")
                                == 1);
                run(made, "STOP SLAVE");
            }
        }
    }

    long ask(String query) throws SQLException {
        return ask(made(), query);
    }

    private DatabaseServer made() {
        if (copy == null) {
            throw new IllegalStateException("no copy was made");
        }
        return copy;
    }

    private static long ask(DatabaseServer server, String query) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static void run(DatabaseServer server, String command) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    private static Connection connect(DatabaseServer server) throws SQLException {
        return DriverManager.getConnection(server.url(DATABASE), server.username(), server.password());
    }

    private interface State {
        boolean isThere() throws SQLException;
    }

    private static void await(String what, State state) throws SQLException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!state.isThere()) {
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException(what + ": not within " + PATIENCE);
            }
            Thread.sleep(20);
        }
    }

    @Override
    public void close() throws IOException {
        if (copy != null) {
            copy.close();
        }
        primary.close();
    }
}
