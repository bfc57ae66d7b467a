package io.shardkit.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.TestDatabase;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** The logical DataSource in the transactions of Narayana. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JtaContract {
    private static final long WAIT_NANOS = Duration.ofSeconds(60).toNanos();

    @Parameter
    TestDatabase kind;

    private List<HikariDataSource> databases = List.of();
    private ConfigurableApplicationContext application;
    private JtaApplication.Accounts accounts;
    private JtaApplication.Audit audit;
    private JdbcTemplate jdbc;

    @BeforeParameterizedClassInvocation
    void start() throws Exception {
        databases = JtaApplication.databases(kind);
        // Narayana reads it once, when its recovery first looks for what is prepared.
        jtaPropertyManager.getJTAEnvironmentBean().setOrphanSafetyInterval(0);
        application = JtaApplication.start(databases);
        accounts = application.getBean(JtaApplication.Accounts.class);
        audit = application.getBean(JtaApplication.Audit.class);
        jdbc = application.getBean(JdbcTemplate.class);
    }

    @AfterParameterizedClassInvocation
    void stop() {
        if (application != null) {
            application.close();
        }
        databases.forEach(HikariDataSource::close);
    }

    @BeforeEach
    void empty() {
        databases.forEach(pool -> new JdbcTemplate(pool).update("DELETE FROM t_account"));
    }

    /**
     * Returns the number of accounts in each database. For the same SQL as before, H2 may not see what a recovery has
     * committed since.
     */
    private List<Integer> counts() {
        String sql = "SELECT COUNT(*) FROM t_account /* " + System.nanoTime() + " */";
        return databases.stream()
                .map(pool -> Objects.requireNonNull(new JdbcTemplate(pool).queryForObject(sql, Integer.class)))
                .toList();
    }

    private void assertNothingHeld() {
        for (int i = 0; i < databases.size(); i++) {
            HikariDataSource pool = application.getBean("ds" + i, HikariDataSource.class);
            eventually(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
        }
        assertThat(prepared()).isEmpty();
    }

    private List<Object> prepared() {
        List<Object> all = new ArrayList<>();
        for (XAResource source : application.getBean(ShardingDataSource.class).recoveryResources()) {
            try {
                all.addAll(List.of(source.recover(XAResource.TMSTARTRSCAN)));
            } catch (XAException failure) {
                throw new AssertionError(failure);
            }
        }
        return all;
    }

    private static void eventually(BooleanSupplier condition) {
        long until = System.nanoTime() + WAIT_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(until);
            pause(20);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    private TransactionManager manager() {
        return application.getBean(TransactionManager.class);
    }

    private void enlist(XAResource resource) {
        try {
            assertThat(manager().getTransaction().enlistResource(resource)).isTrue();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void commitsOnAllDataSourcesOrOnNone() {
        accounts.insert(0, 1, 2);
        assertThat(counts()).containsExactly(1, 1, 1);
        assertThatThrownBy(() -> accounts.insertAndThen(
                        () -> {
                            throw new IllegalStateException("no");
                        },
                        3,
                        4,
                        5))
                .hasMessage("no");
        assertThat(counts()).containsExactly(1, 1, 1);
        assertNothingHeld();
    }

    @Test
    void commitsOnOneDataSource() {
        accounts.insert(1, 4);
        assertThat(counts()).containsExactly(0, 2, 0);
        assertNothingHeld();
    }

    @Test
    void outsideATransactionEachStatementIsOne() {
        jdbc.update("INSERT INTO t_account (id, balance) VALUES (0, 1), (1, 1), (2, 1)");
        assertThat(counts()).containsExactly(1, 1, 1);
        assertNothingHeld();
    }

    @Test
    void aTransactionOfItsOwnIsOne() {
        assertThatThrownBy(() -> accounts.insertAndThen(
                        () -> {
                            assertThat(audit.insertAndCount(10, 11, 12)).isEqualTo(3);
                            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_account", Integer.class))
                                    .isGreaterThanOrEqualTo(3);
                            throw new IllegalStateException("no");
                        },
                        0,
                        1,
                        2))
                .hasMessage("no");
        assertThat(counts()).containsExactly(1, 1, 1);
        assertThatThrownBy(() -> accounts.insertAndThen(
                        () -> {
                            audit.insertOutside(20);
                            throw new IllegalStateException("no");
                        },
                        21,
                        22))
                .hasMessage("no");
        assertThat(counts()).containsExactly(1, 1, 2);
        assertNothingHeld();
    }

    @Test
    void aParticipantThatDoesNotPrepareRollsAllBack() {
        assertThatThrownBy(() ->
                        accounts.insertAndThen(() -> enlist(new TestResource(XAException.XA_RBROLLBACK)), 0, 1, 2))
                .isInstanceOf(TransactionException.class);
        assertThat(counts()).containsExactly(0, 0, 0);
        assertThatThrownBy(() -> accounts.insertAndThen(() -> enlist(new TestResource(XAException.XAER_RMFAIL)), 0))
                .isInstanceOf(TransactionException.class);
        assertThat(counts()).containsExactly(0, 0, 0);
        assertNothingHeld();
    }

    @Test
    void otherParticipantsCommitWithTheDataSources() {
        List<String> seen = new ArrayList<>();
        accounts.insertAndThen(() -> enlist(new TestResource(() -> seen.add("committed"))), 0);
        assertThat(seen).containsExactly("committed");
        assertThat(counts()).containsExactly(1, 0, 0);
        assertNothingHeld();
    }

    @Test
    void mapperAndTemplateShareTheTransaction() {
        accounts.insertByMapper(0, 1, 2);
        assertThat(counts()).containsExactly(1, 1, 1);
        assertThatThrownBy(() -> accounts.insertByMapper(3, 4, 0)).isNotNull();
        assertThat(counts()).containsExactly(1, 1, 1);
        assertNothingHeld();
    }

    @Test
    void connectionsOfOneTransactionSeeWhatTheOthersHaveWritten() {
        DataSource dataSource = application.getBean(DataSource.class);
        accounts.insertAndThen(
                () -> {
                    try (Connection second = dataSource.getConnection();
                            Statement reading = second.createStatement()) {
                        Connection first = dataSource.getConnection();
                        Statement writing = first.createStatement();
                        writing.executeUpdate("INSERT INTO t_account (id, balance) VALUES (1, 1)");
                        try (ResultSet rows = reading.executeQuery("SELECT COUNT(*) FROM t_account")) {
                            assertThat(rows.next()).isTrue();
                            assertThat(rows.getInt(1)).isEqualTo(2);
                        }
                        first.close();
                        assertThat(first.isClosed()).isTrue();
                        assertThat(writing.isClosed()).isTrue();
                        reading.executeUpdate("INSERT INTO t_account (id, balance) VALUES (2, 1)");
                    } catch (SQLException failure) {
                        throw new AssertionError(failure);
                    }
                },
                0);
        assertThat(counts()).containsExactly(1, 1, 1);
        assertNothingHeld();
    }

    @Test
    void connectionsRefuseToEndTheTransaction() {
        accounts.insertAndThen(
                () -> jdbc.execute((Connection connection) -> {
                    assertThat(connection.getAutoCommit()).isFalse();
                    connection.setAutoCommit(false);
                    refused(connection::commit);
                    refused(connection::rollback);
                    refused(() -> connection.setAutoCommit(true));
                    refused(connection::setSavepoint);
                    try (Statement statement = connection.createStatement()) {
                        for (String sql : List.of("COMMIT", "ROLLBACK", "SAVEPOINT a")) {
                            refused(() -> statement.execute(sql));
                        }
                    }
                    return null;
                }),
                0,
                1);
        assertThat(counts()).containsExactly(1, 1, 0);
        assertNothingHeld();
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                        .isEqualTo(ErrorCode.MANAGED_TRANSACTION));
    }

    @Test
    void aStatementThatFailedHalfDoneIsNotCommitted() {
        accounts.insert(1);
        assertThatThrownBy(() -> accounts.insertAndThen(
                        () -> assertThatThrownBy(() -> jdbc.update(
                                        "INSERT INTO t_account (id, balance) VALUES (3, 1), (1, 1), (5, 1)"))
                                .isNotNull(),
                        0))
                .isInstanceOf(TransactionException.class);
        assertThat(counts()).containsExactly(0, 1, 0);
        assertNothingHeld();
    }

    @Test
    void aTransactionWhoseTimeIsOverIsRolledBackAndTakesNoMore() {
        TransactionTemplate hasty = application.getBean(TransactionTemplate.class);
        assertThatThrownBy(() -> hasty.executeWithoutResult(status -> {
                    accounts.insert(0, 1);
                    pause(8_000);
                    assertThatThrownBy(() -> accounts.insert(2)).isNotNull();
                    DataSource dataSource = application.getBean(DataSource.class);
                    assertThatThrownBy(dataSource::getConnection).isInstanceOf(SQLException.class);
                }))
                .isInstanceOf(TransactionException.class);
        assertThat(counts()).containsExactly(0, 0, 0);
        assertNothingHeld();
        accounts.insert(0, 1, 2);
        assertThat(counts()).containsExactly(1, 1, 1);
    }

    @Test
    void whatIsPreparedForNoTransactionIsRolledBack() throws Exception {
        TestResource lost = new TestResource(XAException.XA_RBROLLBACK);
        assertThatThrownBy(() -> accounts.insertAndThen(() -> enlist(lost), 0)).isNotNull();
        try (PreparedBranches left = PreparedBranches.by(
                application, lost.xid, "INSERT INTO t_account (id, balance) VALUES (7, 1), (8, 1)")) {
            assertThat(left.count()).isEqualTo(2);
            assertThat(prepared()).isNotEmpty();
            eventually(() -> {
                // The first time, it only notes what it sees.
                RecoveryManager.manager().scan();
                return prepared().isEmpty();
            });
        }
        assertThat(counts()).containsExactly(0, 0, 0);
        accounts.insert(7, 8);
        assertThat(counts()).containsExactly(0, 1, 1);
    }

    private static ShardingRule rule(String... names) {
        List<String> dataSources = List.of(names);
        return ShardingRuleBuilder.over(dataSources)
                .table("t_account", table -> {
                    table.nodes("ds0.t_account, ds1.t_account").databaseBy("id", Algorithms.mod());
                    return dataSources.contains("ds2") ? table.moved("ds1.t_account", "ds2") : table;
                })
                .build();
    }

    private static HikariDataSource copy(HikariDataSource pool) {
        HikariConfig settings = new HikariConfig();
        pool.copyStateTo(settings);
        return new HikariDataSource(settings);
    }

    /** Opens what has two data sources, and this one if a rule names a further one. */
    private ShardingDataSource openOverTwo(HikariDataSource further) throws SQLException {
        ShardingDataSource logical = ShardingDataSource.builder()
                .dataSource("ds0", databases.get(0))
                .dataSource("ds1", databases.get(1))
                .furtherDataSources(name -> further)
                .rule(rule("ds0", "ds1"))
                .options(ShardingOptions.builder().ruleStore(RuleStore.OFF).build())
                .build();
        logical.takePartIn(new JtaTransactions(manager()));
        return logical;
    }

    @Test
    void aDataSourceThatComesIsEnlistedAndOneThatGoesIsRecoveredFirst() throws Exception {
        try (HikariDataSource further = copy(databases.get(2));
                ShardingDataSource logical = openOverTwo(further)) {
            NarayanaRecovery recovery = new NarayanaRecovery(application.getBean(XARecoveryModule.class), logical);
            try {
                assertThat(logical.recoveryResources()).hasSize(2);
                logical.apply(rule("ds0", "ds1", "ds2"));
                TestResource lost = new TestResource(XAException.XA_RBROLLBACK);
                assertThatThrownBy(() -> accounts.insertAndThen(() -> enlist(lost), 0))
                        .isNotNull();
                PreparedBranches.by(application, lost.xid, "INSERT INTO t_account (id, balance) VALUES (8, 1)")
                        .close();
                logical.apply(rule("ds0", "ds1"));
                pause(500);
                assertThat(further.isClosed()).isFalse();
                assertThat(logical.recoveryResources()).hasSize(3);
                eventually(() -> {
                    RecoveryManager.manager().scan();
                    return further.isClosed();
                });
                assertThat(logical.recoveryResources()).hasSize(2);
            } finally {
                recovery.destroy();
            }
        }
        assertThat(prepared()).isEmpty();
        assertThat(counts()).containsExactly(0, 0, 0);
    }

    @Test
    void transactionsGoOnWithADataSourceThatComes() throws Exception {
        try (HikariDataSource further = copy(databases.get(2));
                ShardingDataSource logical = openOverTwo(further)) {
            JdbcTemplate inTransactions = new JdbcTemplate(logical);
            logical.apply(rule("ds0", "ds1", "ds2"));
            manager().begin();
            inTransactions.update("INSERT INTO t_account (id, balance) VALUES (1, 1), (2, 1)");
            manager().commit();
            assertThat(counts()).containsExactly(1, 0, 1);
            manager().begin();
            inTransactions.update("INSERT INTO t_account (id, balance) VALUES (3, 1), (4, 1)");
            logical.apply(rule("ds0", "ds1"));
            inTransactions.update("UPDATE t_account SET balance = 2 WHERE id IN (3, 4)");
            assertThat(further.isClosed()).isFalse();
            manager().rollback();
            eventually(further::isClosed);
            assertThat(counts()).containsExactly(1, 0, 1);
        }
        assertNothingHeld();
    }

    @Test
    void aConnectionThatIsLostBeforeItsCommitIsCommittedByTheRecovery() {
        accounts.insertAndThen(
                () -> {
                    enlist(new TestResource(() -> ConnectionLoss.of(application, kind, 1)));
                    accounts.insert(1, 2);
                },
                0);
        if (kind != TestDatabase.H2) {
            eventually(() -> isHeld(1, 0, 1));
            assertThat(prepared()).isNotEmpty();
        }
        eventually(() -> {
            // A server may still be about to end the session that was lost.
            RecoveryManager.manager().scan();
            return isHeld(1, 1, 1);
        });
        assertNothingHeld();
    }

    /** Returns true if the databases have so many accounts; false if the pool gave the connection that was lost. */
    private boolean isHeld(Integer... expected) {
        try {
            return counts().equals(List.of(expected));
        } catch (DataAccessException lost) {
            return false;
        }
    }
}
