package io.shardkit.keygen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.observe.LeaseState;
import io.shardkit.options.Settings;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes agree on keys by tables of one database: each of these generators is as one process of its own. */
abstract class KeyTableSuite {
    private final TestDatabase database;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private final List<AutoCloseable> opened = new ArrayList<>();
    private HikariDataSource pool;

    KeyTableSuite(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        pool = database.create("keys");
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        pool.close();
    }

    private KeyTable table(String name, String columns) {
        Settings settings = new Settings("keys.props", Map.of("create-table", "true"));
        return KeyTable.of(settings, new GeneratorTypesTest.Pools(Map.of("ds0", pool)), name, columns);
    }

    private WorkerTable workers() {
        return new WorkerTable(table(WorkerTable.NAME, WorkerTable.COLUMNS));
    }

    /** A process whose clocks a test sets. */
    private final class Process {
        final AtomicLong millis = new AtomicLong(System.currentTimeMillis());
        final AtomicLong nanos = new AtomicLong(System.nanoTime());
        final WorkerLease lease;

        Process(int greatest) {
            lease = new WorkerLease("keys", workers(), greatest, LEASE, 10, millis::get, nanos::get);
        }

        long worker() {
            return lease.grant(millis.get()).worker();
        }

        void sleep(Duration time) {
            millis.addAndGet(time.toMillis());
            nanos.addAndGet(time.toNanos());
        }
    }

    @Test
    void twentyProcessesAtOnceHaveTwentyWorkerIds() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(20);
        try {
            List<Future<Long>> held = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                held.add(threads.submit((Callable<Long>) () -> new Process(19).worker()));
            }
            Set<Long> workers = new HashSet<>();
            for (Future<Long> each : held) {
                workers.add(each.get());
            }
            assertThat(workers).hasSize(20);
            assertThatThrownBy(() -> new Process(19).worker())
                    .isInstanceOf(KeyGenerationException.class)
                    .hasMessageStartingWith(ErrorCode.WORKER_ID_NOT_HELD.code())
                    .hasRootCauseMessage("All worker ids up to 19 are held by other processes");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aHolderThatCannotRenewStopsBeforeItsLeaseIsOver() throws SQLException {
        Process holder = new Process(0);
        assertThat(holder.worker()).isZero();
        run("ALTER TABLE sharding_worker RENAME TO away");
        holder.sleep(Duration.ofSeconds(26));
        assertThat(holder.worker()).isZero();
        holder.sleep(Duration.ofSeconds(2));
        assertThatThrownBy(holder::worker)
                .isInstanceOf(KeyGenerationException.class)
                .hasMessageStartingWith(ErrorCode.WORKER_ID_NOT_HELD.code());
        run("ALTER TABLE away RENAME TO sharding_worker");
        holder.sleep(Duration.ofSeconds(4));
        assertThat(holder.worker()).isZero();
    }

    @Test
    void anIdIsTakenOverWhenTheDatabaseSaysThatTheLeaseIsOver() throws SQLException {
        Process first = new Process(0);
        first.worker();
        Process second = new Process(0);
        second.sleep(Duration.ofDays(1));
        assertThatThrownBy(second::worker).isInstanceOf(KeyGenerationException.class);
        expire();
        second.sleep(Duration.ofMinutes(1));
        assertThat(second.worker()).isZero();
        // The first one finds itself replaced as soon as it has to ask.
        first.sleep(Duration.ofMinutes(1));
        assertThatThrownBy(first::worker).isInstanceOf(KeyGenerationException.class);
    }

    @Test
    void leaseTellsWhoHoldsItUntilWhen() throws SQLException {
        Process holder = new Process(0);
        assertThat(holder.lease.lease())
                .isEqualTo(new LeaseState("keys", "ds0.sharding_worker", null, "", null, null, false));
        holder.worker();
        Instant taken = Instant.ofEpochMilli(holder.millis.get());
        LeaseState held = holder.lease.lease();
        assertThat(held)
                .isEqualTo(
                        new LeaseState("keys", "ds0.sharding_worker", 0, owner(), taken, taken.plusSeconds(27), false));
        holder.sleep(Duration.ofSeconds(20));
        assertThat(holder.lease.lease()).isEqualTo(held);
        run("ALTER TABLE sharding_worker RENAME TO away");
        holder.sleep(Duration.ofSeconds(8));
        assertThatThrownBy(holder::worker).isInstanceOf(KeyGenerationException.class);
        assertThat(holder.lease.lease())
                .isEqualTo(new LeaseState("keys", "ds0.sharding_worker", 0, held.owner(), taken, held.until(), true));
        run("ALTER TABLE away RENAME TO sharding_worker");
        holder.sleep(Duration.ofSeconds(4));
        holder.worker();
        assertThat(holder.lease.lease())
                .satisfies(renewed -> assertThat(renewed.renewed()).isEqualTo(taken.plusSeconds(32)))
                .satisfies(renewed -> assertThat(renewed.failing()).isFalse());
        holder.lease.release(holder.millis.get());
        assertThat(holder.lease.lease().worker()).isNull();
    }

