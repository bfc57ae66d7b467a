package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingNotSupportedException;
import io.shardkit.execute.transaction.CommitGate;
import io.shardkit.options.CrossSource;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks what a transaction manager gets from the data sources, and what connections do in its transactions. */
abstract class GlobalTransactionContract {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Predicate<String> PREPARE = sql -> sql.startsWith("XA PREPARE") || sql.startsWith("PREPARE ");
    private static final Predicate<String> FOLLOW =
            sql -> sql.matches("XA COMMIT [^O]*|COMMIT PREPARED.*|COMMIT TRANSACTION.*");

    private final TestDatabase kind;
    private AtomicShop shop;
    private volatile @Nullable HandTransaction current;

    GlobalTransactionContract(TestDatabase kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() throws SQLException {
        shop = new AtomicShop(kind, CrossSource.BEST_EFFORT);
        shop.dataSource.takePartIn(() -> current);
        shop.sent.clear();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private HandTransaction begin() {
        HandTransaction begun = new HandTransaction();
        current = begun;
        return begun;
    }

    private static void insert(Connection connection, long id, long user) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t_account (id, user_id, balance) VALUES (?, ?, 0)")) {
            insert.setLong(1, id);
            insert.setLong(2, user);
            insert.executeUpdate();
        }
    }

    private void insert(long... users) throws SQLException {
        try (Connection connection = shop.dataSource.getConnection()) {
            for (long user : users) {
                insert(connection, user, user);
            }
        }
    }

