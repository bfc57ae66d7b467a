package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.differential.Seeds;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many threads take jobs at the same time: none is taken twice, none is left. */
abstract class TakersContract {
    private static final int JOBS = 100;
    private static final int THREADS = 8;
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private final TestDatabase database;
    private final AtomicInteger retries = new AtomicInteger();
    private LimitFixture fixture;

    TakersContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new LimitFixture(database);
        waitForLocks(1);
        for (long id = 1; id <= JOBS; id++) {
            UpsertFixture.run(
                    fixture.engine,
                    "INSERT INTO job (id, owner, status, priority) VALUES (?, ?, 'new', ?)",
                    id,
                    (int) (id * 31 % 17),
                    (int) (id * 7 % 13));
        }
    }

    @AfterEach
    void close() throws SQLException {
        waitForLocks(50);
        fixture.close();
    }

    /** A deadlock over two servers, which neither sees, ends by the limit that each has; PostgreSQL's is an option. */
    private void waitForLocks(int seconds) throws SQLException {
        if (!database.speaksMysql()) {
            return;
        }
        for (HikariDataSource source : fixture.sources) {
            UpsertFixture.run(source, "SET GLOBAL innodb_lock_wait_timeout = " + seconds);
            // Connections that are open keep theirs.
            source.getHikariPoolMXBean().softEvictConnections();
        }
    }

    /** Takes some jobs, and gives how many. */
    @FunctionalInterface
    private interface Taking {
        int take(Connection connection, Random random) throws SQLException;
    }

    @ParameterizedTest
    @CsvSource({
        "' ORDER BY priority, id', ' SKIP LOCKED', 2",
        "'', ' SKIP LOCKED', 2",
        "' ORDER BY priority, id', '', 2",
        "'', '', 2",
        "' ORDER BY priority, id', ' SKIP LOCKED', 4",
        "' ORDER BY priority, id', '', 4"
    })
    void takesByLocks(String order, String skip, int isolation) throws Exception {
        String lock = "SELECT id, owner FROM job WHERE status = 'new'" + order + " LIMIT ? FOR UPDATE" + skip;
        take(lock + " " + isolation, (connection, random) -> {
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
            int taken = 0;
            int limit = 1 + random.nextInt(4);
            try (PreparedStatement statement = connection.prepareStatement(lock)) {
                statement.setInt(1, limit);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        taken++;
                        int written = UpsertFixture.run(
                                connection,
                                "UPDATE job SET status = 'done', taken = taken + 1 WHERE id = ? AND owner = ?",
                                rows.getLong(1),
                                rows.getInt(2));
                        assertThat(written).isEqualTo(1);
                    }
                }
            }
            assertThat(taken).isLessThanOrEqualTo(limit);
            connection.commit();
            return taken;
        });
    }

    @ParameterizedTest
    @CsvSource({"'', true", "'', false", "' ORDER BY priority, id', true", "' ORDER BY priority, id', false"})
    void takesByUpdates(String order, boolean autoCommit) throws Exception {
        assumeTrue(
                database.speaksMysql() || (database == TestDatabase.H2 && order.isEmpty()),
                "neither PostgreSQL nor, with an order, H2 has LIMIT in a write");
        String update = "UPDATE job SET status = 'done', taken = taken + 1 WHERE status = 'new'" + order + " LIMIT ?";
        take(update + " " + autoCommit, (connection, random) -> {
            connection.setAutoCommit(autoCommit);
            int limit = 1 + random.nextInt(4);
            int taken = UpsertFixture.run(connection, update, limit);
            assertThat(taken).isLessThanOrEqualTo(limit);
            if (!autoCommit) {
                connection.commit();
            }
            return taken;
        });
    }

    private void take(String what, Taking taking) throws Exception {
        long seed = Seeds.chosen();
        System.out.println("takers " + database + " " + what + " seed " + seed);
        AtomicInteger taken = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(seed + i);
            running.add(threads.submit(() -> {
                while (taken.get() < JOBS) {
                    taken.addAndGet(take(taking, random));
                }
                return null;
            }));
        }
        Together.await(threads, running, "seed " + seed);
        System.out.println("takers " + taken + " taken, " + retries.get() + " retries");
        assertThat(taken.get()).as("seed " + seed).isEqualTo(JOBS);
        assertThat(WriteFixture.rows(fixture.engine, "SELECT status, taken, COUNT(*) FROM job GROUP BY status, taken"))
                .as("seed " + seed)
                .isEqualTo(List.of(List.of("done", "1", JOBS + "")));
    }

    private int take(Taking taking, Random random) throws SQLException {
        try (Connection connection = fixture.engine.getConnection()) {
            return taking.take(connection, random);
        } catch (SQLException failure) {
            if (!mayBeTriedAgain(failure)) {
                throw failure;
            }
            retries.incrementAndGet();
            if (failure.getErrorCode() == LOCK_WAIT_TIMEOUT) {
                // Two that wait for each other on two servers would do so again, did both begin at once.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(1_000)));
            }
            return 0;
        }
    }

    private static boolean mayBeTriedAgain(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return failure instanceof SQLTransactionRollbackException
                || state.startsWith("40")
                || state.equals("HYT00")
                || state.equals("55P03")
                || failure.getErrorCode() == LOCK_WAIT_TIMEOUT;
    }
}