    private String owner() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT owner FROM sharding_worker")) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void anIdGivenBackIsFreeAtOnce() {
        Process first = new Process(0);
        first.worker();
        long last = first.millis.get() + 5;
        first.lease.release(last);
        assertThatThrownBy(first::worker).hasMessageContaining("closed");
        WorkerIds.Grant grant = new Process(0).lease.grant(last + 1);
        assertThat(grant).isEqualTo(new WorkerIds.Grant(0, last));
    }

    /**
     * Checks keys after a change of holder: the clock of the previous holder of the id was ahead, so that keys of these
     * milliseconds are made already.
     */
    @Test
    void keysOfTheNextHolderAreLaterWhateverItsClockSays() throws SQLException {
        Process ahead = new Process(0);
        ahead.millis.addAndGet(60_000);
        ahead.worker();
        expire();
        Process next = new Process(0);
        assertThatThrownBy(next::worker).isInstanceOf(KeyGenerationException.class);
        next.millis.set(ahead.millis.get() + LEASE.toMillis());
        next.nanos.addAndGet(LEASE.toNanos());
        assertThat(next.lease.grant(next.millis.get()).usedUntilMillis())
                .isEqualTo(ahead.millis.get() + LEASE.toMillis());
    }

    /** A thread may sleep between the moment that it asked for the id and the moment that it makes the key. */
    @Test
    void noTimeBeyondTheLeaseStandsInAKey() {
        Process holder = new Process(0);
        holder.worker();
        holder.lease.grant(holder.millis.get() + LEASE.toMillis());
        assertThatThrownBy(() -> holder.lease.grant(holder.millis.get() + LEASE.toMillis() + 1))
                .isInstanceOf(KeyGenerationException.class);
    }

    /** Leases of a moment, taken, lost, slept through and given back by twenty at once. */
    @Test
    void noKeyIsMadeTwiceWhereTwentyFightForFiveIds() throws Exception {
        WorkerTable table = workers();
        Set<Object> keys = ConcurrentHashMap.newKeySet();
        AtomicLong made = new AtomicLong();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
        ExecutorService threads = Executors.newFixedThreadPool(20);
        try {
            List<Future<?>> contenders = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Random random = new Random(i);
                contenders.add(threads.submit((Callable<Void>) () -> {
                    while (System.nanoTime() < end) {
                        fight(table, random, keys, made);
                    }
                    return null;
                }));
            }
            for (Future<?> each : contenders) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(made.get()).isGreaterThan(1000);
        assertThat(keys).hasSize((int) made.get());
    }

    private static void fight(WorkerTable table, Random random, Set<Object> keys, AtomicLong made)
            throws InterruptedException {
        WorkerLease lease = new WorkerLease("keys", table, 4, Duration.ofMillis(200), 50);
        SnowflakeKeyGenerator generator =
                new SnowflakeKeyGenerator(lease, SnowflakeKeyGenerator.DEFAULT_EPOCH_MILLIS, 50);
        for (int part = random.nextInt(4); part >= 0; part--) {
            try {
                for (int i = 0; i < 200; i++) {
                    Object key = generator.nextKey();
                    made.incrementAndGet();
                    keys.add(key);
                }
            } catch (KeyGenerationException refused) {
                Thread.sleep(random.nextInt(50));
            }
            Thread.sleep(random.nextInt(300));
        }
        if (random.nextBoolean()) {
            generator.close();
        }
    }

    @Test
    void aLeaseIsRenewedWhileItsProcessLives() throws Exception {
        WorkerLease holder = new WorkerLease("keys", workers(), 0, Duration.ofMillis(600), 10).start();
        opened.add(holder);
        WorkerLease other = new WorkerLease("keys", workers(), 0, Duration.ofMillis(600), 10);
        for (int i = 0; i < 10; i++) {
            Thread.sleep(150);
            assertThat(holder.grant(System.currentTimeMillis()).worker()).isZero();
            assertThatThrownBy(() -> other.grant(System.currentTimeMillis()))
                    .isInstanceOf(KeyGenerationException.class);
        }
    }

    private SegmentKeyGenerator segment(String key, long blockSize, int ahead) {
        KeyTable table = table(SegmentTable.NAME, SegmentTable.COLUMNS);
        SegmentKeyGenerator generator = new SegmentKeyGenerator(new SegmentTable(table, key, 1, blockSize), ahead);
        opened.add(generator);
        return generator;
    }

    /** The next key, however long a loaded machine lets a block wait: an application would try again too. */
    private static Object keyInTheEnd(KeyGenerator generator) throws InterruptedException {
        while (true) {
            try {
                return generator.nextKey();
            } catch (KeyGenerationException notYet) {
                assertThat(notYet.errorCode()).isEqualTo(ErrorCode.NO_KEY_BLOCK);
                Thread.sleep(100);
            }
        }
    }

    @Test
    @Timeout(120)
    void processesTakeBlocksOfOneTable() throws Exception {
        Set<Object> keys = ConcurrentHashMap.newKeySet();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int process = 0; process < 4; process++) {
                KeyGenerator generator = segment("t_order", 100, 50);
                for (int thread = 0; thread < 2; thread++) {
                    all.add(threads.submit((Callable<@Nullable Void>) () -> {
                        for (int i = 0; i < 2000; i++) {
                            keys.add(keyInTheEnd(generator));
                        }
                        return null;
                    }));
                }
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(keys).hasSize(16_000);
        assertThat(keyInTheEnd(segment("t_item", 100, 50))).isEqualTo(1L);
    }

    @Test
    void keysGoOnForABlockWhileTheDatabaseIsAway() throws Exception {
        KeyGenerator generator = segment("t_order", 10, 50);
        for (long key = 1; key <= 6; key++) {
            assertThat(generator.nextKey()).isEqualTo(key);
        }
        await("SELECT next_key FROM sharding_segment", 21);
        // What was fetched ahead is here as soon as the lock is free, which nothing outside can see.
        Thread.sleep(100);
        run("ALTER TABLE sharding_segment RENAME TO away");
        for (long key = 7; key <= 20; key++) {
            assertThat(generator.nextKey()).isEqualTo(key);
        }
        assertThatThrownBy(generator::nextKey)
                .isInstanceOf(KeyGenerationException.class)
                .hasMessageStartingWith(ErrorCode.NO_KEY_BLOCK.code());
        run("ALTER TABLE away RENAME TO sharding_segment");
        Thread.sleep(1100);
        assertThat(generator.nextKey()).isEqualTo(21L);
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsNotWaitedForLong() throws Exception {
        KeyGenerator generator = segment("t_order", 1, 100);
        assertThat(generator.nextKey()).isEqualTo(1L);
        try (Connection holder = pool.getConnection()) {
            holder.setAutoCommit(false);
            try (Statement statement = holder.createStatement()) {
                statement.executeUpdate("UPDATE sharding_segment SET next_key = next_key + 100");
            }
            long start = System.nanoTime();
            assertThatThrownBy(() -> {
                        while (true) {
                            generator.nextKey();
                        }
                    })
                    .isInstanceOf(KeyGenerationException.class)
                    .hasMessageStartingWith(ErrorCode.NO_KEY_BLOCK.code());
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
            holder.rollback();
        }
        Object key = null;
        for (int i = 0; key == null; i++) {
            try {
                key = generator.nextKey();
            } catch (KeyGenerationException notYet) {
                assertThat(i).isLessThan(200);
                Thread.sleep(100);
            }
        }
    }

    /** The block that the first statement has asked for is the next one's. */
    @Test
    void aStatementWithLessTimeEndsEarlierAndLosesNoBlock() throws Exception {
        KeyGenerator generator = segment("t_order", 1, 100);
        assertThat(generator.nextKey(TimeUnit.HOURS.toNanos(1))).isEqualTo(1L);
        try (Connection holder = pool.getConnection()) {
            holder.setAutoCommit(false);
            try (Statement statement = holder.createStatement()) {
                statement.executeUpdate("UPDATE sharding_segment SET next_key = next_key + 100");
            }
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> generator.nextKey(TimeUnit.MILLISECONDS.toNanos(1)))
                        .isInstanceOf(KeyGenerationException.class)
                        .hasMessageStartingWith(ErrorCode.DEADLINE_PASSED.code())
                        .hasMessageContaining("ds0.sharding_segment");
            }
            holder.rollback();
        }
        assertThat(keyInTheEnd(generator)).isEqualTo(2L);
    }

    private void await(String sql, long value) throws Exception {
        for (int i = 0; i < 200; i++) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                if (row.next() && row.getLong(1) == value) {
                    return;
                }
            }
            Thread.sleep(20);
        }
        throw new AssertionError(sql + " never gave " + value);
    }

    private void expire() throws SQLException {
        run("UPDATE sharding_worker SET expires_at = 0");
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
