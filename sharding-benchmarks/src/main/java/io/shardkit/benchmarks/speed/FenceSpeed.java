package io.shardkit.benchmarks.speed;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.hint.ShardingHint;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.CrossSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * Measures the cost of the commit fence: transactions that commit on two databases and queries over both, without it and
 * with it in turns. Prints the time that one thread takes for each, and how many two threads of each kind do at the same
 * time.
 */
public final class FenceSpeed {
    private static final int WARM_UP = 500;
    private static final int ROUNDS = 2_000;
    private static final int TURNS = 9;
    private static final long TURN_MILLIS = 1_000;
    private static final int ACCOUNTS = 64;
    private static final int THREADS_OF_EACH = 2;

    private FenceSpeed() {}

    /** Measures on MariaDB and PostgreSQL. */
    public static void main(String[] arguments) throws SQLException, InterruptedException, ExecutionException {
        for (TestDatabase kind : List.of(TestDatabase.MARIADB, TestDatabase.POSTGRESQL)) {
            measure(kind);
        }
        System.exit(0);
    }

    private static void measure(TestDatabase kind) throws SQLException, InterruptedException, ExecutionException {
        Map<String, DataSource> databases = new LinkedHashMap<>();
        ExecutorService executor = Executors.newCachedThreadPool();
        try (HikariDataSource first = kind.create("fence0", 0);
                HikariDataSource second = kind.create("fence1", 1)) {
            databases.put("ds0", first);
            databases.put("ds1", second);
            for (DataSource database : databases.values()) {
                try (Connection connection = database.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE TABLE t_account (user_id BIGINT PRIMARY KEY, balance INT)");
                }
            }
            try (ShardingDataSource without = open(databases, executor, false);
                    ShardingDataSource with = open(databases, executor, true)) {
                try (Connection connection = without.getConnection();
                        PreparedStatement insert = connection.prepareStatement("INSERT INTO t_account VALUES (?, 0)")) {
                    for (int i = 0; i < ACCOUNTS; i++) {
                        insert.setLong(1, i);
                        insert.executeUpdate();
                    }
                }
                for (CrossSource way : List.of(CrossSource.BEST_EFFORT, CrossSource.ATOMIC)) {
                    alone(kind, way, List.of(without, with));
                    together(kind, way, List.of(without, with), executor);
                }
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static ShardingDataSource open(Map<String, DataSource> databases, ExecutorService executor, boolean fence)
            throws SQLException {
        return ShardingDataSource.create(
                databases,
                ShardingRuleBuilder.over(List.copyOf(databases.keySet()))
                        .uniqueKeys(UniqueKeyChoice.ACCEPT)
                        .table(new TableRule(
                                "t_account",
                                "ds{0..1}.t_account",
                                new ShardingStrategy("user_id", new ModAlgorithm(2)),
                                null,
                                null))
                        .build(),
                ShardingOptions.builder()
                        .executor(executor)
                        .planCacheSize(100)
                        .atomic(AtomicCommits.DEFAULTS)
                        .commitFence(fence)
                        .build());
    }

    private static void alone(TestDatabase kind, CrossSource way, List<ShardingDataSource> sources)
            throws SQLException {
        long[][] commits = new long[sources.size()][ROUNDS];
        long[][] reads = new long[sources.size()][ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            for (int i = 0; i < sources.size(); i++) {
                long start = System.nanoTime();
                transfer(sources.get(i), way, 0);
                long between = System.nanoTime();
                total(sources.get(i));
                long end = System.nanoTime();
                if (round >= 0) {
                    commits[i][round] = between - start;
                    reads[i][round] = end - between;
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s %s, one thread: transaction %d us, with fence %d us; query %d us, with fence %d us%n",
                kind,
                way,
                median(commits[0]),
                median(commits[1]),
                median(reads[0]),
                median(reads[1]));
    }

    private static void together(
            TestDatabase kind, CrossSource way, List<ShardingDataSource> sources, ExecutorService executor)
            throws InterruptedException, ExecutionException {
        long[][] commits = new long[sources.size()][TURNS];
        long[][] reads = new long[sources.size()][TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            for (int i = 0; i < sources.size(); i++) {
                ShardingDataSource source = sources.get(i);
                AtomicBoolean stop = new AtomicBoolean();
                List<Future<Long>> writers = new ArrayList<>();
                List<Future<Long>> readers = new ArrayList<>();
                for (int thread = 0; thread < THREADS_OF_EACH; thread++) {
                    int account = 2 * (thread + 1);
                    writers.add(executor.submit(counting(stop, () -> transfer(source, way, account))));
                    readers.add(executor.submit(counting(stop, () -> total(source))));
                }
                TimeUnit.MILLISECONDS.sleep(TURN_MILLIS);
                stop.set(true);
                commits[i][turn] = sum(writers);
                reads[i][turn] = sum(readers);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s %s, two threads of each: %d transactions in a second, with fence %d; %d queries, with fence %d%n",
                kind,
                way,
                middle(commits[0]),
                middle(commits[1]),
                middle(reads[0]),
                middle(reads[1]));
    }

    private static long sum(List<Future<Long>> counts) throws InterruptedException, ExecutionException {
        long sum = 0;
        for (Future<Long> count : counts) {
            sum += count.get();
        }
        return sum;
    }

    /** The work that is repeated. */
    @FunctionalInterface
    private interface Work {
        void run() throws SQLException;
    }

    private static Callable<Long> counting(AtomicBoolean stop, Work work) {
        return () -> {
            long count = 0;
            while (!stop.get()) {
                work.run();
                count++;
            }
            return count;
        };
    }

    /** Two updates, one on each database. */
    private static void transfer(ShardingDataSource sharding, CrossSource way, int account) throws SQLException {
        ShardingHint scope = ShardingHint.crossSource(way);
        try (Connection connection = sharding.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE t_account SET balance = balance + ? WHERE user_id = ?")) {
            connection.setAutoCommit(false);
            update.setInt(1, 1);
            update.setLong(2, account);
            update.executeUpdate();
            update.setInt(1, -1);
            update.setLong(2, account + 1);
            update.executeUpdate();
            connection.commit();
        } finally {
            scope.close();
        }
    }

    /** A query over both. */
    private static void total(ShardingDataSource sharding) throws SQLException {
        try (Connection connection = sharding.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT SUM(balance) FROM t_account")) {
            rows.next();
        }
    }

    private static long median(long[] nanos) {
        return middle(nanos) / 1_000;
    }

    private static long middle(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
