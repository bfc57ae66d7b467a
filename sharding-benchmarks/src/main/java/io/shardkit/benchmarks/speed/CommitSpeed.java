package io.shardkit.benchmarks.speed;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.CrossSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * Measures the time of a transaction of two updates that commits on two databases: best effort and atomic in turns, and a
 * transaction that stays on one database. Prints the median of each in microseconds.
 */
public final class CommitSpeed {
    private static final int ROUNDS = 4_000;
    private static final int WARM_UP = 1_000;

    private CommitSpeed() {}

    /** Measures on MariaDB and PostgreSQL. */
    public static void main(String[] arguments) throws SQLException {
        for (TestDatabase kind : List.of(TestDatabase.MARIADB, TestDatabase.POSTGRESQL)) {
            measure(kind);
        }
        System.exit(0);
    }

    private static void measure(TestDatabase kind) throws SQLException {
        try (HikariDataSource first = kind.create("commit0", 0);
                HikariDataSource second = kind.create("commit1", 1)) {
            Accounts.create(first);
            Accounts.create(second);
            try (ShardingDataSource sharding = Accounts.open(
                    first,
                    second,
                    ShardingOptions.builder()
                            .executor(Runnable::run)
                            .planCacheSize(100)
                            .atomic(AtomicCommits.DEFAULTS)
                            .build())) {
                Accounts.insert(sharding, 4);
                report(kind, sharding);
            }
        }
    }

    private static void report(TestDatabase kind, ShardingDataSource sharding) throws SQLException {
        List<CrossSource> commits = List.of(CrossSource.BEST_EFFORT, CrossSource.ATOMIC);
        long[][] several = new long[commits.size()][ROUNDS];
        long[][] single = new long[commits.size()][ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            for (int commit = 0; commit < commits.size(); commit++) {
                long two = transaction(sharding, commits.get(commit), 1);
                long one = transaction(sharding, commits.get(commit), 2);
                if (round >= 0) {
                    several[commit][round] = two;
                    single[commit][round] = one;
                }
            }
        }
        for (int commit = 0; commit < commits.size(); commit++) {
            System.out.printf(
                    Locale.ROOT,
                    "%s %s: two databases %d us, one %d us%n",
                    kind,
                    commits.get(commit),
                    micros(several[commit]),
                    micros(single[commit]));
        }
    }

    private static long transaction(ShardingDataSource sharding, CrossSource commit, int other) throws SQLException {
        long start = System.nanoTime();
        Accounts.transfer(sharding, commit, 0, other);
        return System.nanoTime() - start;
    }

    private static long micros(long[] nanos) {
        return Accounts.median(nanos) / 1_000;
    }
}
