package io.shardkit.jdbc;

import static io.shardkit.jdbc.InTime.assertInTime;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.error.ErrorCode;
import io.shardkit.jdbc.InTime.Late;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that accepts connections and answers nothing holds a caller no longer than the deadline and a second. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class FrozenServerIT {
    private static final int SECONDS = 1;

    /** The deadline and the second that is promised. */
    private static final long MOST_MILLIS = 1000 * SECONDS + 1000;

    private static final String ONE = "SELECT COUNT(*) FROM t_order WHERE id = 1 AND user_id = ";
    private static final String SCATTER = "SELECT id FROM t_order ORDER BY id";
    private static final String GATHER = "SELECT COUNT(*) FROM t_order a, t_order b WHERE a.name = b.name";
    private static final String WRITE = "UPDATE t_order SET name = 'x' WHERE id >= 0";
    private static final String INSERT = "INSERT INTO t_order VALUES (1, %d, 'new')";
    private static final String SPLIT = "INSERT INTO t_order VALUES (10, 0, 'new'), (11, 1, 'new'), (12, 2, 'new')";
    private static final String COPY = "INSERT INTO t_order SELECT id + 100, user_id, name FROM t_order WHERE id >= 0";

    static Stream<Arguments> databases() {
        return Stream.of(
                        TestDatabase.MARIADB,
                        TestDatabase.MARIADB_CONNECTOR_J,
                        TestDatabase.MYSQL,
                        TestDatabase.POSTGRESQL)
                .flatMap(kind -> IntStream.rangeClosed(kind.isByConnectorJ() ? 1 : 0, 1)
                        .mapToObj(frozen -> Arguments.of(kind, frozen)));
    }

    /** Something that a caller does. */
    private interface Work {
        void run(Connection connection) throws Exception;
    }

    /** The failure of a call, and the time until then. */
    private record Outcome(Exception failure, long millis, Connection connection) {
        String message() {
            return String.valueOf(failure.getMessage());
        }
    }

    private static Outcome failing(Connection connection, Work work) {
        long start = System.nanoTime();
        Exception thrown = new IllegalStateException("nothing was thrown");
        try {
            work.run(connection);
        } catch (Exception failure) {
            thrown = failure;
        }
        return new Outcome(thrown, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), connection);
    }

    private static void close(Connection connection, Late late, String what) throws SQLException {
        long start = System.nanoTime();
        connection.close();
        late.checkSince("closing after " + what, start, 1_000);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void batch(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, 'batch')")) {
            for (int i = 0; i < 8; i++) {
                statement.setLong(1, i);
                statement.setLong(2, i / 2);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void assertWorksAgain(FrozenShop shop, int frozen) throws Exception {
        shop.proxies.get(frozen).thaw();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
        boolean works = false;
        while (!works && System.nanoTime() < until) {
            try (Connection connection = shop.dataSource.getConnection()) {
                FrozenShop.read(connection, SCATTER);
                FrozenShop.read(connection, GATHER);
                works = true;
            } catch (SQLException notYet) {
                Thread.sleep(100);
            }
        }
        assertThat(works).isTrue();
        while (shop.activeConnections() > 0 && System.nanoTime() < until) {
            Thread.sleep(20);
        }
        assertThat(shop.activeConnections()).isZero();
    }

    @ParameterizedTest
    @MethodSource("databases")
    @Timeout(300)
    void everyStatementEndsAtItsDeadline(TestDatabase kind, int frozen) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, SECONDS)) {
            List<String> wrong = new ArrayList<>();
            List<Work> works = List.of(
                    connection -> execute(connection, ONE + frozen),
                    connection -> {
                        try (Statement statement = connection.createStatement()) {
                            statement.setQueryTimeout(SECONDS);
                            statement.executeQuery(ONE + frozen);
                        }
                    },
                    connection -> execute(connection, SCATTER),
                    connection -> execute(connection, GATHER),
                    connection -> execute(connection, WRITE),
                    connection -> execute(connection, SPLIT),
                    connection -> execute(connection, COPY),
                    connection -> execute(connection, INSERT.formatted(frozen)),
                    FrozenServerIT::batch,
                    connection -> {
                        // Each of its entries is a statement of its own in autocommit.
                        try (Statement statement = connection.createStatement()) {
                            statement.addBatch(INSERT.formatted(frozen));
                            statement.addBatch(INSERT.formatted(frozen));
                            statement.executeBatch();
                        }
                    });
            for (int i = 0; i < works.size(); i++) {
                for (boolean autoCommit : new boolean[] {true, false}) {
                    // A pool finds out on its own way that an idle connection is dead.
                    for (boolean held : i % 5 == 0 ? new boolean[] {true, false} : new boolean[] {true}) {
                        String what = "work " + i + (autoCommit ? "" : " in a transaction")
                                + (held ? "" : " on connections not yet borrowed");
                        Work work = works.get(i);
                        boolean unknown = autoCommit && held && (i == 7 || i == 9);
                        String code = unknown ? ErrorCode.COMMIT_INCOMPLETE.code() : ErrorCode.DEADLINE_PASSED.code();
                        assertInTime(late -> {
                            Connection connection = shop.dataSource.getConnection();
                            connection.setAutoCommit(autoCommit);
                            if (held) {
                                FrozenShop.read(connection, SCATTER);
                            }
                            shop.proxies.get(frozen).freeze();
                            Outcome outcome = failing(connection, work);
                            late.check(what, outcome.millis(), MOST_MILLIS);
                            boolean coded = outcome.message().startsWith(code)
                                    || (!held && outcome.message().startsWith(ErrorCode.NO_CONNECTION.code()));
                            if (!coded) {
                                wrong.add(what + ": " + outcome.failure());
                            }
                            if (!autoCommit) {
                                connection.rollback();
                            }
                            close(connection, late, what);
                            assertWorksAgain(shop, frozen);
                        });
                    }
                }
            }
            assertThat(wrong).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void commitEndsAtTheDeadlineAndSaysWhatIsUnknown(TestDatabase kind, int frozen) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, SECONDS)) {
            for (boolean several : new boolean[] {false, true}) {
                assertInTime(late -> {
                    Connection connection = shop.dataSource.getConnection();
                    connection.setAutoCommit(false);
                    execute(connection, INSERT.formatted(frozen));
                    if (several) {
                        execute(connection, INSERT.formatted(1 - frozen));
                    }
                    shop.proxies.get(frozen).freeze();
                    Outcome outcome = failing(connection, Connection::commit);
                    assertThat(outcome.message())
                            .startsWith(ErrorCode.COMMIT_INCOMPLETE.code())
                            .contains("outcome unknown: ds" + frozen);
                    if (several) {
                        assertThat(outcome.message()).contains(frozen == 0 ? "rolled back: ds1" : "committed: ds0;");
                    }
                    late.check("commit", outcome.millis(), MOST_MILLIS);
                    close(connection, late, "commit");
                    assertWorksAgain(shop, frozen);
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void participantThatOnlyReadIsNoUnknownOutcome(TestDatabase kind, int frozen) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, SECONDS)) {
            try (Connection connection = shop.dataSource.getConnection()) {
                connection.setAutoCommit(false);
                FrozenShop.read(connection, ONE + frozen);
                execute(connection, INSERT.formatted(1 - frozen));
                shop.proxies.get(frozen).cut();
                Outcome outcome = failing(connection, Connection::commit);
                assertThat(outcome.message()).doesNotContain(ErrorCode.COMMIT_INCOMPLETE.code());
                assertThat(shop.readDirectly(1 - frozen, "SELECT COUNT(*) FROM t_order_1 WHERE name = 'new'"))
                        .isZero();
            }
            assertWorksAgain(shop, frozen);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void lostCommitOfOneDataSourceIsAnUnknownOutcome(TestDatabase kind, int frozen) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 0)) {
            for (boolean bySwitch : new boolean[] {false, true}) {
                // No other connection that was cut is lent.
                shop.pools.get(frozen).getHikariPoolMXBean().softEvictConnections();
                try (Connection connection = shop.dataSource.getConnection()) {
                    connection.setAutoCommit(false);
                    execute(connection, INSERT.formatted(frozen));
                    shop.proxies.get(frozen).cut();
                    Outcome outcome = failing(connection, open -> {
                        if (bySwitch) {
                            open.setAutoCommit(true);
                        } else {
                            open.commit();
                        }
                    });
                    assertThat(outcome.message())
                            .startsWith(ErrorCode.COMMIT_INCOMPLETE.code())
                            .contains("outcome unknown: ds" + frozen);
                }
            }
            assertWorksAgain(shop, frozen);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void rollbackAndCloseAreBoundedWithoutADeadline(TestDatabase kind, int frozen) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 0)) {
            assertInTime(late -> {
                Connection connection = shop.dataSource.getConnection();
                connection.setAutoCommit(false);
                execute(connection, INSERT.formatted(frozen));
                execute(connection, INSERT.formatted(1 - frozen));
                shop.proxies.get(frozen).freeze();
                Outcome outcome = failing(connection, Connection::rollback);
                late.check("rollback", outcome.millis(), 11_500);
                close(connection, late, "rollback");
                assertWorksAgain(shop, frozen);
                assertThat(shop.readDirectly(1 - frozen, "SELECT COUNT(*) FROM t_order_1 WHERE name = 'new'"))
                        .isZero();
            });
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void interruptCancelAndAnotherFailureReleaseTheCaller(TestDatabase kind, int frozen) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 0)) {
            for (String sql : List.of(SCATTER, GATHER, WRITE)) {
                for (boolean interrupts : new boolean[] {true, false}) {
                    assertInTime(late -> {
                        Connection connection = shop.dataSource.getConnection();
                        FrozenShop.read(connection, SCATTER);
                        Statement statement = connection.createStatement();
                        shop.proxies.get(frozen).freeze();
                        Thread caller = new Thread(() -> failing(connection, open -> statement.execute(sql)));
                        caller.start();
                        Thread.sleep(300);
                        long start = System.nanoTime();
                        if (interrupts) {
                            caller.interrupt();
                        } else {
                            statement.cancel();
                        }
                        caller.join(2_000);
                        late.checkSince(sql + (interrupts ? " interrupted" : " cancelled"), start, 1_999);
                        if (caller.isAlive()) {
                            // The cancel came before anything was under way.
                            shop.proxies.get(frozen).thaw();
                            caller.join();
                        }
                        close(connection, late, sql);
                        assertWorksAgain(shop, frozen);
                    });
                }
            }
            assertInTime(late -> {
                try (Connection connection = shop.dataSource.getConnection()) {
                    FrozenShop.read(connection, SCATTER);
                    shop.runDirectly(1 - frozen, "ALTER TABLE t_order_1 RENAME TO t_gone");
                    shop.proxies.get(frozen).freeze();
                    Outcome outcome = failing(connection, open -> FrozenShop.read(open, SCATTER));
                    shop.runDirectly(1 - frozen, "ALTER TABLE t_gone RENAME TO t_order_1");
                    assertThat(outcome.message()).contains("t_order_1");
                    late.check("another's failure", outcome.millis(), 2_000);
                }
                assertWorksAgain(shop, frozen);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void validationKeepsItsTimeout(TestDatabase kind, int frozen) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 0)) {
            for (boolean held : new boolean[] {true, false}) {
                assertInTime(late -> {
                    Connection connection = shop.dataSource.getConnection();
                    if (held) {
                        FrozenShop.read(connection, SCATTER);
                    }
                    assertThat(connection.isValid(10)).isTrue();
                    shop.proxies.get(frozen).freeze();
                    long start = System.nanoTime();
                    assertThat(connection.isValid(1)).isFalse();
                    late.checkSince("validation", start, 1_500);
                    close(connection, late, "validation");
                    assertWorksAgain(shop, frozen);
                });
            }
        }
    }
}
