package io.shardkit.jdbc;

import static io.shardkit.jdbc.InTime.assertInTime;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.FreezableProxy;
import io.shardkit.testing.LockedPool;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/** What is no statement and asks a server that does not answer ends at the deadline too. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class FrozenCallsIT {
    private static final long MOST_MILLIS = 2_000;
    private static final long MOST_MILLIS_OF_CLOSE = 1_000;
    private static final String SCATTER = "SELECT id FROM t_order ORDER BY id";
    private static final String INSERT = "INSERT INTO t_order VALUES (1, 0, 'new')";
    private static final String ONE = "SELECT COUNT(*) FROM t_order WHERE id = 0 AND user_id = 0";

    /** Something that a caller does. */
    private interface Work {
        void run(Connection connection, Savepoint savepoint) throws SQLException;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long millis(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    private static void awaitWorking(FrozenShop shop) throws Exception {
        shop.proxies.forEach(FreezableProxy::thaw);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
        while (true) {
            try (Connection connection = shop.dataSource.getConnection()) {
                FrozenShop.read(connection, SCATTER);
                return;
            } catch (SQLException notYet) {
                assertThat(System.nanoTime()).isLessThan(until);
                Thread.sleep(100);
            }
        }
    }

    /** A pool may be asking a frozen server whether a connection is alive, for five seconds. */
    private static void awaitNoneActive(FrozenShop shop) {
        assertThat(Eventually.zero(shop::activeConnections)).isZero();
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void everyCallEndsAtTheDeadline(TestDatabase kind) throws Exception {
        Map<String, Work> works = new LinkedHashMap<>();
        works.put("setSavepoint", (connection, savepoint) -> connection.setSavepoint("later"));
        works.put("rollback to a savepoint", Connection::rollback);
        works.put("releaseSavepoint", Connection::releaseSavepoint);
        works.put("SAVEPOINT", (connection, savepoint) -> execute(connection, "SAVEPOINT later"));
        works.put("COMMIT", (connection, savepoint) -> execute(connection, "COMMIT"));
        works.put("setAutoCommit", (connection, savepoint) -> connection.setAutoCommit(true));
        works.put("setTransactionIsolation", (connection, savepoint) -> {
            // PostgreSQL's refuses it in a transaction without asking.
            connection.rollback();
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        });
        works.put(
                "metadata",
                (connection, savepoint) -> connection.getMetaData().getColumns(null, null, "t_order", null));
        try (FrozenShop shop = new FrozenShop(kind, 1)) {
            for (Map.Entry<String, Work> work : works.entrySet()) {
                assertInTime(late -> {
                    Connection connection = shop.dataSource.getConnection();
                    connection.setAutoCommit(false);
                    execute(connection, INSERT);
                    Savepoint savepoint = connection.setSavepoint("first");
                    if (work.getKey().equals("setTransactionIsolation")) {
                        connection.rollback();
                    }
                    shop.proxies.get(0).freeze();
                    long start = System.nanoTime();
                    assertThatThrownBy(() -> work.getValue().run(connection, savepoint))
                            .as(work.getKey())
                            .isInstanceOf(SQLException.class);
                    late.checkSince(work.getKey(), start, MOST_MILLIS);
                    start = System.nanoTime();
                    connection.close();
                    late.checkSince("close after " + work.getKey(), start, MOST_MILLIS_OF_CLOSE);
                    awaitWorking(shop);
                });
            }
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void switchThatCommitsIsAnUnknownOutcome(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1)) {
            try (Connection connection = shop.dataSource.getConnection()) {
                connection.setAutoCommit(false);
                execute(connection, INSERT);
                shop.proxies.get(0).freeze();
                assertThatThrownBy(() -> connection.setAutoCommit(true))
                        .hasMessageStartingWith(ErrorCode.COMMIT_INCOMPLETE.code())
                        .hasMessageContaining("outcome unknown: ds0");
            }
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void settingsOfABorrowedConnectionEndAtTheDeadlineAndItGoesBack(TestDatabase kind) throws Exception {
        assertInTime(late -> {
            try (FrozenShop shop = new FrozenShop(kind, 1);
                    Connection connection = shop.dataSource.getConnection()) {
                connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                try (Connection first = shop.dataSource.getConnection()) {
                    // A pool does not ask whether a connection that was just given back is alive.
                    FrozenShop.read(first, ONE);
                }
                shop.proxies.get(0).freeze();
                long start = System.nanoTime();
                assertThatThrownBy(() -> FrozenShop.read(connection, ONE)).isInstanceOf(SQLException.class);
                late.checkSince("settings", start, MOST_MILLIS);
                awaitNoneActive(shop);
            }
        });
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void givingBackToPoolsWithoutAutocommitIsBounded(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1, false, pool -> pool)) {
            assertInTime(late -> {
                Connection connection = shop.dataSource.getConnection();
                FrozenShop.read(connection, ONE);
                shop.proxies.get(0).freeze();
                long start = System.nanoTime();
                connection.close();
                late.checkSince("giving back", start, MOST_MILLIS);
                awaitNoneActive(shop);
                awaitWorking(shop);
            });
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void startIsBounded(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1)) {
            assertInTime(late -> {
                try (Connection first = shop.dataSource.getConnection()) {
                    FrozenShop.read(first, SCATTER);
                }
                shop.proxies.get(0).freeze();
                long start = System.nanoTime();
                assertThatThrownBy(shop::again)
                        .isInstanceOf(ShardingConfigurationException.class)
                        .hasMessageContaining("ds0")
                        .hasMessageContaining("no answer in 1 s");
                late.checkSince("start", start, MOST_MILLIS);
                awaitNoneActive(shop);
                awaitWorking(shop);
            });
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void validationLeavesNoConnectionBehind(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 0);
                Connection connection = shop.dataSource.getConnection()) {
            assertThat(connection.isValid(10)).isTrue();
            shop.proxies.get(0).freeze();
            assertThat(connection.isValid(1)).isFalse();
            awaitNoneActive(shop);
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void severalLostConnectionsAreClosedInOneGraceTime(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1)) {
            assertInTime(late -> {
                Connection connection = shop.dataSource.getConnection();
                FrozenShop.read(connection, SCATTER);
                shop.proxies.forEach(FreezableProxy::freeze);
                assertThatThrownBy(() -> FrozenShop.read(connection, SCATTER)).isInstanceOf(SQLException.class);
                long start = System.nanoTime();
                connection.close();
                late.checkSince("close", start, 600);
                awaitWorking(shop);
            });
        }
    }

    /** The pool's connection answers for the driver's, and is locked by whoever waits in it. */
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void connectionsOfLockedPoolsAreEnded(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1, true, LockedPool::over)) {
            for (String sql : List.of(SCATTER, ONE, INSERT, "commit", "rollback")) {
                assertInTime(late -> {
                    Connection connection = shop.dataSource.getConnection();
                    connection.setAutoCommit(false);
                    FrozenShop.read(connection, SCATTER);
                    execute(connection, INSERT);
                    shop.proxies.get(0).freeze();
                    long start = System.nanoTime();
                    assertThatThrownBy(() -> {
                                switch (sql) {
                                    case "commit" -> connection.commit();
                                    case "rollback" -> connection.rollback();
                                    default -> execute(connection, sql);
                                }
                            })
                            .isInstanceOf(SQLException.class);
                    late.checkSince(sql, start, MOST_MILLIS);
                    start = System.nanoTime();
                    connection.close();
                    late.checkSince("close after " + sql, start, MOST_MILLIS_OF_CLOSE);
                    awaitWorking(shop);
                });
            }
        }
    }

    /** A cancel that comes late must not end what runs next on its connection. */
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void cancelDoesNotMeetTheNextStatement(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 0);
                Connection before = shop.direct(0);
                Connection behind = shop.direct(0)) {
            int late = 0;
            for (int round = 0; round < 8 && late < 2; round++) {
                late += cancelsLate(shop, before, behind) ? 1 : 0;
            }
            assertThat(late)
                    .as("rounds in which the cancel came between the statements")
                    .isEqualTo(2);
        }
    }

    /** @return whether the cancel came late: a slow machine may let it meet its own statement, or end the session */
    private static boolean cancelsLate(FrozenShop shop, Connection before, Connection behind) throws Exception {
        try (Connection connection = shop.dataSource.getConnection();
                Statement first = connection.createStatement()) {
            FrozenShop.read(connection, ONE);
            lock(before, "UPDATE t_order_0 SET name = 'locked'");
            lock(behind, "UPDATE t_order_1 SET name = 'locked'");
            shop.proxies.get(0).delayNew(300);
            Thread others = new Thread(() -> {
                try {
                    Thread.sleep(100);
                    Thread canceller = new Thread(() -> cancel(first));
                    canceller.start();
                    Thread.sleep(100);
                    before.rollback();
                    canceller.join();
                    Thread.sleep(500);
                    behind.rollback();
                } catch (SQLException | InterruptedException failure) {
                    throw new IllegalStateException(failure);
                }
            });
            others.start();
            try (Statement next = connection.createStatement()) {
                if (!isUpdated(first, "UPDATE t_order SET name = 'x' WHERE id = 0 AND user_id = 0")) {
                    return false;
                }
                assertThat(next.executeUpdate("UPDATE t_order SET name = 'y' WHERE id = 3 AND user_id = 2"))
                        .isEqualTo(1);
                return true;
            } catch (SQLException failure) {
                if (String.valueOf(failure.getMessage()).startsWith(ErrorCode.CLOSED.code())) {
                    return false;
                }
                throw failure;
            } finally {
                others.join();
                shop.proxies.get(0).delayNew(0);
            }
        }
    }

    private static boolean isUpdated(Statement statement, String sql) {
        try {
            assertThat(statement.executeUpdate(sql)).isEqualTo(1);
            return true;
        } catch (SQLException cancelled) {
            return false;
        }
    }

    private static void lock(Connection connection, String sql) throws SQLException {
        connection.setAutoCommit(false);
        execute(connection, sql);
    }

    private static void cancel(Statement statement) {
        try {
            statement.cancel();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
