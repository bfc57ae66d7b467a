package io.shardkit.jdbc;

import static io.shardkit.jdbc.InTime.assertInTime;
import static io.shardkit.testing.TestDatabase.H2;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.FreezableProxy;
import io.shardkit.testing.LockedPool;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/** Checks that calls other than statements that ask a server that does not answer end at the deadline too. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class FrozenCallsIT {
    private static final int MOST_ATTEMPTS = 30;
    private static final long MOST_MILLIS = 2_000;
    private static final long MOST_MILLIS_OF_CLOSE = 1_000;
    private static final String SCATTER = "SELECT id FROM t_order ORDER BY id";
    private static final String INSERT = "INSERT INTO t_order VALUES (1, 0, 'new')";
    private static final String ONE = "SELECT COUNT(*) FROM t_order WHERE id = 0 AND user_id = 0";

    /** Something that a caller does. */
    private interface Work {
        void run(Connection connection, Savepoint savepoint) throws SQLException;
    }

    /** The same without a savepoint. */
    private interface Call {
        void make(Connection connection) throws SQLException;
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
    @OnDatabases(except = H2, always = MYSQL)
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
        works.put("isValid", (connection, savepoint) -> {
            if (!connection.isValid(0)) {
                throw new SQLException("not valid");
            }
        });
        works.put(
                "SET",
                (connection, savepoint) -> execute(
                        connection, kind.speaksMysql() ? "SET SESSION lock_wait_timeout = 5" : "SET lock_timeout = 5"));
        works.put("rollback twice", (connection, savepoint) -> {
            connection.rollback();
            connection.rollback();
            execute(connection, INSERT);
        });
        works.put("getMetaData of a prepared statement", (connection, savepoint) -> {
            try (PreparedStatement prepared = connection.prepareStatement(ONE + " AND name = ?")) {
                prepared.getMetaData().getColumnCount();
            }
        });
        works.put("getParameterMetaData", (connection, savepoint) -> {
            try (PreparedStatement prepared = connection.prepareStatement(ONE + " AND name = ?")) {
                prepared.getParameterMetaData().getParameterType(1);
            }
        });
        works.put("executeBatch", (connection, savepoint) -> {
            try (PreparedStatement prepared = connection.prepareStatement("INSERT INTO t_order VALUES (?, 0, 'b')")) {
                for (int i = 0; i < 4; i++) {
                    prepared.setInt(1, i);
                    prepared.addBatch();
                }
                prepared.executeBatch();
            }
        });
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
                    Throwable failure = catchThrowable(() -> work.getValue().run(connection, savepoint));
                    assertThat(failure).as(work.getKey()).isInstanceOf(SQLException.class);
                    late.checkSince(work.getKey(), start, MOST_MILLIS);
                    start = System.nanoTime();
                    connection.close();
                    // What a driver says by itself has not shown yet that the server does not answer.
                    late.checkSince(
                            "close after " + work.getKey(),
                            start,
                            isOfTime(failure) ? MOST_MILLIS_OF_CLOSE : MOST_MILLIS);
                    awaitWorking(shop);
                });
            }
        }
    }

    /** On a data source that has learned nothing yet, with a connection that it holds or none. */
    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
    void whatAsksForTablesEndsAtTheDeadline(TestDatabase kind) throws Exception {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("a first query", connection -> FrozenShop.read(connection, SCATTER));
        calls.put("a first query of one shard", connection -> FrozenShop.read(connection, ONE));
        calls.put("a first write", connection -> execute(connection, INSERT));
        calls.put("prepareStatement", connection -> connection.prepareStatement(ONE));
        calls.put("getTables", connection -> connection.getMetaData().getTables(null, null, "t_order", null));
        calls.put("getColumns", connection -> connection.getMetaData().getColumns(null, null, "t_order", null));
        calls.put("getPrimaryKeys", connection -> connection.getMetaData().getPrimaryKeys(null, null, "t_order"));
        calls.put(
                "getIndexInfo",
                connection -> connection.getMetaData().getIndexInfo(null, null, "t_order", false, false));
        try (FrozenShop shop = new FrozenShop(kind, 1)) {
            for (Map.Entry<String, Call> call : calls.entrySet()) {
                for (boolean held : new boolean[] {false, true}) {
                    String what = call.getKey() + (held ? " on held connections" : "");
                    assertInTime(late -> {
                        ShardingDataSource fresh = shop.again();
                        Connection connection = fresh.getConnection();
                        connection.setAutoCommit(!held);
                        if (held) {
                            // Whatever names no table is sent to a connection, which the transaction holds then.
                            execute(connection, "SELECT 1");
                        }
                        shop.proxies.forEach(FreezableProxy::freeze);
                        long start = System.nanoTime();
                        Throwable failure = catchThrowable(() -> call.getValue().make(connection));
                        assertThat(isOfTime(failure))
                                .as("%s: %s", what, failure)
                                .isTrue();
                        late.checkSince(what, start, MOST_MILLIS);
                        start = System.nanoTime();
                        connection.close();
                        late.checkSince("close after " + what, start, MOST_MILLIS);
                        awaitWorking(shop);
                        awaitMade(fresh, call.getValue());
                    });
                }
            }
        }
    }

    /** A busy machine may need more than the second that a statement has to learn the tables. */
    private static void awaitMade(ShardingDataSource dataSource, Call call) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = dataSource.getConnection()) {
                call.make(connection);
                return;
            } catch (SQLException busy) {
                if (attempt == MOST_ATTEMPTS || !isOfTime(busy)) {
                    throw busy;
                }
            }
        }
    }

    private static boolean isOfTime(@Nullable Throwable failure) {
        String message = failure == null ? "" : String.valueOf(failure.getMessage());
        return message.startsWith(ErrorCode.DEADLINE_PASSED.code())
                || message.startsWith(ErrorCode.NO_CONNECTION.code());
    }

    /** Tables are learned from another data source, where the statement needs that one only. */
    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
    void firstStatementOfAnotherShardRuns(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 4);
                Connection connection = shop.again().getConnection()) {
            shop.proxies.get(0).freeze();
            assertThat(FrozenShop.read(connection, "SELECT COUNT(*) FROM t_order WHERE id = 1 AND user_id = 1"))
                    .isEqualTo(1);
        }
    }

    /** Once a deadline has ended the waiting for its pool, one thread at a time tries it. */
    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
    void frozenDataSourceIsTriedByOneThread(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1)) {
            shop.proxies.get(0).freeze();
            shop.pools.get(0).getHikariPoolMXBean().softEvictConnections();
            Queue<String> failures = new ConcurrentLinkedQueue<>();
            List<Thread> readers = new ArrayList<>();
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            for (int i = 0; i < 3; i++) {
                Thread reader = new Thread(() -> {
                    while (System.nanoTime() < until
                            && failures.stream()
                                    .noneMatch(each -> each.startsWith(ErrorCode.DATA_SOURCE_DOWN.code()))) {
                        failures.add(String.valueOf(
                                catchThrowable(() -> reading(shop)).getMessage()));
                    }
                });
                readers.add(reader);
                reader.start();
            }
            for (Thread reader : readers) {
                reader.join();
            }
            assertThat(failures).anyMatch(each -> each.startsWith(ErrorCode.DATA_SOURCE_DOWN.code()));
            awaitWorking(shop);
        }
    }

    private static void reading(FrozenShop shop) throws SQLException {
        try (Connection connection = shop.dataSource.getConnection()) {
            FrozenShop.read(connection, ONE);
        }
    }

    /** Without a deadline of the data source. */
    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
    void queryTimeoutEndsAStatement(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 0)) {
            for (String sql : List.of(ONE, SCATTER, INSERT, "UPDATE t_order SET name = 'x' WHERE id >= 0")) {
                for (boolean first : new boolean[] {true, false}) {
                    assertInTime(late -> {
                        ShardingDataSource used = first ? shop.again() : shop.dataSource;
                        Connection connection = used.getConnection();
                        Statement statement = connection.createStatement();
                        statement.setQueryTimeout(1);
                        if (!first) {
                            FrozenShop.read(connection, SCATTER);
                        }
                        shop.proxies.forEach(FreezableProxy::freeze);
                        long start = System.nanoTime();
                        assertThatThrownBy(() -> statement.execute(sql)).isInstanceOf(SQLException.class);
                        late.checkSince(sql + (first ? " at first" : ""), start, MOST_MILLIS);
                        start = System.nanoTime();
                        connection.close();
                        late.checkSince("close after " + sql, start, MOST_MILLIS_OF_CLOSE);
                        awaitWorking(shop);
                    });
                }
            }
        }
    }

    /** With a fetch size rows come while they are read: each fetch has as long as the statement. */
    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
    void readingAndClosingOfRowsThatStillComeEnd(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 1)) {
            for (int i = 0; i < 2; i++) {
                shop.fill(i);
            }
            for (String where : List.of("", " WHERE id = 0 AND user_id = 0")) {
                for (String way : List.of("reads", "closes rows", "closes statement", "closes connection")) {
                    assertInTime(late -> {
                        Connection connection = shop.dataSource.getConnection();
                        connection.setAutoCommit(false);
                        Statement statement = connection.createStatement();
                        statement.setFetchSize(kind.isByConnectorJ() ? Integer.MIN_VALUE : 1);
                        ResultSet rows = statement.executeQuery("SELECT id, name FROM t_order" + where);
                        assertThat(rows.next()).isTrue();
                        shop.proxies.forEach(FreezableProxy::freeze);
                        long start = System.nanoTime();
                        switch (way) {
                            case "reads" -> {
                                Throwable failure = catchThrowable(() -> readAll(rows));
                                assertThat(isOfTime(failure))
                                        .as("%s: %s", where, failure)
                                        .isTrue();
                            }
                            case "closes rows" -> assertClosed(way + where, rows::close);
                            case "closes statement" -> assertClosed(way + where, statement::close);
                            default -> connection.close();
                        }
                        late.checkSince(way + where, start, MOST_MILLIS);
                        start = System.nanoTime();
                        // Some drivers find then that the connection is dead.
                        catchThrowable(rows::close);
                        catchThrowable(statement::close);
                        connection.close();
                        late.checkSince("close after " + way + where, start, MOST_MILLIS);
                        awaitWorking(shop);
                    });
                }
            }
        }
    }

    private static void readAll(ResultSet rows) throws SQLException {
        while (rows.next()) {
            assertThat(rows.getString(2)).isNotEmpty();
        }
    }

    /** Some drivers leave alone what they close. */
    private static void assertClosed(String what, ThrowingCallable closing) {
        Throwable failure = catchThrowable(closing);
        assertThat(failure == null || isOfTime(failure))
                .as("%s: %s", what, failure)
                .isTrue();
    }

    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
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
    @OnDatabases(except = H2, always = MYSQL)
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
    @OnDatabases(except = H2, always = MYSQL)
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
    @OnDatabases(except = H2, always = MYSQL)
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
    @OnDatabases(except = H2, always = MYSQL)
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
    @OnDatabases(except = H2, always = MYSQL)
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

    /** Checks pools whose connection answers for the driver's, and is locked by a thread that waits in it. */
    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
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
    @OnDatabases(except = H2, always = MYSQL)
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
