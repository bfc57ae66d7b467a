package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.differential.Seeds;
import io.shardkit.options.MovingUpdates;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
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
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongFunction;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many threads move few rows at the same time: none is lost, none is doubled, and no update of one is. */
abstract class MoversContract {
    private static final int ROWS = 6;
    private static final int THREADS = 8;
    private static final int SAVES = 24;
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private static final String SAVE = "UPDATE account SET owner = ?, version = version + 1, note = ? WHERE id = ?";

    /** The note comes first, as MariaDB reads a column as it has just assigned it. */
    private static final String NEXT = "UPDATE account SET note = CONCAT(owner + ?, ''), owner = owner + ?,"
            + " version = version + 1 WHERE id = ?";

    private static final List<String> READS = List.of(
            "SELECT id FROM account WHERE id = 3",
            "SELECT id FROM account",
            "SELECT id FROM account ORDER BY id",
            "SELECT id, COUNT(*) FROM account GROUP BY id",
            "SELECT id FROM account WHERE version >= (SELECT MIN(version) FROM account)");

    private final TestDatabase database;
    private final AtomicIntegerArray saved = new AtomicIntegerArray(ROWS + 1);
    private final AtomicInteger retries = new AtomicInteger();
    private final AtomicInteger timeouts = new AtomicInteger();
    private MoveFixture fixture;

    MoversContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new MoveFixture(database);
        waitForLocks(1);
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

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void losesNothing(boolean unique, boolean transactions) throws Exception {
        DataSource engine = fixture.engine(MovingUpdates.MOVE, unique);
        fill(engine);
        run(seed -> random -> {
            for (int save = 0; save < (transactions ? SAVES / 4 : SAVES); save++) {
                save(engine, random, transactions);
            }
        });
        checkRows(engine);
    }

    /** At REPEATABLE READ, where who looks for a row in vain keeps others from inserting it. */
    @Test
    void waitsForNobodyWhoWaitsForIt() throws Exception {
        assumeTrue(database.speaksMysql(), "only InnoDB locks the gap where a row was looked for in vain");
        waitForLocks(20);
        DataSource engine = fixture.engine(MovingUpdates.MOVE, true);
        fill(engine);
        // A write by a key that has begun before any row moved keeps such gaps.
        UpsertFixture.run(engine, SAVE, 1, "1", 1L);
        saved.incrementAndGet(1);
        AtomicInteger thread = new AtomicInteger();
        run(seed -> thread.getAndIncrement() % 2 == 0
                ? random -> {
                    for (int save = 0; save < SAVES; save++) {
                        save(engine, random, save % 2 == 0);
                    }
                }
                : random -> {
                    for (int use = 0; use < SAVES; use++) {
                        use(engine, random, false, false);
                    }
                });
        checkRows(engine);
        assertThat(timeouts).as("waits for a lock that only their limit ended").hasValue(0);
    }

    /** Some threads move rows, and others update and lock them without a word of where they are. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void missesNothing(boolean transactions) throws Exception {
        DataSource engine = fixture.engine(MovingUpdates.MOVE, true);
        fill(engine);
        AtomicInteger thread = new AtomicInteger();
        run(seed -> thread.getAndIncrement() % 2 == 0
                ? random -> {
                    for (int save = 0; save < (transactions ? SAVES / 4 : SAVES / 3); save++) {
                        save(engine, random, transactions && save % 4 == 0);
                    }
                }
                : random -> {
                    for (int use = 0; use < (transactions ? SAVES / 6 : SAVES / 3); use++) {
                        use(engine, random, transactions, true);
                    }
                });
        checkRows(engine);
    }

    private static void fill(DataSource engine) throws SQLException {
        for (long id = 1; id <= ROWS; id++) {
            UpsertFixture.run(engine, "INSERT INTO account (id, owner, note) VALUES (?, ?, ?)", id, 0, "0");
        }
    }

    /** Some threads move rows, and others insert what is there already: they find it wherever it is. */
    @Test
    void doublesNothing() throws Exception {
        DataSource engine = fixture.engine(MovingUpdates.MOVE, true);
        fill(engine);
        AtomicInteger thread = new AtomicInteger();
        run(seed -> thread.getAndIncrement() % 2 == 0
                ? random -> {
                    for (int save = 0; save < SAVES / 2; save++) {
                        save(engine, random, save % 4 == 0);
                    }
                }
                : random -> {
                    for (int upsert = 0; upsert < SAVES / 2; upsert++) {
                        upsert(engine, random);
                    }
                });
        checkRows(engine);
    }

    private void upsert(DataSource engine, Random random) throws SQLException {
        int id = 1 + random.nextInt(ROWS);
        String met = database == TestDatabase.POSTGRESQL
                ? "ON CONFLICT (id) DO UPDATE SET version = account.version + 1"
                : "ON DUPLICATE KEY UPDATE version = version + 1";
        while (true) {
            try {
                UpsertFixture.run(
                        engine,
                        "INSERT INTO account (id, owner, note) VALUES (?, ?, 'new') " + met,
                        (long) id,
                        random.nextInt(4));
                saved.incrementAndGet(id);
                return;
            } catch (SQLException failure) {
                giveWay(failure, random);
            }
        }
    }

    /** Some threads move rows, and others read them: all at once, one by a key that does not say where it is, and gathered. */
    @Test
    void isReadOnce() throws Exception {
        DataSource engine = fixture.engine(MovingUpdates.MOVE, true);
        fill(engine);
        AtomicInteger thread = new AtomicInteger();
        AtomicInteger moving = new AtomicInteger(THREADS / 2);
        run(seed -> thread.getAndIncrement() % 2 == 0
                ? random -> {
                    try {
                        for (int save = 0; save < SAVES; save++) {
                            save(engine, random, save % 4 == 0);
                        }
                    } finally {
                        moving.decrementAndGet();
                    }
                }
                : random -> {
                    while (moving.get() > 0) {
                        read(engine, random);
                    }
                });
        checkRows(engine);
    }