    private int count(String condition) throws SQLException {
        try (Connection connection = shop.dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_account WHERE " + condition)) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    private void assertNothingLeft() throws XAException {
        for (HikariDataSource pool : shop.pools) {
            eventually(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
        }
        assertThat(prepared()).isEmpty();
    }

    /** A question that is asked until the answer is yes. */
    @FunctionalInterface
    private interface Condition {
        boolean isMet();
    }

    private static void eventually(Condition condition) {
        long until = System.nanoTime() + SOON.toNanos();
        while (!condition.isMet()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(until);
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** The names of the test that are prepared; a server may show those of all of its databases. */
    private List<Xid> prepared() throws XAException {
        List<Xid> found = new ArrayList<>();
        for (XAResource source : shop.dataSource.recoveryResources()) {
            for (Xid each : source.recover(XAResource.TMSTARTRSCAN)) {
                if (each.getFormatId() == HandTransaction.FORMAT
                        && found.stream().noneMatch(each::equals)) {
                    found.add(each);
                }
            }
            assertThat(source.recover(XAResource.TMENDRSCAN)).isEmpty();
        }
        return found;
    }

    private static void failsWith(int code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(XAException.class, failure -> assertThat(failure.errorCode)
                .isEqualTo(code));
    }

    private static void refused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                        .isEqualTo(code));
    }

    @Test
    void aTransactionOverSeveralDataSourcesIsHeldBeforeItPrepares() throws Exception {
        HandTransaction held = begin();
        insert(0, 1);
        CommitGate gate = shop.dataSource.commitGate();
        gate.hold(Duration.ofMinutes(5));
        assertThat(gate.isStill()).isTrue();
        FutureTask<?> commit = new FutureTask<>(() -> {
            held.commitPrepared();
            return true;
        });
        Thread committing = new Thread(commit);
        committing.start();
        eventually(() -> committing.getState() == Thread.State.TIMED_WAITING || commit.isDone());
        assertThat(commit).isNotDone();
        assertThat(prepared()).isEmpty();
        assertThat(gate.isStill()).isTrue();
        gate.release();
        commit.get(1, TimeUnit.MINUTES);
        gate.hold(Duration.ofMinutes(5));
        assertThat(gate.isStill()).as("the transaction has left").isTrue();
        HandTransaction single = begin();
        insert(2);
        single.commitAtOnce();
        gate.release();
        current = null;
        assertThat(count("user_id < 3")).isEqualTo(3);
        assertNothingLeft();
    }

    @Test
    void commitsAndRollsBackEverywhere() throws Exception {
        HandTransaction first = begin();
        insert(0, 1, 2);
        assertThat(first.branches).hasSize(3);
        assertThat(first.isRollbackOnly()).isFalse();
        first.commitPrepared();
        assertThat(shop.counts()).containsExactly(1, 1, 1);
        HandTransaction second = begin();
        insert(3, 4, 5);
        assertThat(count("balance = 0")).isEqualTo(6);
        second.rollback();
        assertThat(shop.counts()).containsExactly(1, 1, 1);
        assertNothingLeft();
    }

    @Test
    void aDataSourceThatIsOnlyReadIsNotPrepared() throws Exception {
        HandTransaction transaction = begin();
        insert(0, 1);
        assertThat(count("user_id = 2")).isZero();
        assertThat(transaction.prepare()).containsExactly(XAResource.XA_OK, XAResource.XA_OK, XAResource.XA_RDONLY);
        assertThat(shop.sent).noneMatch(sql -> sql.startsWith("ds2") && PREPARE.test(sql.substring(4)));
        assertThat(prepared()).hasSize(2);
        transaction.resource(0).commit(transaction.branch(0), false);
        transaction.resource(1).commit(transaction.branch(1), false);
        transaction.end();
        assertThat(shop.counts()).containsExactly(1, 1, 0);
        assertNothingLeft();
    }

    @Test
    void oneDataSourceCommitsInOnePhase() throws Exception {
        HandTransaction transaction = begin();
        insert(1, 4);
        assertThat(transaction.branches).hasSize(1);
        transaction.commitAtOnce();
        assertThat(shop.sent).noneMatch(sql -> PREPARE.test(sql.substring(4)));
        assertThat(shop.counts()).containsExactly(0, 2, 0);
        assertNothingLeft();
    }

    @Test
    void eachTransactionHasItsOwnSession() throws Exception {
        HandTransaction outer = begin();
        insert(0, 1);
        HandTransaction inner = begin();
        insert(3, 4);
        assertThat(count("user_id = 3")).isEqualTo(1);
        inner.commitPrepared();
        current = null;
        assertThat(count("user_id = 1")).isZero();
        current = outer;
        assertThat(count("user_id = 1")).isEqualTo(1);
        outer.rollback();
        current = null;
        assertThat(shop.counts()).containsExactly(1, 1, 0);
        assertNothingLeft();
    }

    @Test
    void whetherItHasPreparedMayBeUnknown() throws Exception {
        HandTransaction transaction = begin();
        insert(0, 1);
        shop.breakAt(1, PREPARE, true);
        failsWith(XAException.XAER_RMFAIL, transaction::prepare);
        assertThat(shop.isBroken()).isTrue();
        transaction.resource(0).rollback(transaction.branch(0));
        eventually(() -> rolledBack(transaction, 1));
        transaction.end();
        assertThat(shop.counts()).containsExactly(0, 0, 0);
        assertNothingLeft();
    }

    /** A server may take a moment to see that the connection of a branch is gone. */
    private static boolean rolledBack(HandTransaction transaction, int number) {
        try {
            transaction.resource(number).rollback(transaction.branch(number));
            return true;
        } catch (XAException failure) {
            return failure.errorCode == XAException.XAER_NOTA;
        }
    }

    @Test
    void whatIsPreparedIsCommittedByAnotherConnection() throws Exception {
        HandTransaction transaction = begin();
        insert(0, 1, 2);
        transaction.prepare();
        shop.breakAt(1, FOLLOW, false);
        transaction.resource(0).commit(transaction.branch(0), false);
        failsWith(XAException.XAER_RMFAIL, () -> transaction.resource(1).commit(transaction.branch(1), false));
        assertThat(shop.isBroken()).isTrue();
        transaction.resource(2).commit(transaction.branch(2), false);
        transaction.end();
        eventually(() -> committed(transaction));
        assertThat(shop.counts()).containsExactly(1, 1, 1);
        assertNothingLeft();
    }

    private static boolean committed(HandTransaction transaction) {
        try {
            transaction.resource(1).commit(transaction.branch(1), false);
            return true;
        } catch (XAException failure) {
            assertThat(failure.errorCode).isEqualTo(XAException.XAER_RMFAIL);
            return false;
        }
    }

    @Test
    void aCommitInOnePhaseMayBeUnknown() throws Exception {
        HandTransaction transaction = begin();
        insert(1);
        shop.breakAt(1, sql -> sql.equals("COMMIT") || sql.endsWith("ONE PHASE"), true);
        failsWith(XAException.XAER_RMFAIL, transaction::commitAtOnce);
        transaction.end();
        assertThat(shop.counts()).containsExactly(0, 1, 0);
        assertNothingLeft();
    }

    @Test
    void whatAProcessLeftPreparedIsEndedByAnother() throws Exception {
        HandTransaction transaction = begin();
        insert(0, 1);
        transaction.prepare();
        transaction.end();
        shop.dataSource.close();
        shop.pools.forEach(pool -> pool.getHikariPoolMXBean().softEvictConnections());
        try (ShardingDataSource other = shop.start(CrossSource.BEST_EFFORT)) {
            XAResource first = other.recoveryResources().get(0);
            XAResource second = other.recoveryResources().get(1);
            assertThat(prepared())
                    .extracting(Xid::getGlobalTransactionId)
                    .containsOnly(transaction.branch(0).getGlobalTransactionId());
            eventually(() -> ended(() -> first.commit(transaction.branch(0), false)));
            eventually(() -> ended(() -> second.rollback(transaction.branch(1))));
            failsWith(XAException.XAER_NOTA, () -> first.commit(transaction.branch(0), false));
            failsWith(XAException.XAER_NOTA, () -> second.rollback(transaction.branch(1)));
            failsWith(XAException.XAER_PROTO, () -> first.start(transaction.branch(0), XAResource.TMNOFLAGS));
            assertThat(first.isSameRM(second)).isFalse();
            assertThat(first.isSameRM(first)).isTrue();
        }
        assertThat(shop.counts()).containsExactly(1, 0, 0);
    }

    /** An end of a branch. */
    @FunctionalInterface
    private interface Ending {
        void run() throws XAException;
    }

    private static boolean ended(Ending ending) {
        try {
            ending.run();
            return true;
        } catch (XAException failure) {
            return false;
        }
    }

    @Test
    void whatFailedHalfDoneIsNotCommitted() throws Exception {
        current = null;
        insert(1);
        HandTransaction transaction = begin();
        insert(0);
        assertThatThrownBy(() -> {
                    try (Connection connection = shop.dataSource.getConnection();
                            Statement statement = connection.createStatement()) {
                        statement.executeUpdate(
                                "INSERT INTO t_account (id, user_id, balance) VALUES (3, 3, 0), (1, 1, 0), (5, 5, 0)");
                    }
                })
                .isInstanceOf(SQLException.class);
        assertThat(transaction.isRollbackOnly()).isTrue();
        assertThatThrownBy(transaction::prepare)
                .isInstanceOfSatisfying(XAException.class, failure -> assertThat(failure.errorCode)
                        .isBetween(XAException.XA_RBBASE, XAException.XA_RBEND));
        transaction.rollback();
        assertThat(shop.counts()).containsExactly(0, 1, 0);
        assertNothingLeft();
    }

    /** MySQL makes none in a branch, MariaDB prepares them, and PostgreSQL and H2 refuse that. */
    @Test
    void temporaryTablesArePreparedOrRefused() throws Exception {
        HandTransaction transaction = begin();
        insert(0, 1, 2);
        if (kind == TestDatabase.MYSQL) {
            assertThatThrownBy(this::gather)
                    .isInstanceOf(ShardingNotSupportedException.class)
                    .hasMessageStartingWith(ErrorCode.NOT_PREPARABLE.code());
            transaction.rollback();
            assertThat(shop.counts()).containsExactly(0, 0, 0);
            assertNothingLeft();
            return;
        }
        gather();
        if (kind.isMariaDb()) {
            transaction.commitPrepared();
            assertThat(shop.counts()).containsExactly(1, 1, 1);
        } else {
            assertThatThrownBy(transaction::prepare)
                    .hasRootCauseInstanceOf(SQLException.class)
                    .rootCause()
                    .hasMessageContaining(ErrorCode.NOT_PREPARABLE.code());
            transaction.rollback();
            assertThat(shop.counts()).containsExactly(0, 0, 0);
        }
        assertNothingLeft();
    }

    private void gather() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement
                    .executeQuery("SELECT a.id FROM t_account a JOIN t_account b ON a.balance = b.balance"
                            + " AND a.id < b.id ORDER BY a.id")
                    .close();
        }
    }

