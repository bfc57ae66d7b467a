package io.shardkit.benchmarks.speed;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.CrossSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

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
        ExecutorService executor = Executors.newCachedThreadPool();
        try (HikariDataSource first = kind.create("fence0", 0);
                HikariDataSource second = kind.create("fence1", 1)) {
            Accounts.create(first);
            Accounts.create(second);
            try (ShardingDataSource without = Accounts.open(first, second, options(executor, false));
                    ShardingDataSource with = Accounts.open(first, second, options(executor, true))) {
                Accounts.insert(without, ACCOUNTS);
                for (CrossSource commit : List.of(CrossSource.BEST_EFFORT, CrossSource.ATOMIC)) {
                    alone(kind, commit, List.of(without, with));
                    together(kind, commit, List.of(without, with), executor);
                }
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static ShardingOptions options(ExecutorService executor, boolean fence) {
        return ShardingOptions.builder()
                .executor(executor)
                .planCacheSize(100)
                .atomic(AtomicCommits.DEFAULTS)
                .commitFence(fence)
                .build();
    }

    private static void alone(TestDatabase kind, CrossSource commit, List<ShardingDataSource> sources)
            throws SQLException {
        long[][] commits = new long[sources.size()][ROUNDS];
        long[][] reads = new long[sources.size()][ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            for (int i = 0; i < sources.size(); i++) {
                long start = System.nanoTime();
                Accounts.transfer(sources.get(i), commit, 0, 1);
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
                commit,
                micros(commits[0]),
                micros(commits[1]),
                micros(reads[0]),
                micros(reads[1]));
    }

    private static void together(
            TestDatabase kind, CrossSource commit, List<ShardingDataSource> sources, ExecutorService executor)
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
                    writers.add(executor.submit(
                            counting(stop, () -> Accounts.transfer(source, commit, account, account + 1))));
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
                commit,
                Accounts.median(commits[0]),
                Accounts.median(commits[1]),
                Accounts.median(reads[0]),
                Accounts.median(reads[1]));
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

    /** A query over both. */
    private static void total(ShardingDataSource sharding) throws SQLException {
        try (Connection connection = sharding.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT SUM(balance) FROM t_account")) {
            rows.next();
        }
    }

    private static long micros(long[] nanos) {
        return Accounts.median(nanos) / 1_000;
    }
}
