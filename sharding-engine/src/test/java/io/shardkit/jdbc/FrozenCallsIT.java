package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.testing.FreezableProxy;
import io.shardkit.testing.LockedPool;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is no statement and asks a server that does not answer ends at the deadline too. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class FrozenCallsIT {
    private static final long MOST_MILLIS = 2_000;
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

    private static void awaitNoneActive(FrozenShop shop) throws InterruptedException {
        long start = System.nanoTime();
        while (shop.activeConnections() > 0 && millis(start) < 3_000) {
            Thread.sleep(20);
        }
        assertThat(shop.activeConnections()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL"})
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
        List<String> late = new ArrayList<>();
        try (FrozenShop shop = new FrozenShop(kind, 1)) {
            for (Map.Entry<String, Work> work : works.entrySet()) {
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
                if (millis(start) > MOST_MILLIS) {
                    late.add(work.getKey() + ": " + millis(start));
                }
                start = System.nanoTime();
                connection.close();
                if (millis(start) > 1_000) {
                    late.add("close after " + work.getKey() + ": " + millis(start));
                }
                awaitWorking(shop);
            }
        }
        assertThat(late).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL"})
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
    @EnumSource(names = {"MARIADB", "POSTGRESQL"})
    void settingsOfABorrowedConnectionEndAtTheDeadlineAndItGoesBack(TestDatabase kind) throws Exception {
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
            assertThat(millis(start)).isLessThan(MOST_MILLIS);
            awaitNoneActive(shop);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL"})
    void givingBackToPoolsWithoutAutocommitIsBounded(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1, false, pool -> pool)) {
            Connection connection = shop.dataSource.getConnection();
            FrozenShop.read(connection, ONE);
            shop.proxies.get(0).freeze();
            long start = System.nanoTime();
            connection.close();
            assertThat(millis(start)).isLessThan(MOST_MILLIS);
            awaitNoneActive(shop);
            awaitWorking(shop);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL"})
    void startIsBounded(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1)) {
            try (Connection first = shop.dataSource.getConnection()) {
                FrozenShop.read(first, SCATTER);
            }
            shop.proxies.get(0).freeze();
            long start = System.nanoTime();
            assertThatThrownBy(shop::again)
                    .isInstanceOf(ShardingConfigurationException.class)
                    .hasMessageContaining("ds0")
                    .hasMessageContaining("no answer in 1 s");
            assertThat(millis(start)).isLessThan(MOST_MILLIS);
            awaitNoneActive(shop);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL"})
    void validationLeavesNoConnectionBehind(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 0);
                Connection connection = shop.dataSource.getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
            shop.proxies.get(0).freeze();
            assertThat(connection.isValid(1)).isFalse();
            awaitNoneActive(shop);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL"})
    void severalLostConnectionsAreClosedInOneGraceTime(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1)) {
            Connection connection = shop.dataSource.getConnection();
            FrozenShop.read(connection, SCATTER);
            shop.proxies.forEach(FreezableProxy::freeze);
            assertThatThrownBy(() -> FrozenShop.read(connection, SCATTER)).isInstanceOf(SQLException.class);
            long start = System.nanoTime();
            connection.close();
            assertThat(millis(start)).isLessThan(600);
        }
    }

    /** The pool's connection answers for the driver's, and is locked by whoever waits in it. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL"})
    void connectionsOfLockedPoolsAreEnded(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1, true, LockedPool::over)) {
            for (String sql : List.of(SCATTER, ONE, INSERT, "commit", "rollback")) {
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
                assertThat(millis(start)).as(sql).isLessThan(MOST_MILLIS);
                start = System.nanoTime();
                connection.close();
                assertThat(millis(start)).as("close after " + sql).isLessThan(1_000);
                awaitWorking(shop);
            }
        }
    }

    /** A cancel that comes late must not end what runs next on its connection. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL"})
    void cancelDoesNotMeetTheNextStatement(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 0);
                Connection connection = shop.dataSource.getConnection();
                Connection before = shop.direct(0);
                Connection behind = shop.direct(0);
                Statement first = connection.createStatement()) {
            FrozenShop.read(connection, ONE);
            for (int i = 0; i < 2; i++) {
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
                    } catch (SQLException | InterruptedException late) {
                        throw new IllegalStateException(late);
                    }
                });
                others.start();
                assertThat(first.executeUpdate("UPDATE t_order SET name = 'x' WHERE id = 0 AND user_id = 0"))
                        .isEqualTo(1);
                try (Statement next = connection.createStatement()) {
                    assertThat(next.executeUpdate("UPDATE t_order SET name = 'y' WHERE id = 3 AND user_id = 2"))
                            .isEqualTo(1);
                }
                others.join();
                shop.proxies.get(0).delayNew(0);
            }
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