    @Test
    void connectionsDoNotEndTheTransaction() throws Exception {
        HandTransaction transaction = begin();
        try (Connection connection = shop.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            insert(connection, 0, 0);
            for (ThrowingCallable each : List.<ThrowingCallable>of(
                    connection::commit,
                    connection::rollback,
                    connection::setSavepoint,
                    () -> connection.setAutoCommit(true),
                    () -> statement.execute("COMMIT"),
                    () -> statement.execute("ROLLBACK"),
                    () -> statement.execute("BEGIN"),
                    () -> statement.execute("SAVEPOINT a"))) {
                refused(ErrorCode.MANAGED_TRANSACTION, each);
            }
            insert(connection, 1, 1);
        }
        transaction.commitPrepared();
        assertThat(shop.counts()).containsExactly(1, 1, 0);
        assertNothingLeft();
    }

    @Test
    void aReadOnlyConnectionTakesPartToo() throws Exception {
        HandTransaction transaction = begin();
        try (Connection connection = shop.dataSource.getConnection()) {
            connection.setReadOnly(true);
            assertThat(count("user_id = 1")).isZero();
        }
        assertThat(transaction.branches).hasSize(1);
        transaction.commitAtOnce();
        assertNothingLeft();
    }

    @Test
    void aConnectionThatOutlivesTheTransactionIsOfNoUse() throws Exception {
        HandTransaction transaction = begin();
        try (Connection connection = shop.dataSource.getConnection()) {
            insert(connection, 0, 0);
            transaction.commitAtOnce();
            refused(ErrorCode.CLOSED, () -> insert(connection, 3, 3));
        }
        assertThat(shop.counts()).containsExactly(1, 0, 0);
        assertNothingLeft();
    }

    @Test
    void aRollbackByAnotherThreadTakesTheConnectionsAway() throws Exception {
        HandTransaction transaction = begin();
        ExecutorService reaper = Executors.newSingleThreadExecutor();
        try (Connection connection = shop.dataSource.getConnection()) {
            insert(connection, 0, 0);
            insert(connection, 1, 1);
            Future<?> reaped = reaper.submit(() -> {
                transaction.rollback();
                return null;
            });
            reaped.get();
            refused(ErrorCode.CLOSED, () -> insert(connection, 2, 2));
        } finally {
            reaper.shutdownNow();
        }
        assertNothingLeft();
        assertThat(shop.counts()).containsExactly(0, 0, 0);
    }

    @Test
    void writesToSeveralDataSourcesMayBeRefused() throws Exception {
        shop.close();
        shop = new AtomicShop(kind, CrossSource.REFUSE);
        shop.dataSource.takePartIn(() -> current);
        HandTransaction transaction = begin();
        insert(0);
        refused(ErrorCode.CROSS_SOURCE_REFUSED, () -> insert(1));
        transaction.rollback();
        assertThat(shop.counts()).containsExactly(0, 0, 0);
        assertNothingLeft();
    }
}
