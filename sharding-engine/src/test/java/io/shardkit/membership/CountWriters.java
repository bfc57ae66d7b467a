package io.shardkit.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.TestDatabase;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Threads that count up rows of {@code t_count} by several instances, and remember what was acknowledged. */
final class CountWriters implements AutoCloseable {
    static final int ROWS = 40;
    private static final int WRITERS = 4;
    private static final int STEPS = 50;
    private static final int BATCH = 15;

    /** Leaves the machine to others. */
    private static final long PAUSE_NANOS = 2_000_000;

    private final TestDatabase database;
    private final AtomicLongArray acknowledged = new AtomicLongArray(ROWS);
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();
    private final ReadWriteLock writing = new ReentrantReadWriteLock();

    CountWriters(TestDatabase database) {
        this.database = database;
    }

    /** Inserts the rows. */
    static void fill(ShardingDataSource instance) throws SQLException {
        try (Connection connection = instance.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_count VALUES (?, ?, 0)")) {
            for (int i = 0; i < ROWS; i++) {
                insert.setLong(1, i);
                insert.setLong(2, i);
                insert.executeUpdate();
            }
        }
    }

    /** Fills the table, and starts threads that write by these instances in turn. */
    void start(ShardingDataSource... instances) throws SQLException {
        long seed = System.nanoTime();
        System.out.println("CountWriters on " + database + ", seed " + seed);
        fill(instances[0]);
        for (int i = 0; i < WRITERS; i++) {
            ShardingDataSource instance = instances[i % instances.length];
            long own = seed + i;
            threads.add(new Thread(() -> write(instance, own)));
        }
        threads.forEach(Thread::start);
    }

    /** A step that tables are renamed by. */
    interface Renaming {
        void run() throws SQLException;
    }

    /** On H2, which renames a table while transactions have it in use, it keeps the writers away meanwhile. */
    void during(Renaming renaming) throws SQLException {
        if (database == TestDatabase.H2) {
            writing.writeLock().lock();
        }
        try {
            renaming.run();
        } finally {
            if (database == TestDatabase.H2) {
                writing.writeLock().unlock();
            }
        }
    }

    /** Waits until more was written. */
    void await() {
        long before = acknowledged.get(1);
        assertThat(Eventually.zero(() -> acknowledged.get(1) > before || !failures.isEmpty() ? 0 : 1))
                .isZero();
    }

    /** Ends the threads, and compares all that an instance finds with what was acknowledged. */
    void check(ShardingDataSource instance) throws SQLException {
        close();
        assertThat(failures).isEmpty();
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT user_id, n FROM t_count ORDER BY user_id")) {
            for (int i = 0; i < ROWS; i++) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(2)).as("row %s", i).isEqualTo(acknowledged.get(i));
            }
            assertThat(rows.next()).isFalse();
        }
    }

    @Override
    public void close() {
        over.set(true);
        for (Thread each : threads) {
            try {
                each.join();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void write(ShardingDataSource instance, long seed) {
        Random random = new Random(seed);
        while (!over.get()) {
            try (Connection connection = instance.getConnection()) {
                for (int i = 0; i < STEPS && !over.get(); i++) {
                    writing.readLock().lock();
                    try {
                        step(connection, random);
                    } finally {
                        writing.readLock().unlock();
                    }
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            } catch (SQLException | RuntimeException failure) {
                failures.add(failure);
                return;
            }
        }
    }

    private void step(Connection connection, Random random) throws SQLException {
        if (random.nextInt(4) == 0) {
            batch(connection, random);
            return;
        }
        int row = random.nextInt(ROWS);
        boolean scatter = random.nextInt(10) == 0;
        boolean transaction = random.nextBoolean();
        connection.setAutoCommit(!transaction);
        try (PreparedStatement update = connection.prepareStatement(
                scatter
                        ? "UPDATE t_count SET n = n + 1 WHERE n >= 0"
                        : "UPDATE t_count SET n = n + 1 WHERE user_id = ? AND id = ?")) {
            if (!scatter) {
                update.setLong(1, row);
                update.setLong(2, row);
            }
            int count = update.executeUpdate();
            if (transaction) {
                connection.commit();
            }
            if (count != (scatter ? ROWS : 1)) {
                failures.add(new AssertionError(count + " rows updated, scatter " + scatter));
            }
            for (int i = 0; i < ROWS; i++) {
                if (scatter || i == row) {
                    acknowledged.incrementAndGet(i);
                }
            }
        } catch (SQLException failure) {
            if (!mayFail(failure, transaction)) {
                throw failure;
            }
            if (transaction) {
                connection.rollback();
            }
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** Returns true if a failure leaves nothing of its transaction, and tells to run it again. */
    private static boolean mayFail(SQLException failure, boolean transaction) {
        boolean restarts = transaction
                && failure instanceof ShardingException coded
                && coded.errorCode() == ErrorCode.RULE_CHANGED;
        boolean deadlock =
                failure.getSQLState() != null && failure.getSQLState().startsWith("40");
        return restarts || deadlock || failure.getErrorCode() == 1205 || "HYT00".equals(failure.getSQLState());
    }

    /** Several rows by one batch; outside a transaction those that its counts tell are written. */
    private void batch(Connection connection, Random random) throws SQLException {
        // H2 alone tells counts of entries that a deadlock in a batch in autocommit has rolled back.
        boolean transaction = database == TestDatabase.H2 || random.nextBoolean();
        int first = random.nextInt(ROWS);
        // By twos all lie in one unit, whose driver commits each entry of a batch by itself.
        int distance = 1 + random.nextInt(2);
        connection.setAutoCommit(!transaction);
        int[] counts;
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE t_count SET n = n + 1 WHERE user_id = ? AND id = ?")) {
            for (int i = 0; i < BATCH; i++) {
                // In one order, so that no two wait for one another.
                update.setLong(1, rowOf(first, i * distance));
                update.setLong(2, rowOf(first, i * distance));
                update.addBatch();
            }
            counts = update.executeBatch();
            if (transaction) {
                connection.commit();
            }
        } catch (SQLException failure) {
            boolean isMissing = String.valueOf(failure.getSQLState()).startsWith("42");
            if (!mayFail(failure, transaction) && (transaction || !isMissing)) {
                throw failure;
            }
            // Without counts nothing of it ran.
            counts = !transaction && failure instanceof BatchUpdateException partly
                    ? partly.getUpdateCounts()
                    : new int[0];
        }
        if (transaction && counts.length == 0) {
            connection.rollback();
        }
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] >= 0 || counts[i] == Statement.SUCCESS_NO_INFO) {
                acknowledged.incrementAndGet(rowOf(first, i * distance));
            }
        }
        connection.setAutoCommit(true);
    }

    private static int rowOf(int first, int number) {
        return (first + number) % ROWS;
    }
}
