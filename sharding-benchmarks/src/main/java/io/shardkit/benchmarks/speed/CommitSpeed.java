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
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;

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
        Map<String, DataSource> databases = new LinkedHashMap<>();
        try (HikariDataSource first = kind.create("commit0", 0);
                HikariDataSource second = kind.create("commit1", 1)) {
            databases.put("ds0", first);
            databases.put("ds1", second);
            for (DataSource database : databases.values()) {
                try (Connection connection = database.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE TABLE t_account (user_id BIGINT PRIMARY KEY, balance INT)");
                }
            }
            try (ShardingDataSource sharding = ShardingDataSource.create(
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
                            .executor(Runnable::run)
                            .planCacheSize(100)
                            .atomic(AtomicCommits.DEFAULTS)
                            .build())) {
                try (Connection connection = sharding.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("INSERT INTO t_account VALUES (0, 0), (1, 0), (2, 0), (3, 0)");
                }
                report(kind, sharding);
            }
        }
    }

    private static void report(TestDatabase kind, ShardingDataSource sharding) throws SQLException {
        List<CrossSource> ways = List.of(CrossSource.BEST_EFFORT, CrossSource.ATOMIC);
        long[][] several = new long[ways.size()][ROUNDS];
        long[][] single = new long[ways.size()][ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            for (int way = 0; way < ways.size(); way++) {
                long two = transaction(sharding, ways.get(way), 1);
                long one = transaction(sharding, ways.get(way), 2);
                if (round >= 0) {
                    several[way][round] = two;
                    single[way][round] = one;
                }
            }
        }
        for (int way = 0; way < ways.size(); way++) {
            System.out.printf(
                    Locale.ROOT,
                    "%s %s: two databases %d us, one %d us%n",
                    kind,
                    ways.get(way),
                    median(several[way]),
                    median(single[way]));
        }
    }

    private static long transaction(ShardingDataSource sharding, CrossSource way, int other) throws SQLException {
        ShardingHint scope = ShardingHint.crossSource(way);
        long start = System.nanoTime();
        try (Connection connection = sharding.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE t_account SET balance = balance + ? WHERE user_id = ?")) {
            connection.setAutoCommit(false);
            update.setInt(1, 1);
            update.setLong(2, 0);
            update.executeUpdate();
            update.setInt(1, -1);
            update.setLong(2, other);
            update.executeUpdate();
            connection.commit();
        } finally {
            scope.close();
        }
        return System.nanoTime() - start;
    }

    private static long median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] / 1_000;
    }
}
