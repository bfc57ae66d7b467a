package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** A deadlock that spans two databases, which neither sees, ends by itself. */
@Timeout(120)
class LockWaitIT {
    private static final String LIMIT = "SELECT current_setting('lock_timeout') FROM t_account WHERE user_id = ";

    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    private ShardingDataSource open(TestDatabase kind, Duration lockTimeout) throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariConfig config = new HikariConfig();
            try (HikariDataSource same = kind.create("locks" + i, i)) {
                same.copyStateTo(config);
            }
            if (kind.speaksMysql()) {
                config.setConnectionInitSql("SET innodb_lock_wait_timeout = 2");
            }
            HikariDataSource pool = new HikariDataSource(config);
            pools.add(pool);
            named.put("ds" + i, pool);
        }
        ShardingRule rule = TestRules.over(List.copyOf(named.keySet()))
                .table(new TableRule(
                        "t_account",
                        "ds{0..1}.t_account",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        null,
                        null))
                .build();
        ShardingDataSource sharded = ShardingDataSource.create(
                named,
                rule,
                ShardingOptions.builder()
                        .executor(Runnable::run)
                        .planCacheSize(100)
                        .lockTimeout(lockTimeout)
                        .build());
        try (Connection connection = sharded.getConnection()) {
            run(connection, "CREATE TABLE t_account (user_id BIGINT PRIMARY KEY, balance INT)");
            run(connection, "INSERT INTO t_account VALUES (0, 0), (1, 0)");
        }
        return sharded;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String read(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void update(Connection connection, int user) throws SQLException {
        run(connection, "UPDATE t_account SET balance = balance + 1 WHERE user_id = " + user);
    }

    @ParameterizedTest
    @OnDatabases
    void deadlockOverTwoDatabasesEnds(TestDatabase kind) throws Exception {
        ShardingDataSource sharded = open(kind, Duration.ofSeconds(2));
        CyclicBarrier both = new CyclicBarrier(2);
        Queue<Exception> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int first = 0; first < 2; first++) {
            int user = first;
            Thread thread = new Thread(() -> {
                try (Connection connection = sharded.getConnection()) {
                    connection.setAutoCommit(false);
                    try {
                        update(connection, user);
                        both.await(20, TimeUnit.SECONDS);
                        update(connection, 1 - user);
                        connection.commit();
                    } catch (SQLException failure) {
                        failures.add(failure);
                        connection.rollback();
                    }
                } catch (Exception failure) {
                    failures.add(failure);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join(20_000);
            assertThat(thread.isAlive()).isFalse();
        }
        assertThat(failures).isNotEmpty().allMatch(SQLException.class::isInstance);
    }

    @Test
    void limitIsThatOfTheTransactionAndOfSeveralDataSourcesOnly() throws SQLException {
        ShardingDataSource sharded = open(TestDatabase.POSTGRESQL, Duration.ofSeconds(7));
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 2; i++) {
                assertThat(read(connection, LIMIT + 1)).isEqualTo("0");
                Savepoint savepoint = connection.setSavepoint();
                assertThat(read(connection, LIMIT + 0)).isEqualTo("7s");
                assertThat(read(connection, LIMIT + 1)).isEqualTo("7s");
                connection.rollback(savepoint);
                assertThat(read(connection, LIMIT + 0)).isEqualTo("7s");
                assertThat(read(connection, LIMIT + 1)).isEqualTo("7s");
                connection.commit();
            }
            connection.setAutoCommit(true);
            run(connection, "UPDATE t_account SET balance = 0 WHERE user_id >= 0");
            assertThat(read(connection, LIMIT + 0)).isEqualTo("0");
        }
    }

    @Test
    void limitOfTheSessionStays() throws SQLException {
        ShardingDataSource sharded = open(TestDatabase.POSTGRESQL, Duration.ofSeconds(7));
        try (Connection connection = sharded.getConnection()) {
            run(connection, "SET lock_timeout = '100ms'");
            connection.setAutoCommit(false);
            assertThat(read(connection, LIMIT + 0)).isEqualTo("100ms");
            assertThat(read(connection, LIMIT + 1)).isEqualTo("100ms");
            assertThat(read(connection, LIMIT + 0)).isEqualTo("100ms");
        }
    }

    @Test
    void writeOverSeveralDataSourcesDoesNotWaitForEver() throws SQLException {
        ShardingDataSource sharded = open(TestDatabase.POSTGRESQL, Duration.ofMillis(500));
        try (Connection holder = pools.get(1).getConnection();
                Connection connection = sharded.getConnection()) {
            holder.setAutoCommit(false);
            run(holder, "UPDATE t_account SET balance = 5");
            assertThatThrownBy(() -> run(connection, "UPDATE t_account SET balance = 0 WHERE user_id >= 0"))
                    .hasMessageContaining("lock timeout");
            holder.rollback();
            run(connection, "UPDATE t_account SET balance = 0 WHERE user_id >= 0");
        }
    }
}
