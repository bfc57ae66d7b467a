package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.merge.RowLimit;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.CrossSource;
import io.shardkit.plan.StatementKind;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads over several databases: in parallel, one failure for all, one deadline for all. */
@Timeout(60)
class ScatterTest {
    private static final String SELECT = "SELECT id, name FROM t_order ORDER BY id";

    private Shop shop;

    @BeforeEach
    void open() throws SQLException {
        shop = new Shop();
        shop.everywhere(SELECT, 0, RowLimit.NONE);
        for (long id = 0; id < 12; id++) {
            shop.put(id, "n" + id);
        }
    }

    @AfterEach
    void nothingLeaks() {
        // What was lost is closed by another thread.
        assertThat(Eventually.zero(() -> shop.recording.borrowed.get() - shop.recording.returned.get()))
                .as("connections not given back")
                .isZero();
        assertThat(Eventually.zero(() -> shop.recording.statementsOpened.get() - shop.recording.statementsClosed.get()))
                .as("statements not closed")
                .isZero();
        shop.close();
    }

    private static List<Long> ids(ResultSet rows) throws SQLException {
        List<Long> ids = new ArrayList<>();
        while (rows.next()) {
            ids.add(rows.getLong(1));
        }
        return ids;
    }

    private static List<Long> select(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return ids(rows);
        }
    }

    @Test
    void databasesAreAskedAtTheSameTime() throws SQLException {
        CyclicBarrier together = new CyclicBarrier(Shop.DATABASES);
        Map<String, Integer> calls = new ConcurrentHashMap<>();
        for (int i = 0; i < Shop.DATABASES; i++) {
            String call = "ds" + i + " Statement.executeQuery";
            shop.recording.on(call, () -> {
                if (calls.merge(call, 1, Integer::sum) == 1) {
                    together.await(20, TimeUnit.SECONDS);
                }
            });
        }
        try (Connection connection = shop.connection()) {
            assertThat(select(connection, SELECT)).hasSize(12).isSorted();
        }
        assertThat(shop.recording.borrowed).hasValue(Shop.DATABASES);
    }

    @Test
    void callerDoesTheWorkWhereTheExecutorTakesNone() throws SQLException {
        shop.executor.shutdownNow();
        try (Connection connection = shop.connection()) {
            assertThat(select(connection, SELECT)).hasSize(12);
        }
    }

    @Test
    void lockingReadGoesInOrderOneAfterTheOther() throws SQLException {
        String locking =
                shop.everywhere(StatementKind.LOCKING_QUERY, "SELECT id FROM t_order ORDER BY id", 0, RowLimit.NONE);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < Shop.DATABASES; i++) {
            shop.recording.on("ds" + i + " Statement.executeQuery", () -> threads.add(Thread.currentThread()));
        }
        try (Connection connection = shop.connection()) {
            select(connection, locking);
        }
        assertThat(threads).containsExactly(Thread.currentThread());
        assertThat(shop.recording.taken("executeQuery"))
                .extracting(line -> line.substring(0, 3))
                .containsExactly("ds0", "ds0", "ds1", "ds1", "ds2", "ds2");
    }

    @Test
    void firstFailureCancelsTheOthers() throws SQLException {
        SQLException broken = new SQLException("no");
        CountDownLatch cancelled = new CountDownLatch(1);
        shop.recording.on("ds0 Statement.executeQuery", () -> {
            if (!cancelled.await(20, TimeUnit.SECONDS)) {
                throw new SQLException("was not cancelled");
            }
            throw new SQLException("cancelled");
        });
        shop.recording.on("ds0 Statement.cancel", cancelled::countDown);
        shop.recording.fail("ds1 Statement.executeQuery", broken);
        try (Connection connection = shop.connection()) {
            assertThatThrownBy(() -> select(connection, SELECT)).isSameAs(broken);
            assertThat(broken.getSuppressed()[0]).hasMessageContaining("data source ds1: the query failed after ");
            shop.recording.clearHooks();
            assertThat(select(connection, SELECT)).hasSize(12);
        }
    }

    @Test
    void userCancelsAllOfThem() throws Exception {
        CountDownLatch asked = new CountDownLatch(Shop.DATABASES);
        CountDownLatch cancels = new CountDownLatch(Shop.DATABASES);
        for (int i = 0; i < Shop.DATABASES; i++) {
            shop.recording.on("ds" + i + " Statement.executeQuery", () -> {
                asked.countDown();
                cancels.await(20, TimeUnit.SECONDS);
                throw new SQLException("cancelled");
            });
            shop.recording.on("ds" + i + " Statement.cancel", cancels::countDown);
        }
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            Thread other = new Thread(() -> {
                try {
                    asked.await(20, TimeUnit.SECONDS);
                    statement.cancel();
                } catch (InterruptedException | SQLException failure) {
                    throw new IllegalStateException(failure);
                }
            });
            other.start();
            assertThatThrownBy(() -> statement.executeQuery(SELECT)).hasMessage("cancelled");
            other.join();
            assertThat(cancels.getCount()).isZero();
            shop.recording.clearHooks();
        }
    }

    @Test
    void interruptionEndsTheWaiting() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        shop.recording.on("ds2 Statement.executeQuery", () -> {
            waiting.countDown();
            cancelled.await(20, TimeUnit.SECONDS);
            throw new SQLException("cancelled");
        });
        // The caller's own share is slow enough for the others to be taken by tasks.
        shop.recording.on("ds0 Statement.executeQuery", () -> waiting.await(20, TimeUnit.SECONDS));
        shop.recording.on("ds2 Statement.cancel", cancelled::countDown);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try (Connection connection = shop.connection()) {
                select(connection, SELECT);
            } catch (SQLException failure) {
                thrown.set(failure);
            }
            flag.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        // Interrupt it where it waits for the others, and not in a driver.
        while (Arrays.stream(caller.getStackTrace())
                .noneMatch(frame -> frame.getClassName().endsWith(".Scatter")
                        && frame.getMethodName().equals("await"))) {
            Thread.sleep(5);
        }
        caller.interrupt();
        caller.join();
        assertThat(thrown.get()).hasMessageContaining(ErrorCode.INTERRUPTED.code());
        assertThat(flag.get()).isTrue();
    }

    @Test
    void statementThatCannotBeCancelledCostsItsConnections() throws Exception {
        CountDownLatch forever = new CountDownLatch(1);
        shop.recording.on("ds1 Statement.executeQuery", () -> {
            boolean open = true;
            while (open) {
                try {
                    open = !forever.await(1, TimeUnit.SECONDS);
                } catch (InterruptedException deaf) {
                    open = true;
                }
            }
        });
        // Keeps the caller until a task has the stuck share, and the other one needs no cancel.
        shop.recording.on("ds0 Statement.executeQuery", () -> {
            while (shop.recording.lines.stream().noneMatch(line -> line.startsWith("ds1 Statement.executeQuery"))
                    || !shop.recording.hasAnswered("ds2 Statement.executeQuery")) {
                Thread.sleep(5);
            }
            throw new SQLException("no");
        });
        try (Connection connection = shop.connection()) {
            assertThatThrownBy(() -> select(connection, SELECT)).hasMessage("no");
            assertThatThrownBy(() -> select(connection, SELECT)).hasMessageContaining(ErrorCode.CLOSED.code());
        } finally {
            forever.countDown();
            shop.recording.statementsClosed.set(shop.recording.statementsOpened.get());
        }
        assertThat(shop.recording.lines)
                .anyMatch(line -> line.startsWith("ds1 Connection.abort"))
                .noneMatch(line -> line.startsWith("ds2 Connection.abort"));
    }

    @Test
    void oneDeadlineHoldsForAll() throws SQLException {
        shop.recording.on("ds0 Statement.executeQuery", () -> Thread.sleep(1100));
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.executeQuery(SELECT))
                    .hasMessageContaining(ErrorCode.DEADLINE_PASSED.code());
        }
        shop.recording.statementsClosed.set(shop.recording.statementsOpened.get());
    }

    /** H2 gives a timeout to all that runs on the connection later, also of others. */
    @Test
    void timeoutIsNotGivenToADriverThatKeepsIt() throws SQLException {
        String one = shop.on(0, StatementKind.QUERY, "SELECT id FROM t_order");
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(7);
            statement.executeQuery(one);
            statement.executeQuery(SELECT).close();
            assertThat(shop.recording.taken("setQueryTimeout")).isEmpty();
        }
    }

    @Test
    void poolThatHasNoConnectionCostsNone() throws SQLException {
        SQLException empty = new SQLException("pool is empty");
        shop.recording.fail("ds2 DataSource.getConnection", empty);
        try (Connection connection = shop.connection()) {
            assertThatThrownBy(() -> select(connection, SELECT)).isSameAs(empty);
            assertThat(empty.getSuppressed()[0]).hasMessageContaining("ds2");
            assertThat(shop.recording.returned).hasValue(2);
            assertThat(shop.recording.borrowed).hasValue(2);
            shop.recording.clearHooks();
            assertThat(select(connection, SELECT)).hasSize(12);
        }
    }

    @Test
    void lowerPoolIsNotWaitedForWhileAHigherIdleConnectionIsHeld() throws SQLException {
        String second = shop.on(2, StatementKind.QUERY, "SELECT id FROM t_order WHERE id = 2");
        try (Connection connection = shop.connection()) {
            select(connection, second);
            shop.recording.take();
            select(connection, SELECT);
            assertThat(shop.recording.take().stream()
                            .filter(line -> line.contains("getConnection") || line.contains("Connection.close"))
                            .toList())
                    .containsExactly(
                            "ds1 Connection.close()",
                            "ds0 DataSource.getConnection()",
                            "ds1 DataSource.getConnection()",
                            "ds2 DataSource.getConnection()");
        }
    }

    @Test
    void higherConnectionWithOpenRowsIsKept() throws SQLException {
        String second = shop.on(2, StatementKind.QUERY, "SELECT id FROM t_order");
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement();
                ResultSet open = statement.executeQuery(second)) {
            assertThat(select(connection, SELECT)).hasSize(12);
            assertThat(ids(open)).containsExactly(2L, 8L);
        }
    }

    @Test
    void listenerHearsOfEachCall() throws SQLException {
        ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
        StatementListener listener = new StatementListener() {
            @Override
            public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
                heard.add(dataSource + " " + sql + " " + failed);
            }
        };
        try (Shop observed = new Shop(CrossSource.BEST_EFFORT, listener, TestDatabase.H2);
                Connection connection = observed.connection()) {
            observed.everywhere(SELECT, 0, RowLimit.NONE);
            String wrong = observed.on(0, StatementKind.QUERY, "SELECT nothing");
            select(connection, SELECT);
            assertThat(heard).hasSize(6).contains("ds2 SELECT id, name FROM t_order_1 ORDER BY id false");
            assertThatThrownBy(() -> select(connection, wrong)).isInstanceOf(SQLException.class);
            assertThat(heard).contains("ds0 SELECT nothing true");
        }
    }
}
