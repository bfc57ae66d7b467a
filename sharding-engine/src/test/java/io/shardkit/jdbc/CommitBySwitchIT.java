package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingUnresolvedException;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transactions after which autocommit goes on, begun by BEGIN or by switching it off, cost MariaDB two calls: to switch
 * it on is the commit.
 */
class CommitBySwitchIT {
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private @Nullable Exception commitFails;
    private @Nullable SQLException beginFails;
    /** The calls that a pool keeps to itself until the next statement, or null if the pool passes all on at once. */
    private @Nullable List<Callable<?>> deferred;

    private int commitsBefore;
    private ShardingDataSource sharded;

    @BeforeEach
    void open() throws SQLException {
        open("mariadb");
    }

    private void open(String driver) throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = TestDatabase.MARIADB.create("ended" + i, i);
            if (driver.equals("mysql")) {
                HikariConfig settings = new HikariConfig();
                pool.copyStateTo(settings);
                settings.setJdbcUrl(pool.getJdbcUrl().replace("jdbc:mariadb:", "jdbc:mysql:"));
                pool.close();
                pool = new HikariDataSource(settings);
            }
            pools.add(pool);
        }
        open(pools);
        run(
                "CREATE TABLE t_account (user_id BIGINT PRIMARY KEY, balance INT)",
                "INSERT INTO t_account VALUES (0, 0), (1, 0)",
                "CREATE TABLE t_part (user_id BIGINT PRIMARY KEY, balance INT)",
                "INSERT INTO t_part VALUES (0, 0)");
        calls.clear();
    }

    private void open(List<HikariDataSource> over) throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < over.size(); i++) {
            named.put("ds" + i, told(DataSource.class, over.get(i)));
        }
        ShardingRule rule = TestRules.over(List.copyOf(named.keySet()))
                .table(new TableRule(
                        "t_account",
                        "ds{0..1}.t_account",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        null,
                        null))
                .table(new TableRule(
                        "t_part",
                        "ds0.t_part_{0..1}",
                        null,
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        null))
                .build();
        sharded = ShardingDataSource.create(
                named, rule, ShardingOptions.builder().executor(Runnable::run).build());
        calls.clear();
    }

    @AfterEach
    void close() throws Exception {
        sharded.close();
        pools.forEach(HikariDataSource::close);
    }

    /** The calls that begin and end transactions, with a fault in what commits. */
    private <T> T told(Class<T> type, Object real) {
        return type.cast(Proxy.newProxyInstance(
                CommitBySwitchIT.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    String call =
                            switch (method.getName()) {
                                case "setAutoCommit" -> "autocommit " + given[0];
                                case "commit", "rollback" -> method.getName();
                                default -> "";
                            };
                    if (!call.isEmpty() && (!call.equals("autocommit true") || !((Connection) real).getAutoCommit())) {
                        calls.add(call);
                        boolean commits = !call.equals("rollback") && !call.equals("autocommit false");
                        if (commitFails != null && commits && commitsBefore-- <= 0) {
                            Exception failure = commitFails;
                            commitFails = null;
                            throw failure;
                        }
                    }
                    if (beginFails != null && call.equals("autocommit false")) {
                        SQLException failure = beginFails;
                        beginFails = null;
                        throw failure;
                    }
                    try {
                        if (deferred != null && call.equals("autocommit false")) {
                            deferred.add(() -> method.invoke(real, given));
                            return null;
                        }
                        if (deferred != null && method.getName().equals("prepareStatement")) {
                            for (Callable<?> each : deferred) {
                                each.call();
                            }
                            deferred.clear();
                        }
                        Object answer = method.invoke(real, given);
                        return method.getName().equals("getConnection") ? told(Connection.class, answer) : answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            run(connection, statements);
        }
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String add(int user) {
        return "UPDATE t_account SET balance = balance + 1 WHERE user_id = " + user;
    }

    /** As another session sees them. */
    private List<Integer> balances() throws SQLException {
        List<Integer> balances = new ArrayList<>();
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT balance FROM t_account ORDER BY user_id")) {
            while (rows.next()) {
                balances.add(rows.getInt(1));
            }
        }
        return balances;
    }

    @Test
    void oneDatabaseIsToldOnceThatItEnds() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            run(connection, "BEGIN", add(0), add(0));
            assertThat(balances()).containsExactly(0, 0);
            run(connection, "COMMIT");
            assertThat(calls).containsExactly("autocommit false", "autocommit true");
            assertThat(balances()).containsExactly(2, 0);
            assertThat(connection.getAutoCommit()).isTrue();
            run(connection, add(0));
            assertThat(balances()).containsExactly(3, 0);
        }
    }

    @Test
    void aSecondBeginCommitsAndStaysOutOfAutocommit() throws SQLException {
        run("BEGIN", add(0), "BEGIN", add(0), "ROLLBACK");
        assertThat(balances()).containsExactly(1, 0);
        assertThat(calls).containsExactly("autocommit false", "commit", "rollback", "autocommit true");
    }

    @Test
    void severalDatabasesAreToldOnceEachThatItEnds() throws SQLException {
        run("BEGIN", add(0), add(1), "COMMIT");
        assertThat(balances()).containsExactly(1, 1);
        assertThat(calls).containsExactly("autocommit false", "autocommit false", "autocommit true", "autocommit true");
    }

    @Test
    void whoOnlyReadTakesPartInTheRollbackThatFollowsAFailedCommit() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            run(connection, "BEGIN", "SELECT balance FROM t_account WHERE user_id = 0", add(1));
            commitsBefore = 1;
            commitFails = new SQLException("certification failed", "HY000", 1180);
            calls.clear();
            assertThatThrownBy(() -> run(connection, "COMMIT")).hasMessageContaining("certification failed");
            assertThat(calls).startsWith("autocommit true", "autocommit true").contains("autocommit false");
            assertThatThrownBy(() -> run(connection, add(0))).isInstanceOf(ShardingException.class);
            run(connection, "ROLLBACK");
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(balances()).containsExactly(0, 0);
            run(connection, "BEGIN", add(0), add(1), "ROLLBACK", "BEGIN", add(0), "COMMIT");
        }
        assertThat(balances()).containsExactly(1, 0);
    }

    @Test
    void aSecondCommitWithoutAnAnswerIsUnknown() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            run(connection, "BEGIN", add(0), add(1));
            commitsBefore = 1;
            commitFails = new SQLException("connection lost", "08S01");
            assertThatThrownBy(() -> run(connection, "COMMIT"))
                    .isInstanceOf(ShardingUnresolvedException.class)
                    .hasMessageContaining("ds0")
                    .hasMessageContaining("ds1");
        }
    }

    @Test
    void whoSwitchesAutocommitOffForOneTransactionCommitsBySwitchingItOn() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0), add(0));
            assertThat(balances()).containsExactly(0, 0);
            connection.commit();
            assertThat(balances()).containsExactly(2, 0);
            assertThat(connection.getAutoCommit()).isFalse();
            connection.setAutoCommit(true);
            run(connection, add(0));
            assertThat(balances()).containsExactly(3, 0);
        }
        assertThat(calls).containsExactly("autocommit false", "autocommit true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql"})
    void whoLeavesAutocommitOffIsInATransactionAfterEachCommit(String driver) throws Exception {
        close();
        pools.clear();
        open(driver);
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0));
            connection.commit();
            connection.commit();
            connection.rollback();
            run(connection, add(0), add(0));
            connection.rollback();
            run(connection, add(0));
            connection.commit();
            run(connection, add(0));
            connection.commit();
        }
        // MySQL's driver believes that autocommit is on before the server has answered.
        assertThat(calls)
                .containsExactlyElementsOf(
                        driver.equals("mysql")
                                ? List.of(
                                        "autocommit false",
                                        "commit",
                                        "commit",
                                        "rollback",
                                        "rollback",
                                        "commit",
                                        "commit",
                                        "autocommit true")
                                : List.of(
                                        "autocommit false",
                                        "autocommit true",
                                        "autocommit false",
                                        "rollback",
                                        "commit",
                                        "commit",
                                        "autocommit true"));
        assertThat(balances()).containsExactly(3, 0);
    }

    @Test
    void aSecondTransactionHasItsSavepointsAndItsOtherDatabase() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0));
            connection.commit();
            Savepoint first = connection.setSavepoint();
            run(connection, add(0));
            Savepoint second = connection.setSavepoint();
            run(connection, add(0), add(1));
            connection.rollback(second);
            connection.commit();
            assertThat(balances()).containsExactly(2, 0);
            first = connection.setSavepoint();
            run(connection, add(1));
            connection.rollback(first);
            connection.commit();
        }
        assertThat(balances()).containsExactly(2, 0);
    }

    @Test
    void aTransactionOfAnotherDatabaseEndsBesideOneThatHasEnded() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0));
            connection.commit();
            run(connection, add(1));
            assertThat(balances()).containsExactly(1, 0);
            connection.rollback();
            run(connection, add(1));
            connection.commit();
            assertThat(balances()).containsExactly(1, 1);
            run(connection, add(0), add(1));
            connection.rollback();
        }
        assertThat(balances()).containsExactly(1, 1);
    }

    @Test
    void theNextTransactionHasTheModesThatItIsGiven() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0));
            connection.commit();
            run(connection, "START TRANSACTION READ ONLY");
            assertThatThrownBy(() -> run(connection, add(0))).isInstanceOf(SQLException.class);
            connection.rollback();
            run(connection, add(0));
            connection.rollback();
        }
        assertThat(balances()).containsExactly(1, 0);
    }

    @Test
    void theDriversConnectionIsInATransactionToo() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0));
            connection.commit();
            Connection own = connection.unwrap(org.mariadb.jdbc.Connection.class);
            assertThat(own.getAutoCommit()).isFalse();
            run(own, add(0));
            connection.rollback();
        }
        assertThat(balances()).containsExactly(1, 0);
    }

    @Test
    void whatADriversStatementWritesIsInATransactionToo() throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate(add(0));
            connection.commit();
            statement.unwrap(org.mariadb.jdbc.Statement.class).executeUpdate(add(0));
            connection.rollback();
        }
        assertThat(balances()).containsExactly(1, 0);
    }

    @Test
    void whatADriversResultLeadsToIsInATransactionToo() throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            ResultSet rows = statement.executeQuery("SELECT balance FROM t_account WHERE user_id = 0");
            Statement own =
                    rows.unwrap(org.mariadb.jdbc.client.result.Result.class).getStatement();
            rows.close();
            connection.commit();
            own.executeUpdate(add(0));
            connection.rollback();
        }
        assertThat(balances()).containsExactly(0, 0);
    }

    @Test
    void whatALastStatementLeftIsThereAfterTheCommit() throws SQLException {
        run("CREATE TABLE t_log (id BIGINT AUTO_INCREMENT PRIMARY KEY, said VARCHAR(20))");
        try (Connection connection = sharded.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t_log (said) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
            connection.setAutoCommit(false);
            insert.setString(1, "first");
            insert.executeUpdate();
            connection.commit();
            try (ResultSet keys = insert.getGeneratedKeys();
                    Statement statement = connection.createStatement();
                    ResultSet last = statement.executeQuery("SELECT LAST_INSERT_ID()")) {
                assertThat(keys.next()).isTrue();
                assertThat(last.next()).isTrue();
                assertThat(last.getLong(1)).isEqualTo(keys.getLong(1)).isPositive();
            }
            insert.setString(1, "second");
            insert.executeUpdate();
            connection.rollback();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT said FROM t_log")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("first");
                assertThat(rows.next()).isFalse();
            }
        }
    }

    @Test
    void anOpenResultIsReadToItsEndAfterAPlainCommit() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT balance FROM t_account WHERE user_id = 0")) {
                connection.commit();
                assertThat(rows.next()).isTrue();
            }
            connection.setAutoCommit(true);
        }
        assertThat(calls).containsExactly("autocommit false", "commit", "autocommit true");
    }

    @Test
    void whatCouldNotBeginAnewIsNotUsed() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0));
            connection.commit();
            beginFails = new SQLException("connection lost", "08S01");
            assertThatThrownBy(() -> run(connection, add(0))).hasMessageContaining("connection lost");
            run(connection, add(0));
            assertThat(balances()).containsExactly(1, 0);
            connection.commit();
        }
        assertThat(balances()).containsExactly(2, 0);
    }

    @Test
    void aSecondAttemptDoesNotHideThatTheFirstWasRefused() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0));
            commitFails = new SQLException("certification failed", "HY000", 1180);
            assertThatThrownBy(connection::commit).hasMessageContaining("certification failed");
            for (String sql : List.of("COMMIT", add(0))) {
                assertThatThrownBy(() -> run(connection, sql))
                        .isInstanceOfSatisfying(ShardingException.class, failure -> assertThat(failure.errorCode())
                                .isEqualTo(ErrorCode.ROLLBACK_ONLY));
            }
            connection.rollback();
            assertThat(balances()).containsExactly(0, 0);
            run(connection, add(0));
            connection.commit();
        }
        assertThat(balances()).containsExactly(1, 0);
    }

    @Test
    void noSavepointBringsBackWhatARefusedCommitUndid() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0), "SAVEPOINT named");
            Savepoint savepoint = connection.setSavepoint();
            commitFails = new SQLException("certification failed", "HY000", 1180);
            assertThatThrownBy(connection::commit).hasMessageContaining("certification failed");
            assertThatThrownBy(() -> connection.rollback(savepoint)).isInstanceOf(ShardingException.class);
            assertThatThrownBy(() -> run(connection, "ROLLBACK TO named")).isInstanceOf(ShardingException.class);
            for (String sql : List.of(add(0), "COMMIT")) {
                assertThatThrownBy(() -> run(connection, sql))
                        .isInstanceOfSatisfying(ShardingException.class, failure -> assertThat(failure.errorCode())
                                .isEqualTo(ErrorCode.ROLLBACK_ONLY));
            }
        }
        assertThat(balances()).containsExactly(0, 0);
    }

    @Test
    void aDriverThatBreaksAtTheCommitOfAReadIsNotUsedAgain() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, "SELECT balance FROM t_account WHERE user_id = 0");
            commitFails = new IllegalStateException("it broke");
            assertThatThrownBy(connection::commit).hasMessageContaining("it broke");
            connection.rollback();
            run(connection, add(0));
            connection.rollback();
        }
        assertThat(balances()).containsExactly(0, 0);
    }

    @Test
    void aRefusedCommitOfAMovedRowIsToldWhereAutocommitIsSwitchedOn() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, "UPDATE t_part SET user_id = 1 WHERE user_id = 0");
            commitFails = new SQLException("certification failed", "HY000", 1180);
            assertThatThrownBy(() -> connection.setAutoCommit(true)).hasMessageContaining("certification failed");
            assertThat(connection.getAutoCommit()).isTrue();
            run(connection, add(0));
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT user_id FROM t_part")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isZero();
            }
        }
        assertThat(balances()).containsExactly(1, 0);
    }

    @Test
    void aPoolThatKeepsTheSwitchToItselfSeesACommit() throws SQLException {
        deferred = new ArrayList<>();
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement(add(0))) {
                statement.executeUpdate();
            }
            connection.commit();
        }
        assertThat(calls).startsWith("autocommit false", "commit");
        assertThat(balances()).containsExactly(1, 0);
    }

    @Test
    void aPoolThatLeavesAutocommitOffSeesACommit() throws Exception {
        HikariConfig settings = new HikariConfig();
        pools.get(0).copyStateTo(settings);
        settings.setAutoCommit(false);
        HikariDataSource other = new HikariDataSource(settings);
        sharded.close();
        pools.set(0, other).close();
        open(List.of(other, pools.get(1)));
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0));
            connection.commit();
        }
        assertThat(calls).containsOnly("commit");
        assertThat(balances()).containsExactly(1, 0);
    }

    @Test
    void aLostCommitOfWhoSwitchedAutocommitOffIsUnknown() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, add(0));
            commitFails = new SQLException("connection lost", "08S01");
            assertThatThrownBy(connection::commit)
                    .isInstanceOf(ShardingUnresolvedException.class)
                    .hasMessageContaining("ds0");
            connection.rollback();
            assertThatThrownBy(() -> run(connection, add(0))).isInstanceOf(ShardingException.class);
        }
    }

    @Test
    void aCommitThatTheDatabaseRefusesIsUndoneAndTheSessionGoesOn() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            run(connection, "BEGIN", add(0));
            commitFails = new SQLException("certification failed", "HY000", 1180);
            assertThatThrownBy(() -> run(connection, "COMMIT")).hasMessageContaining("certification failed");
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(balances()).containsExactly(0, 0);
            run(connection, "BEGIN", add(0), "COMMIT");
        }
        assertThat(balances()).containsExactly(1, 0);
    }

    @Test
    void aCommitWithoutAnAnswerIsUnknown() throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            run(connection, "BEGIN", add(0));
            commitFails = new SQLException("connection lost", "08S01");
            assertThatThrownBy(() -> run(connection, "COMMIT"))
                    .isInstanceOf(ShardingUnresolvedException.class)
                    .hasMessageContaining("ds0");
        }
    }
}
