package io.shardkit.replica;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.AfterWrite;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.Replication;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.DatabaseServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A replica dies, then the primary; another replica takes its place. */
abstract class FailoverSuite {
    private static final int READERS = 4;
    private static final long PATIENCE = Duration.ofSeconds(30).toNanos();

    /** Both replicas follow this one. */
    abstract DatabaseServer startPrimary() throws Exception;

    abstract DatabaseServer startReplica(DatabaseServer primary) throws Exception;

    /** The name of a database that all have. */
    abstract String database();

    /** Lets a replica take writes. */
    abstract void promote(Statement replica) throws SQLException;

    private HikariDataSource pool(DatabaseServer server) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(server.url(database()));
        pool.setUsername(server.username());
        pool.setPassword(server.password());
        pool.setMaximumPoolSize(6);
        pool.setConnectionTimeout(1_000);
        pool.setValidationTimeout(500);
        return pool;
    }

    private static void run(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long count(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM item")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void readsGoOnAndWritesComeBack() throws Exception {
        ExecutorService executor = Executors.newCachedThreadPool();
        DatabaseServer primary = startPrimary();
        List<HikariDataSource> pools = new ArrayList<>();
        List<DatabaseServer> replicas = new ArrayList<>();
        pools.add(pool(primary));
        run(pools.get(0), "CREATE TABLE item (id BIGINT PRIMARY KEY)");
        for (int i = 0; i < 2; i++) {
            replicas.add(startReplica(primary));
            pools.add(pool(replicas.get(i)));
        }
        run(pools.get(0), "INSERT INTO item VALUES (1)");
        awaitCount(pools.get(1), 1);
        awaitCount(pools.get(2), 1);
        ReplicaGroup group = new ReplicaGroup(
                "primary",
                List.of(new Replica("first", pools.get(1), 1), new Replica("second", pools.get(2), 1)),
                LoadBalance.ROUND_ROBIN);
        try (ShardingDataSource dataSource = ShardingDataSource.builder()
                .dataSource("ds0", pools.get(0))
                .rule(TestRules.over(List.of("ds0")).build())
                .options(ShardingOptions.builder().executor(executor).build())
                .replication(new Replication(
                        Map.of("ds0", group),
                        ReplicationSuite.settings(AfterWrite.WAIT, Duration.ofSeconds(2), Duration.ofSeconds(5))))
                .build()) {
            assertReadsGoOn(dataSource, replicas.get(0), executor);
            primary.close();
            try (Connection connection = pools.get(2).getConnection();
                    Statement statement = connection.createStatement()) {
                promote(statement);
            }
            long start = System.nanoTime();
            String failure = "not tried";
            while (!failure.isEmpty() && System.nanoTime() - start < PATIENCE) {
                try {
                    run(dataSource, "INSERT INTO item VALUES (2)");
                    failure = "";
                } catch (SQLException down) {
                    failure = String.valueOf(down.getMessage());
                    Thread.sleep(50);
                }
            }
            assertThat(failure).isEmpty();
            assertThat(count(pools.get(2))).isEqualTo(2);
            assertThat(count(dataSource)).isEqualTo(2);
            assertThat(dataSource.replicas())
                    .filteredOn(state -> state.name().equals("second"))
                    .singleElement()
                    .matches(state -> !state.usable() && state.reason().contains("primary"));
        } finally {
            pools.forEach(HikariDataSource::close);
            replicas.forEach(DatabaseServer::close);
            primary.close();
            executor.shutdownNow();
        }
    }

    private static void awaitCount(DataSource dataSource, long expected) throws InterruptedException {
        long start = System.nanoTime();
        long count = -1;
        while (count != expected && System.nanoTime() - start < PATIENCE) {
            try {
                count = count(dataSource);
            } catch (SQLException notYet) {
                Thread.sleep(20);
            }
        }
        assertThat(count).isEqualTo(expected);
    }

    /** Reads outside of transactions are sent to another server when theirs dies. */
    private static void assertReadsGoOn(DataSource dataSource, DatabaseServer dying, ExecutorService executor)
            throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger reads = new AtomicInteger();
        Queue<SQLException> failures = new ConcurrentLinkedQueue<>();
        List<Future<?>> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            readers.add(executor.submit(() -> {
                while (!over.get()) {
                    try {
                        assertThat(count(dataSource)).isEqualTo(1);
                        reads.incrementAndGet();
                    } catch (SQLException failure) {
                        failures.add(failure);
                    }
                }
            }));
        }
        Thread.sleep(300);
        dying.close();
        Thread.sleep(1_500);
        over.set(true);
        for (Future<?> reader : readers) {
            reader.get();
        }
        assertThat(failures).isEmpty();
        assertThat(reads.get()).isGreaterThan(100);
    }
}
