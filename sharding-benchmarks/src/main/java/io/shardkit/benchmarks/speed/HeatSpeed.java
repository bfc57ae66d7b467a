package io.shardkit.benchmarks.speed;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.HeatSettings;
import io.shardkit.options.ShardingOptions;
import io.shardkit.testing.TestDatabase;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures the cost of counts of the traffic: queries by the sharding key without them, without them once more, and with
 * them, in turns. Prints the ratio of the times, and of the processor's, to the first.
 */
public final class HeatSpeed {
    private static final int USERS = 5_000;
    private static final int WARM_UP = 10;
    private static final int ROUNDS = 60;
    private static final long BUDGET_NANOS = 50_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private HeatSpeed() {}

    /** Measures on H2, where a query takes the least time, on MariaDB and PostgreSQL. */
    public static void main(String[] arguments) throws SQLException {
        for (TestDatabase kind : List.of(TestDatabase.H2, TestDatabase.MARIADB, TestDatabase.POSTGRESQL)) {
            measure(kind);
        }
        System.exit(0);
    }

    private static void measure(TestDatabase kind) throws SQLException {
        ShardingOptions plain = ShardingOptions.builder().build();
        ShardingOptions counting =
                ShardingOptions.builder().heat(HeatSettings.DEFAULTS).build();
        try (HikariDataSource first = kind.create("heat0", 0);
                HikariDataSource second = kind.create("heat1", 1)) {
            Accounts.create(first);
            Accounts.create(second);
            try (ShardingDataSource without = Accounts.open(first, second, plain);
                    ShardingDataSource again = Accounts.open(first, second, plain);
                    ShardingDataSource with = Accounts.open(first, second, counting)) {
                Accounts.insert(without, USERS);
                compare(kind, List.of(without, again, with));
            }
        }
    }

    private static void compare(TestDatabase kind, List<ShardingDataSource> sources) throws SQLException {
        int queries = 100;
        while (run(sources.get(0), queries)[0] < BUDGET_NANOS) {
            queries *= 2;
        }
        double[][] times = new double[sources.size()][ROUNDS];
        double[][] processor = new double[sources.size()][ROUNDS];
        double micros = 0;
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            long[][] spent = new long[sources.size()][];
            for (int i = 0; i < spent.length; i++) {
                int turn = Math.floorMod(i + round, spent.length);
                spent[turn] = run(sources.get(turn), queries);
            }
            for (int i = 0; i < spent.length && round >= 0; i++) {
                times[i][round] = (double) spent[i][0] / spent[0][0];
                processor[i][round] = (double) spent[i][1] / spent[0][1];
            }
            micros = spent[0][0] / 1000.0 / queries;
        }
        System.out.printf(
                Locale.ROOT,
                "%s: a query %.1f us; once more %+.2f %%, processor %+.2f %%; with counts %+.2f %%, processor %+.2f %%%n",
                kind,
                micros,
                percent(times[1]),
                percent(processor[1]),
                percent(times[2]),
                percent(processor[2]));
    }

    private static double percent(double[] ratios) {
        double[] sorted = ratios.clone();
        Arrays.sort(sorted);
        return (sorted[sorted.length / 2] - 1) * 100;
    }

    /** Returns the time and the processor's time of so many queries. */
    private static long[] run(ShardingDataSource source, int queries) throws SQLException {
        long processor = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        for (int i = 0; i < queries; i++) {
            try (Connection connection = source.getConnection();
                    PreparedStatement select =
                            connection.prepareStatement("SELECT balance FROM t_account WHERE user_id = ?")) {
                // Most are new to the counters, which costs the most.
                select.setLong(1, i * 7L % USERS);
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                }
            }
        }
        return new long[] {System.nanoTime() - start, THREADS.getCurrentThreadCpuTime() - processor};
    }
}
