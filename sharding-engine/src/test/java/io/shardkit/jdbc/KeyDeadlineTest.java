package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.keygen.KeyGenerationException;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that key generators are told how long their statement may still take. */
class KeyDeadlineTest {
    private static final int SECONDS = 50;

    private final ConcurrentLinkedQueue<Long> given = new ConcurrentLinkedQueue<>();
    private final AtomicLong keys = new AtomicLong();
    private final List<HikariDataSource> pools = new ArrayList<>();
    private boolean late;
    private ShardingDataSource dataSource;

    /** Keys that a test may have come too late. */
    private final KeyGenerator generator = new KeyGenerator() {
        @Override
        public Object nextKey() {
            return nextKey(0);
        }

        @Override
        public Object nextKey(long nanos) {
            given.add(nanos);
            if (late) {
                throw new KeyGenerationException(ErrorCode.DEADLINE_PASSED, "ds0.sharding_segment");
            }
            return keys.incrementAndGet();
        }
    };

    @BeforeEach
    void open() throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = TestDatabase.H2.create("key_deadline" + i, i);
            pools.add(pool);
            sources.put("ds" + i, pool);
        }
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        null,
                        new KeyGeneration("id", generator)))
                .build();
        dataSource = ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(Runnable::run).build());
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (id BIGINT, user_id BIGINT, PRIMARY KEY (id, user_id))");
        }
    }

    @AfterEach
    void close() {
        dataSource.close();
        pools.forEach(HikariDataSource::close);
    }

    private interface Work {
        void run(Connection connection, int seconds) throws SQLException;
    }

    private static void execute(Connection connection, int seconds, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(seconds);
            statement.executeUpdate(sql);
        }
    }

    private static final Map<String, Work> WORKS = Map.of(
            "one row",
                    (connection, seconds) -> execute(connection, seconds, "INSERT INTO t_order (user_id) VALUES (1)"),
            "rows of two units",
                    (connection, seconds) ->
                            execute(connection, seconds, "INSERT INTO t_order (user_id) VALUES (1), (2)"),
            "rows that are read",
                    (connection, seconds) -> execute(
                            connection, seconds, "INSERT INTO t_order (user_id) SELECT user_id + 1 FROM t_order"),
            "a batch of text",
                    (connection, seconds) -> {
                        try (Statement statement = connection.createStatement()) {
                            statement.setQueryTimeout(seconds);
                            statement.addBatch("INSERT INTO t_order (user_id) VALUES (1)");
                            statement.executeBatch();
                        }
                    });

    @Test
    void aGeneratorHasTheTimeOfItsStatement() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, 0, "INSERT INTO t_order (user_id) VALUES (1), (2)");
            for (Map.Entry<String, Work> work : WORKS.entrySet()) {
                given.clear();
                work.getValue().run(connection, SECONDS);
                assertThat(given)
                        .as(work.getKey())
                        .isNotEmpty()
                        .allMatch(nanos -> nanos > 0 && nanos <= TimeUnit.SECONDS.toNanos(SECONDS));
                given.clear();
                work.getValue().run(connection, 0);
                assertThat(given).as(work.getKey()).isNotEmpty().containsOnly(0L);
            }
        }
    }

    @Test
    void aPreparedStatementHasTheTimeOfEachOfItsRuns() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t_order (user_id) VALUES (?)")) {
            for (int seconds : new int[] {0, SECONDS, 0}) {
                statement.setQueryTimeout(seconds);
                statement.setInt(1, 1);
                statement.executeUpdate();
            }
        }
        assertThat(given).hasSize(3).first().isEqualTo(0L);
        assertThat(given).last().isEqualTo(0L);
        assertThat(given).element(1).matches(nanos -> nanos > 0);
    }

    @Test
    void aStatementWhoseKeyComesTooLateEndsAtItsDeadline() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            late = true;
            assertThatThrownBy(() -> WORKS.get("one row").run(connection, SECONDS))
                    .isInstanceOf(SQLTimeoutException.class)
                    .hasMessageStartingWith(ErrorCode.DEADLINE_PASSED.code())
                    .hasMessageContaining("t_order.id: ds0.sharding_segment");
            late = false;
            WORKS.get("one row").run(connection, SECONDS);
        }
    }
}
