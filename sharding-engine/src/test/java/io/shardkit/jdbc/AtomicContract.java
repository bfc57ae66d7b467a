package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingUnresolvedException;
import io.shardkit.hint.ShardingHint;
import io.shardkit.observe.InDoubtTransaction;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.CrossSource;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what holds of atomic commits on each database. */
abstract class AtomicContract {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final TestDatabase kind;
    private final Predicate<String> prepare;
    private final Predicate<String> follow;
    private AtomicShop shop;

    AtomicContract(TestDatabase kind) {
        this.kind = kind;
        String prepares =
                switch (kind) {
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> "XA PREPARE";
                    case POSTGRESQL -> "PREPARE TRANSACTION";
                    case H2 -> "PREPARE COMMIT";
                };
        String follows =
                switch (kind) {
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> "XA COMMIT";
                    case POSTGRESQL -> "COMMIT PREPARED";
                    case H2 -> "COMMIT TRANSACTION";
                };
        prepare = sql -> sql.startsWith(prepares);
        follow = sql -> sql.startsWith(follows) && !sql.equals("COMMIT") && !sql.endsWith("ONE PHASE");
    }

    @BeforeEach
    void open() throws SQLException {
        shop = new AtomicShop(kind);
        shop.sent.clear();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private static void insert(Connection connection, long id, long user) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t_account (id, user_id, balance) VALUES (?, ?, 0)")) {
            insert.setLong(1, id);
            insert.setLong(2, user);
            insert.executeUpdate();
        }
    }

    /** One account on each database, in one transaction. */
    private void insertEverywhere(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        for (int i = 0; i < AtomicShop.DATABASES; i++) {
            insert(connection, i, i);
        }
    }

    /** A step of a test. */
    @FunctionalInterface
    private interface Step {
        void run() throws SQLException;
    }

    private static void eventually(Step step) throws SQLException {
        long until = System.nanoTime() + SOON.toNanos();
        while (true) {
            try {
                step.run();
                return;
            } catch (AssertionError notYet) {
                if (System.nanoTime() > until) {
                    throw notYet;
                }
                LockSupport.parkNanos(100_000_000);
            }
        }
    }

    private void awaitNothingInDoubt() throws SQLException {
        eventually(() -> {
            assertThat(shop.dataSource.recover()).isEmpty();
            for (int i = 0; i < AtomicShop.DATABASES; i++) {
                assertThat(prepared(i)).isEmpty();
            }
        });
    }

    private List<Object> prepared(int database) throws SQLException {
        return shop.ask(
                database,
                switch (kind) {
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> "XA RECOVER";
                    case POSTGRESQL -> "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()";
                    case H2 -> "SELECT * FROM INFORMATION_SCHEMA.IN_DOUBT";
                });
    }

    private static ErrorCode code(Throwable failure) {
        return ((ShardingException) failure).errorCode();
    }

    @Test
    void commitsEverywhere() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            connection.commit();
            assertThat(shop.counts()).containsExactly(1, 1, 1);
            insert(connection, 10, 1);
            insert(connection, 11, 2);
            connection.commit();
        }
        assertThat(shop.counts()).containsExactly(1, 2, 2);
        assertThat(shop.sent).filteredOn(sql -> prepare.test(sql.substring(4))).hasSize(3);
        assertThat(shop.dataSource.inDoubt()).isEmpty();
        awaitNothingInDoubt();
    }

    @Test
    void whatIsBeingCommittedIsNotInDoubt() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Integer> looking = CompletableFuture.supplyAsync(() -> {
            int looks = 0;
            while (!done.get()) {
                assertThat(shop.dataSource.lookForInDoubt()).isEmpty();
                looks++;
            }
            return looks;
        });
        try (Connection connection = shop.dataSource.getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 200; i++) {
                insert(connection, 3 * i, 0);
                insert(connection, 3 * i + 1, 1);
                connection.commit();
                assertThat(shop.dataSource.inDoubt()).isEmpty();
            }
        } finally {
            done.set(true);
        }
        assertThat(looking.get(SOON.toSeconds(), TimeUnit.SECONDS)).isPositive();
    }

    @Test
    void rollsBackEverywhere() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            connection.rollback();
            insertEverywhere(connection);
        }
        assertThat(shop.counts()).containsExactly(0, 0, 0);
        // Not at once: the recovery borrows a connection now and then as well.
        eventually(() -> assertThat(shop.pools)
                .allMatch(pool -> pool.getHikariPoolMXBean().getActiveConnections() == 0));
    }

    @Test
    void onePhaseIsEnoughForOneDatabaseAndForReaders() throws SQLException {
        insertOne();
        try (Connection connection = shop.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeQuery("SELECT * FROM t_account ORDER BY id").close();
            insert(connection, 2, 1);
            connection.commit();
            statement.executeQuery("SELECT * FROM t_account ORDER BY id").close();
            connection.commit();
        }
        assertThat(shop.counts()).containsExactly(1, 1, 0);
        assertThat(shop.sent).noneMatch(sql -> prepare.test(sql.substring(4)));
        assertThat(shop.sent).noneMatch(sql -> sql.contains("sharding_transaction"));
    }

    private void insertOne() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, 1, 0);
            connection.commit();
        }
        assertThat(shop.sent).noneMatch(sql -> sql.contains("XA START"));
    }

    @Test
    void aStatementOverSeveralDatabasesCommitsAtomicallyInAutocommit() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO t_account (id, user_id, balance) VALUES (1, 1, 0), (2, 2, 0), (3, 3, 0)");
            assertThat(shop.sent)
                    .filteredOn(sql -> prepare.test(sql.substring(4)))
                    .hasSize(2);
            assertThat(statement.executeUpdate("UPDATE t_account SET balance = 5 WHERE balance = 0"))
                    .isEqualTo(3);
            assertThat(shop.sent)
                    .filteredOn(sql -> prepare.test(sql.substring(4)))
                    .hasSize(4);
        }
        assertThat(shop.counts()).containsExactly(1, 1, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void losingAParticipantWhileItPreparesCommitsNothing(boolean after) throws SQLException {
        shop.breakAt(2, prepare, after);
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        assertThat(shop.isBroken()).isTrue();
        awaitNothingInDoubt();
        assertThat(shop.counts()).containsExactly(0, 0, 0);
        commitsAgain();
    }

    @Test
    void losingTheDeciderBeforeTheDecisionCommitsNothing() throws SQLException {
        shop.breakAt(0, sql -> sql.contains("INSERT INTO") && sql.contains("sharding_transaction"), false);
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        assertThat(shop.isBroken()).isTrue();
        awaitNothingInDoubt();
        assertThat(shop.counts()).containsExactly(0, 0, 0);
        commitsAgain();
    }

    @Test
    void aDecisionWhoseAnswerIsLostBeforeItIsMadeIsNone() throws SQLException {
        shop.breakAt(0, sql -> sql.equals("COMMIT"), false);
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        assertThat(shop.isBroken()).isTrue();
        awaitNothingInDoubt();
        assertThat(shop.counts()).containsExactly(0, 0, 0);
        commitsAgain();
    }

    @Test
    void aDecisionWhoseAnswerIsLostIsAskedFor() throws SQLException {
        shop.breakAt(0, sql -> sql.equals("COMMIT"), true);
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            connection.commit();
        }
        assertThat(shop.isBroken()).isTrue();
        assertThat(shop.counts()).containsExactly(1, 1, 1);
        awaitNothingInDoubt();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aParticipantThatDoesNotHearTheDecisionFollowsItLater(boolean after) throws SQLException {
        shop.breakAt(1, follow, after);
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            connection.commit();
            assertThatThrownBy(() -> insert(connection, 20, 1)).isInstanceOf(SQLException.class);
        }
        assertThat(shop.isBroken()).isTrue();
        awaitNothingInDoubt();
        assertThat(shop.counts()).containsExactly(1, 1, 1);
        eventually(() -> assertThat(shop.ask(0, "SELECT id FROM sharding_transaction WHERE decision = 'commit'"))
                .isEmpty());
    }

    /** A database that has stopped lists nothing, and what it has prepared holds its locks when it comes back. */
    @Test
    void whatAStoppedDatabaseHasPreparedIsInDoubt() throws SQLException {
        shop.breakAt(1, follow, false);
        shop.beforeDecision(() -> shop.refuseConnections(1));
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            connection.commit();
        }
        assertThat(shop.isBroken()).isTrue();
        assertThat(shop.dataSource.inDoubt()).singleElement().satisfies(part -> {
            assertThat(part.dataSource()).isEqualTo("ds1");
            assertThat(part.problem()).isNotEmpty();
        });
        assertThat(shop.dataSource.lookForInDoubt()).hasSize(1);
        shop.refuseConnections(-1);
        awaitNothingInDoubt();
        assertThat(shop.counts()).containsExactly(1, 1, 1);
    }

    /**
     * Checks that a transaction that becomes in-doubt while the databases are asked is not forgotten because they did not
     * tell of it.
     */
    @Test
    void whatComesInDoubtDuringALookStaysSo() throws SQLException {
        shop.beforeLastTells(() -> {
            shop.breakAt(1, follow, false);
            shop.beforeDecision(() -> shop.refuseConnections(1));
            try (Connection connection = shop.dataSource.getConnection()) {
                insertEverywhere(connection);
                connection.commit();
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        });
        assertThat(shop.dataSource.lookForInDoubt()).hasSize(1);
        shop.refuseConnections(-1);
        awaitNothingInDoubt();
        assertThat(shop.counts()).containsExactly(1, 1, 1);
    }

    /** A look that was told of it before it was committed does not take it for what is still prepared. */
    @Test
    void whatEndsDuringALookIsNotInDoubtThoughAnotherPartOfItIs() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch committed = new CountDownLatch(1);
        FutureTask<List<InDoubtTransaction>> look = new FutureTask<>(() -> shop.dataSource.lookForInDoubt());
        shop.breakAt(1, follow, false);
        shop.beforeDecision(() -> {
            shop.afterLastTold(() -> {
                told.countDown();
                await(committed);
            });
            new Thread(look, "look").start();
            await(told);
            shop.refuseConnections(1);
        });
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            connection.commit();
        }
        committed.countDown();
        assertThat(look.get(SOON.toSeconds(), TimeUnit.SECONDS))
                .extracting(InDoubtTransaction::dataSource)
                .containsExactly("ds1");
        shop.refuseConnections(-1);
        awaitNothingInDoubt();
        assertThat(shop.counts()).containsExactly(1, 1, 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    @Test
    void anotherProcessEndsWhatADeadOneHasPrepared() throws SQLException {
        shop.breakAt(1, follow, false);
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            connection.commit();
        }
        shop.dataSource.close();
        try (ShardingDataSource other = shop.start(CrossSource.ATOMIC)) {
            eventually(() -> assertThat(shop.counts()).containsExactly(1, 1, 1));
            assertThat(other.lookForInDoubt()).isEmpty();
        }
    }

    @Test
    void aCommitThatWasOvertakenByARecoveryIsRolledBack() throws SQLException {
        try (ShardingDataSource other = shop.start(CrossSource.ATOMIC);
                Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            shop.beforeDecision(() -> assertThat(other.recover()).isNotNull());
            assertThatThrownBy(connection::commit)
                    .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(code(failure))
                            .isEqualTo(ErrorCode.COMMIT_OVERTAKEN));
        }
        awaitNothingInDoubt();
        assertThat(shop.counts()).containsExactly(0, 0, 0);
        commitsAgain();
    }

    @Test
    void savepointsUndoWhatCameLaterOnDatabasesThatJoinedLater() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, 0, 0);
            Savepoint savepoint = connection.setSavepoint();
            insert(connection, 1, 1);
            insert(connection, 2, 2);
            connection.rollback(savepoint);
            insert(connection, 11, 1);
            connection.commit();
            assertThat(shop.counts()).containsExactly(1, 1, 0);
            assertThat(shop.ask(1, "SELECT id FROM t_account").toString()).isEqualTo("[11]");
            Savepoint first = connection.setSavepoint();
            insert(connection, 20, 2);
            insert(connection, 21, 1);
            connection.rollback(first);
            insert(connection, 21, 1);
            insert(connection, 20, 2);
            connection.commit();
        }
        assertThat(shop.counts()).containsExactly(1, 2, 1);
        awaitNothingInDoubt();
    }

    @Test
    void aFailedStatementLeavesNothing() throws SQLException {
        insertOne();
        try (Connection connection = shop.dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, 2, 2);
            insert(connection, 3, 1);
            assertThatThrownBy(() -> insert(connection, 1, 0)).isInstanceOf(SQLException.class);
            connection.rollback();
            insertEverywhere(connection);
            assertThatThrownBy(() -> insert(connection, 1, 0)).isInstanceOf(SQLException.class);
        }
        assertThat(shop.counts()).containsExactly(1, 0, 0);
    }

    @Test
    void onlyTheTransactionsThatAskForItAreAtomic() throws SQLException {
        try (ShardingDataSource usual = shop.start(CrossSource.BEST_EFFORT);
                Connection connection = usual.getConnection()) {
            insertEverywhere(connection);
            connection.commit();
            assertThat(shop.sent).noneMatch(sql -> prepare.test(sql.substring(4)));
            try (ShardingHint hint = ShardingHint.crossSource(CrossSource.ATOMIC)) {
                assertThat(hint.crossSource()).isEqualTo(CrossSource.ATOMIC);
                insert(connection, 10, 1);
                insert(connection, 11, 2);
                connection.commit();
            }
            assertThat(shop.sent)
                    .filteredOn(sql -> prepare.test(sql.substring(4)))
                    .hasSize(1);
            try (ShardingHint hint = ShardingHint.crossSource(CrossSource.REFUSE)) {
                assertThat(hint.crossSource()).isEqualTo(CrossSource.REFUSE);
                insert(connection, 20, 1);
                assertThatThrownBy(() -> insert(connection, 21, 2))
                        .satisfies(failure -> assertThat(code(failure)).isEqualTo(ErrorCode.CROSS_SOURCE_REFUSED));
                connection.rollback();
            }
        }
        assertThat(shop.counts()).containsExactly(1, 2, 2);
    }

    @Test
    void rowsThatAreGatheredInAnAtomicTransactionKeepItWhole() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            insertEverywhere(connection);
            statement
                    .executeQuery("SELECT a.id FROM t_account a JOIN t_account b ON a.balance = b.balance"
                            + " AND a.id < b.id ORDER BY a.id")
                    .close();
            connection.commit();
        }
        assertThat(shop.counts()).containsExactly(1, 1, 1);
        awaitNothingInDoubt();
    }

    /** Readers and writers of the same process: each commit moves a unit from one database to another. */
    @ParameterizedTest
    @EnumSource(
            value = CrossSource.class,
            names = {"BEST_EFFORT", "ATOMIC"})
    void withAFenceAReadSeesAllOfACommitOrNothing(CrossSource way) throws Exception {
        shop.close();
        shop = new AtomicShop(kind, way, true);
        shop.waitForLocks();
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            connection.commit();
        }
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> writers =
                    List.of(threads.submit(() -> transfer(0, 1, stop)), threads.submit(() -> transfer(1, 2, stop)));
            try (Connection connection = shop.dataSource.getConnection();
                    PreparedStatement sum = connection.prepareStatement("SELECT SUM(balance) FROM t_account")) {
                for (int i = 0; i < 300; i++) {
                    try (ResultSet rows = sum.executeQuery()) {
                        rows.next();
                        assertThat(rows.getInt(1)).isZero();
                    }
                }
            }
            stop.set(true);
            for (Future<?> writer : writers) {
                writer.get();
            }
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    private @Nullable Void transfer(int from, int to, AtomicBoolean stop) throws SQLException {
        try (Connection connection = shop.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            while (!stop.get()) {
                // In one order, so that two of them never wait for each other.
                statement.executeUpdate("UPDATE t_account SET balance = balance - 1 WHERE user_id = " + from);
                statement.executeUpdate("UPDATE t_account SET balance = balance + 1 WHERE user_id = " + to);
                connection.commit();
            }
            return null;
        }
    }

    @Test
    void writesThatMeetNoRowCommitAsOthers() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < AtomicShop.DATABASES; i++) {
                assertThat(statement.executeUpdate("UPDATE t_account SET balance = 1 WHERE user_id = " + i))
                        .isZero();
            }
            connection.commit();
            assertThat(statement.executeUpdate("DELETE FROM t_account WHERE user_id = 1"))
                    .isZero();
            insert(connection, 5, 2);
            connection.commit();
        }
        assertThat(shop.counts()).containsExactly(0, 0, 1);
        awaitNothingInDoubt();
    }

    @Test
    void aDecisionThatNobodyCanAskForIsMadeKnownLater() throws SQLException {
        shop.breakAt(0, sql -> sql.equals("COMMIT"), true);
        shop.beforeDecision(() -> shop.refuseConnections(0));
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            assertThatThrownBy(connection::commit)
                    .isInstanceOfSatisfying(ShardingUnresolvedException.class, failure -> {
                        assertThat(failure.errorCode()).isEqualTo(ErrorCode.COMMIT_UNDECIDED);
                        assertThat(failure.outcome().unknown()).containsExactlyInAnyOrder("ds0", "ds1", "ds2");
                    });
        }
        shop.refuseConnections(-1);
        // A pool gives out what it has just taken back without looking at it, on H2 also what is gone.
        shop.pools.forEach(pool -> pool.getHikariPoolMXBean().softEvictConnections());
        awaitNothingInDoubt();
        assertThat(shop.counts()).containsExactly(1, 1, 1);
    }

    @Test
    void whoHasNotSwitchedItOnIsToldWhatToDo() throws SQLException {
        try (ShardingDataSource without = shop.start(CrossSource.BEST_EFFORT, null);
                Connection connection = without.getConnection();
                ShardingHint hint = ShardingHint.crossSource(CrossSource.XA)) {
            assertThat(hint.crossSource()).isEqualTo(CrossSource.XA);
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> insert(connection, 1, 1))
                    .satisfies(failure -> assertThat(code(failure)).isEqualTo(ErrorCode.ATOMIC_SWITCHED_OFF));
        }
    }

    @Test
    void aDatabaseWithoutTheTableStopsTheStart() {
        assertThatThrownBy(() -> shop.start(
                        CrossSource.ATOMIC, new AtomicCommits("no_such_table", false, Duration.ofSeconds(30))))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo(ErrorCode.ATOMIC_LACKING))
                .hasMessageContaining("sharding.data-sources.ds0")
                .hasMessageContaining("CREATE TABLE IF NOT EXISTS");
    }

    /** Decisions would be asked for where they are not. */
    @Test
    void aCopyOfAnotherDatabaseStopsTheStart() throws SQLException {
        String name = "SELECT decision FROM sharding_transaction WHERE id = 'database'";
        shop.run(
                2,
                "UPDATE sharding_transaction SET decision = '"
                        + shop.ask(0, name).get(0) + "' WHERE id = 'database'");
        assertThatThrownBy(() -> shop.start(CrossSource.ATOMIC))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo(ErrorCode.ATOMIC_LACKING))
                .hasMessageContaining("sharding.data-sources.ds0")
                .hasMessageContaining("sharding.data-sources.ds2")
                .hasMessageContaining("DELETE FROM");
        shop.run(2, "DELETE FROM sharding_transaction WHERE id = 'database'");
        shop.start(CrossSource.ATOMIC).close();
        assertThat(shop.ask(2, name)).doesNotContainAnyElementsOf(shop.ask(0, name));
    }

    private void commitsAgain() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection()) {
            insertEverywhere(connection);
            connection.commit();
        }
        assertThat(shop.counts()).containsExactly(1, 1, 1);
        awaitNothingInDoubt();
    }
}