    private void read(DataSource engine, Random random) throws SQLException {
        String sql = READS.get(random.nextInt(READS.size()));
        try (Connection connection = engine.getConnection()) {
            if (random.nextBoolean()) {
                connection.setTransactionIsolation(
                        random.nextBoolean()
                                ? Connection.TRANSACTION_READ_COMMITTED
                                : Connection.TRANSACTION_REPEATABLE_READ);
                connection.setAutoCommit(false);
                if (random.nextBoolean()) {
                    // Of one data source: the others have their snapshots later.
                    WriteFixture.rows(connection, "SELECT id FROM account WHERE owner = " + random.nextInt(2));
                }
            }
            assertThat(WriteFixture.rows(connection, sql))
                    .as(sql)
                    .hasSize(sql.contains("id = 3") ? 1 : ROWS)
                    .doesNotHaveDuplicates();
        } catch (SQLException failure) {
            giveWay(failure, random);
        }
    }

    private void use(DataSource engine, Random random, boolean transaction, boolean onAll) throws SQLException {
        int id = 1 + random.nextInt(ROWS);
        boolean several = random.nextInt(4) == 0;
        // One of all rows keeps all gaps of one server, and waits on the other one.
        boolean all = !several && onAll && random.nextInt(4) == 0;
        boolean limited = random.nextBoolean();
        String limit = limited && database != TestDatabase.POSTGRESQL ? " LIMIT 3" : "";
        while (true) {
            try (Connection connection = engine.getConnection()) {
                connection.setAutoCommit(!transaction);
                if (transaction && random.nextBoolean()) {
                    String lock = (limited ? " ORDER BY id LIMIT 1" : "") + " FOR UPDATE";
                    assertThat(WriteFixture.rows(connection, "SELECT id FROM account WHERE id = " + id + lock))
                            .as("locked")
                            .hasSize(1);
                }
                if (all) {
                    assertThat(UpsertFixture.run(
                                    connection, "UPDATE account SET version = version + 1 WHERE version >= 0"))
                            .as("all")
                            .isEqualTo(ROWS);
                } else if (several) {
                    assertThat(UpsertFixture.run(
                                    connection,
                                    "UPDATE account SET version = version + 1 WHERE id IN (1, 2, 3)" + limit))
                            .as("several")
                            .isEqualTo(3);
                } else {
                    assertThat(UpsertFixture.run(
                                    connection, "UPDATE account SET version = version + 1 WHERE id = ?" + limit, (long)
                                            id))
                            .as("one")
                            .isEqualTo(1);
                }
                if (transaction) {
                    connection.commit();
                }
                int last = all ? ROWS : several ? 3 : id;
                for (int saves = all || several ? 1 : id; saves <= last; saves++) {
                    saved.incrementAndGet(saves);
                }
                return;
            } catch (SQLException failure) {
                giveWay(failure, random);
            }
        }
    }

    /** The work of a thread, with its own random numbers. */
    @FunctionalInterface
    private interface Work {
        void run(Random random) throws SQLException;
    }

    private void run(LongFunction<Work> works) throws Exception {
        long seed = Seeds.chosen();
        System.out.println("movers " + database + " seed " + seed);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(seed + i);
            Work work = works.apply(seed);
            running.add(threads.submit(() -> {
                work.run(random);
                return null;
            }));
        }
        Together.await(threads, running, "seed " + seed);
        System.out.println("movers " + saved + " saves, " + retries.get() + " retries");
    }

    private void checkRows(DataSource engine) throws SQLException {
        List<List<String>> rows = WriteFixture.rows(engine, "SELECT id, owner, version, note FROM account ORDER BY id");
        assertThat(rows).hasSize(ROWS);
        for (int id = 1; id <= ROWS; id++) {
            List<String> row = rows.get(id - 1);
            assertThat(row).containsExactly(id + "", row.get(1), saved.get(id) + "", row.get(1));
        }
        fixture.assertPlaced();
    }

    private void save(DataSource engine, Random random, boolean transaction) throws SQLException {
        int id = 1 + random.nextInt(ROWS);
        int owner = random.nextInt(4);
        while (true) {
            try (Connection connection = engine.getConnection()) {
                connection.setAutoCommit(!transaction);
                int count = random.nextBoolean()
                        ? UpsertFixture.run(connection, SAVE, owner, owner + "", (long) id)
                        : UpsertFixture.run(connection, NEXT, owner, owner, (long) id);
                if (transaction) {
                    connection.commit();
                }
                assertThat(count).isEqualTo(1);
                saved.incrementAndGet(id);
                return;
            } catch (SQLException failure) {
                giveWay(failure, random);
            }
        }
    }

    /**
     * Lets others go on before another attempt, if one may be made. Two that wait out their limits in turn, each keeping the
     * same gap meanwhile, would otherwise keep a row out of it for ever: on InnoDB who wants to insert there does not keep
     * others from locking it.
     */
    private void giveWay(SQLException failure, Random random) throws SQLException {
        if (!mayBeTriedAgain(failure)) {
            throw failure;
        }
        retries.incrementAndGet();
        if (failure.getErrorCode() == LOCK_WAIT_TIMEOUT) {
            timeouts.incrementAndGet();
            try {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(2_000));
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw failure;
            }
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
