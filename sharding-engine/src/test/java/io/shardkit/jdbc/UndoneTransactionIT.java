package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.CrossSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Errors by which MariaDB undoes all of a transaction, though their SQLState does not say so: what was written before them
 * on the other database must not be committed without it.
 */
class UndoneTransactionIT {
    private static DatabaseServer server;

    private final List<HikariDataSource> pools = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = EmbeddedServers.startMariaDb(ServerSize.SMALL, "--innodb-rollback-on-timeout=ON");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    private ShardingDataSource open(CrossSource way) throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl(server.createDatabase("undone" + i));
            pool.setUsername(server.username());
            pool.setPassword(server.password());
            pool.setMinimumIdle(0);
            pool.setConnectionInitSql("SET innodb_lock_wait_timeout = 1, innodb_snapshot_isolation = ON");
            pools.add(pool);
            named.put("ds" + i, pool);
            run(pool, "CREATE TABLE t_account (id BIGINT PRIMARY KEY, user_id BIGINT, balance INT)");
            run(pool, "INSERT INTO t_account VALUES (" + (100 + i) + ", " + i + ", 0)");
        }
        return ShardingDataSource.create(
                named,
                TestRules.over(List.copyOf(named.keySet()))
                        .table(new TableRule(
                                "t_account",
                                "ds{0..1}.t_account",
                                new ShardingStrategy("user_id", new ModAlgorithm(2)),
                                null,
                                null))
                        .build(),
                ShardingOptions.builder()
                        .crossSource(way)
                        .executor(Runnable::run)
                        .planCacheSize(100)
                        .build());
    }

    private static void run(DataSource on, String sql) throws SQLException {
        try (Connection connection = on.getConnection()) {
            run(connection, sql);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<Long> rows() throws SQLException {
        List<Long> all = new ArrayList<>();
        for (HikariDataSource pool : pools) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT id FROM t_account ORDER BY id")) {
                while (rows.next()) {
                    all.add(rows.getLong(1));
                }
            }
        }
        return all;
    }

    private static void assertOnlyRollback(Connection connection) throws SQLException {
        for (String sql : List.of("INSERT INTO t_account VALUES (3, 1, 0)", "COMMIT")) {
            assertThatThrownBy(() -> run(connection, sql))
                    .isInstanceOfSatisfying(ShardingException.class, failure -> assertThat(failure.errorCode())
                            .isEqualTo(ErrorCode.ROLLBACK_ONLY));
        }
        connection.rollback();
    }

    /** Whichever of the two databases the error is of: one of them decides when the commit is atomic. */
    @ParameterizedTest
    @CsvSource({"BEST_EFFORT, 0", "BEST_EFFORT, 1", "ATOMIC, 0", "ATOMIC, 1"})
    void aLockThatIsNotGiven(CrossSource way, int user) throws SQLException {
        try (ShardingDataSource sharded = open(way);
                Connection holder = pools.get(user).getConnection();
                Connection connection = sharded.getConnection()) {
            holder.setAutoCommit(false);
            run(holder, "UPDATE t_account SET balance = 1 WHERE id = " + (100 + user));
            connection.setAutoCommit(false);
            run(connection, "INSERT INTO t_account VALUES (1, 0, 0)");
            run(connection, "INSERT INTO t_account VALUES (2, 1, 0)");
            assertThatThrownBy(() -> run(connection, "UPDATE t_account SET balance = 2 WHERE user_id = " + user))
                    .isInstanceOf(SQLException.class);
            assertOnlyRollback(connection);
            holder.rollback();
            assertThat(rows()).containsExactly(100L, 101L);
        }
    }

    @ParameterizedTest
    @CsvSource({"BEST_EFFORT, 0", "BEST_EFFORT, 1", "ATOMIC, 0", "ATOMIC, 1"})
    void aRowThatIsNotWhatWasRead(CrossSource way, int user) throws SQLException {
        try (ShardingDataSource sharded = open(way);
                Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, "INSERT INTO t_account VALUES (1, 0, 0)");
            run(connection, "INSERT INTO t_account VALUES (2, 1, 0)");
            run(connection, "SELECT * FROM t_account WHERE user_id = " + user);
            run(pools.get(user), "UPDATE t_account SET balance = 1 WHERE id = " + (100 + user));
            assertThatThrownBy(() -> run(connection, "UPDATE t_account SET balance = 2 WHERE user_id = " + user))
                    .isInstanceOf(SQLException.class);
            assertOnlyRollback(connection);
            assertThat(rows()).containsExactly(100L, 101L);
        }
    }
}
