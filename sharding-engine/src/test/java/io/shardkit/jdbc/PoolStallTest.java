package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads on small pools never wait for each other in a circle. */
@Timeout(180)
class PoolStallTest {
    private static final int THREADS = 32;
    private static final int ROUNDS = 6;

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        executor.shutdownNow();
        pools.forEach(HikariDataSource::close);
    }

    private ShardingDataSource open(int poolSize, long connectionTimeout) throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < 3; i++) {
            HikariConfig config = new HikariConfig();
            try (HikariDataSource same = TestDatabase.H2.create("stall" + i, i)) {
                same.copyStateTo(config);
            }
            config.setMaximumPoolSize(poolSize);
            config.setConnectionTimeout(connectionTimeout);
            HikariDataSource pool = new HikariDataSource(config);
            pools.add(pool);
            named.put("ds" + i, pool);
        }
        ShardingRule rule = TestRules.over(List.copyOf(named.keySet()))
                .table(table("t_order", "ds2.t_order_{0..1}, ds0.t_order_{0..1}, ds1.t_order_{0..1}"))
                .table(table("t_other", "ds{0..2}.t_other_{0..1}"))
                .single("ds2", "t_last")
                .single("ds0", "t_first")
                .build();
        ShardingDataSource sharded = ShardingDataSource.create(
                named, rule, ShardingOptions.builder().executor(executor).build());
        try (Connection connection = sharded.getConnection()) {
            for (String name : List.of("t_order", "t_other", "t_first", "t_last")) {
                run(connection, "CREATE TABLE " + name + " (id BIGINT, user_id BIGINT, name VARCHAR(20))");
            }
            run(connection, "INSERT INTO t_order VALUES (0, 0, 'a'), (1, 1, 'b'), (2, 2, 'c'), (3, 3, 'd')");
        }
        return sharded;
    }

    private static TableRule table(String name, String nodes) {
        return new TableRule(
                name,
                nodes,
                new ShardingStrategy("user_id", new ModAlgorithm(3)),
                new ShardingStrategy("id", new ModAlgorithm(2)),
                null);
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void read(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                rows.getLong(1);
            }
        }
    }

    private static void batch(Connection connection, int seed) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_other VALUES (?, ?, 'x')")) {
            for (int i = 0; i < 6; i++) {
                insert.setLong(1, 1000L + seed + i);
                insert.setLong(2, i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void work(Connection connection, int kind) throws SQLException {
        switch (kind % 8) {
            case 0 -> read(connection, "SELECT id FROM t_order ORDER BY id");
            case 1 -> read(connection, "SELECT COUNT(*) FROM t_order a, t_order b WHERE a.name = b.name");
            case 2 -> batch(connection, kind);
            case 3 -> run(connection, "INSERT INTO t_first SELECT id, user_id, name FROM t_order WHERE id >= 0");
            case 4 -> run(connection, "INSERT INTO t_last SELECT id, user_id, name FROM t_order WHERE id >= 0");
            case 5 -> run(connection, "INSERT INTO t_other SELECT id, user_id, name FROM t_order WHERE id >= 0");
            case 6 -> read(connection, "SELECT id FROM t_order WHERE user_id = 2");
            default -> {
                connection.setReadOnly(true);
                connection.setAutoCommit(false);
                read(connection, "SELECT id FROM t_order ORDER BY id");
                read(connection, "SELECT COUNT(*) FROM t_order a, t_order b WHERE a.name = b.name");
                connection.commit();
                connection.setAutoCommit(true);
                connection.setReadOnly(false);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10})
    void mixedWorkOfManyThreadsGoesOn(int poolSize) throws Exception {
        ShardingDataSource sharded = open(poolSize, 120_000);
        Queue<Exception> failures = new ConcurrentLinkedQueue<>();
        AtomicInteger done = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    try (Connection connection = sharded.getConnection()) {
                        work(connection, number + round);
                        work(connection, number + 3 * round + 1);
                        done.incrementAndGet();
                    } catch (SQLException | RuntimeException failure) {
                        failures.add(failure);
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(done).hasValue(THREADS * ROUNDS);
        // A stall would last as long as a pool waits.
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)).isLessThan(110);
    }

    @Test
    void whoReadsTheCatalogHoldsNothingThatOthersWaitForMeanwhile() throws Exception {
        ShardingDataSource sharded = open(1, 10_000);
        try (Connection high = sharded.getConnection()) {
            read(high, "SELECT id FROM t_order WHERE user_id = 0 AND id = 0");
            Future<Void> waiting;
            try (Connection low = sharded.getConnection()) {
                low.setAutoCommit(false);
                run(low, "INSERT INTO t_order VALUES (0, 1, 'x')");
                waiting = executor.submit(() -> {
                    // Not planned yet: the catalog asks the first data source, whose only connection is taken.
                    run(high, "INSERT INTO t_first SELECT id, user_id, name FROM t_order WHERE id >= 0");
                    return null;
                });
                HikariDataSource first = pools.get(0);
                while (first.getHikariPoolMXBean().getThreadsAwaitingConnection() == 0 && !waiting.isDone()) {
                    Thread.onSpinWait();
                }
                read(low, "SELECT id FROM t_order WHERE user_id = 0 AND id = 0");
                low.commit();
            }
            assertThat(waiting.get(20, TimeUnit.SECONDS)).isNull();
        }
    }

    @Test
    void waitOutOfOrderInATransactionEndsAndSaysWhoWaits() throws Exception {
        ShardingDataSource sharded = open(1, 500);
        try (Connection connection = sharded.getConnection()) {
            read(connection, "SELECT id FROM t_first");
        }
        try (Connection high = sharded.getConnection()) {
            high.setAutoCommit(false);
            read(high, "SELECT id FROM t_order WHERE user_id = 0 AND id = 0");
            try (Connection low = sharded.getConnection()) {
                low.setAutoCommit(false);
                read(low, "SELECT id FROM t_first");
                assertThatThrownBy(() -> read(high, "SELECT id FROM t_first"))
                        .hasMessageContaining(ErrorCode.NO_CONNECTION.code())
                        .hasMessageContaining("ds0; the transaction holds ds2");
                low.commit();
            }
            read(high, "SELECT id FROM t_first");
        }
    }
}
