package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Threads that read all columns of orders, and insert orders of their own with and without a list of columns. */
final class AlterReaders implements AutoCloseable {
    private static final int OWN_USERS = 10_000;
    private static final long PAUSE_NANOS = 8_000_000;
    private static final int ALL_ROWS = 20;
    private static final int OTHER_NUMBERS = 5;

    private final List<Thread> threads = new ArrayList<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong rounds = new AtomicLong();
    private volatile boolean over;

    private AlterReaders() {}

    static AlterReaders start(ShardingDataSource... instances) {
        AlterReaders readers = new AlterReaders();
        for (int i = 0; i < instances.length; i++) {
            ShardingDataSource instance = instances[i];
            int own = OWN_USERS * (i + 1);
            Thread thread = new Thread(() -> readers.run(instance, own));
            thread.start();
            readers.threads.add(thread);
        }
        return readers;
    }

    private void run(ShardingDataSource instance, int own) {
        try {
            for (int round = 0; !over; round++) {
                try (Connection connection = instance.getConnection()) {
                    round(connection, own + round % OWN_USERS, round % ALL_ROWS == 0);
                    rounds.incrementAndGet();
                } catch (SQLException failure) {
                    if (!isToBeRunAgain(failure)) {
                        throw failure;
                    }
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (SQLException | RuntimeException | AssertionError failure) {
            failures.add(failure);
        }
    }

    private static boolean isToBeRunAgain(SQLException failure) {
        return failure instanceof ShardingException coded && coded.errorCode() == ErrorCode.RULE_CHANGED;
    }

    private static void round(Connection connection, int user, boolean all) throws SQLException {
        insert(connection, user, user % 2 == 0);
        read(connection, user);
        connection.setAutoCommit(false);
        try {
            read(connection, user);
            read(connection, user);
            connection.commit();
        } catch (SQLException failure) {
            connection.rollback();
            if (!isToBeRunAgain(failure)) {
                throw failure;
            }
        } finally {
            connection.setAutoCommit(true);
        }
        if (all) {
            readAll(connection);
        }
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM t_order WHERE user_id = ?")) {
            delete.setLong(1, user);
            assertThat(delete.executeUpdate()).isEqualTo(1);
        }
    }

    /** An INSERT without a list of columns has a value for each column that there is, or is refused. */
    private static void insert(Connection connection, int user, boolean listed) throws SQLException {
        if (listed) {
            insert(connection, user, " (user_id, n, note)", "");
            return;
        }
        for (int i = 0; ; i++) {
            try {
                insert(connection, user, "", i % 2 == 0 ? "" : ", 'none'");
                return;
            } catch (SQLException failure) {
                boolean isOtherNumber =
                        failure instanceof ShardingException coded && coded.errorCode() == ErrorCode.ROW_LENGTH;
                if (!isOtherNumber || i == OTHER_NUMBERS) {
                    throw failure;
                }
            }
        }
    }

    private static void insert(Connection connection, int user, String columns, String more) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t_order" + columns + " VALUES (?, 5, ?" + more + ")")) {
            insert.setLong(1, user);
            insert.setString(2, "own " + user);
            insert.executeUpdate();
        }
    }

    private static void read(Connection connection, int user) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT * FROM t_order WHERE user_id = ?")) {
            query.setLong(1, user);
            try (ResultSet row = query.executeQuery()) {
                assertThat(row.next()).as("order of user %s", user).isTrue();
                check(row);
                assertThat(row.getLong("n")).isEqualTo(5);
                assertThat(row.getString("note")).isEqualTo("own " + user);
            }
        }
    }

    private static void check(ResultSet row) throws SQLException {
        int columns = row.getMetaData().getColumnCount();
        assertThat(columns).isIn(3, 4);
        if (columns == 4) {
            assertThat(row.getString("remark")).isIn("none", "new");
        }
    }

    private static void readAll(Connection connection) throws SQLException {
        Set<Long> users = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM t_order")) {
            while (row.next()) {
                check(row);
                assertThat(users.add(row.getLong("user_id"))).isTrue();
            }
        }
        assertThat(users).hasSizeGreaterThanOrEqualTo(60);
    }

    void awaitReads() throws InterruptedException {
        long now = rounds.get();
        while (failures.isEmpty() && rounds.get() < now + 2 * ALL_ROWS) {
            Thread.sleep(5);
        }
        assertThat(failures).isEmpty();
    }

    @Override
    public void close() {
        over = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
        assertThat(failures).isEmpty();
    }
}
