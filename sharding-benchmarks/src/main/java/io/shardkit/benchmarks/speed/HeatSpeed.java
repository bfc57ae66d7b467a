package io.shardkit.benchmarks.speed;

import com.sun.management.ThreadMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.heat.Heat;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.HeatSettings;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.plan.Plan;
import io.shardkit.planner.HeatPlanning;
import io.shardkit.planner.PlanCache;
import io.shardkit.planner.Planner;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Measures the cost of counts of the traffic: of binding a plan alone, and of a query by the sharding key on H2, where a
 * query takes the least time. A process does it without counts, without them once more, and with them, in turns of a few
 * milliseconds, and several processes one after the other, as the compiler of the JVM comes to other code in each. Prints
 * the nanoseconds of the processor and the bytes that one takes more.
 */
public final class HeatSpeed {
    private static final String SQL = "SELECT balance FROM t_account WHERE user_id = ?";
    private static final int USERS = 5_000;
    private static final int FORKS = 7;
    private static final int WARM_UP = 20;
    private static final int ROUNDS = 60;
    private static final int BINDINGS = 200_000;
    private static final int QUERIES = 5_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private HeatSpeed() {}

    /** Does something so many times. */
    @FunctionalInterface
    private interface Work {
        void run(int times) throws SQLException;
    }

    /** The nanoseconds of the processor and the bytes of one operation. */
    private record Cost(double nanos, double bytes) {
        static Cost of(Work work, int times) throws SQLException {
            long bytes = THREADS.getCurrentThreadAllocatedBytes();
            long nanos = THREADS.getCurrentThreadCpuTime();
            work.run(times);
            return new Cost(
                    (THREADS.getCurrentThreadCpuTime() - nanos) / (double) times,
                    (THREADS.getCurrentThreadAllocatedBytes() - bytes) / (double) times);
        }
    }

    /** Measures; with an argument, in one process of those that it starts. */
    public static void main(String[] arguments) throws SQLException, IOException, InterruptedException {
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "binding" -> bindings();
            case "query" -> queries();
            default -> {
                compare("binding");
                compare("query");
            }
        }
        System.exit(0);
    }

    private static void compare(String what) throws IOException, InterruptedException {
        double[][] figures = new double[4][FORKS];
        for (int i = 0; i < FORKS; i++) {
            double[] of = fork(what);
            for (int figure = 0; figure < figures.length; figure++) {
                figures[figure][i] = of[figure];
            }
        }
        report(what + " without counts, ns", figures[0]);
        report("  once more, ns beyond", figures[1]);
        report("  with counts, ns beyond", figures[2]);
        report("  with counts, bytes beyond", figures[3]);
    }

    private static double[] fork(String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeatSpeed.class.getName(),
                        what)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(output);
        }
        String[] words =
                output.strip().lines().reduce("", (first, last) -> last).split(" ");
        return Arrays.stream(words).mapToDouble(Double::parseDouble).toArray();
    }

    private static void report(String what, double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        System.out.printf(
                Locale.ROOT,
                "%s: median %.2f, quartiles %.2f to %.2f%n",
                what,
                middle(values),
                sorted[sorted.length / 4],
                sorted[sorted.length * 3 / 4]);
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void bindings() throws SQLException {
        Table table = new Table("t_account", List.of(number("user_id"), number("balance")));
        Planner planner = new Planner(Accounts.rule(), name -> table, Dialect.MARIADB, Limits.DEFAULTS);
        Heat heat = new Heat(HeatSettings.DEFAULTS);
        PlanCache.Source counting = new HeatPlanning(planner, Dialect.MARIADB, heat.of(ShardMap.of(Accounts.rule())));
        Plan without = planner.plan(SQL);
        Plan with = counting.plan(SQL);
        Plan again = planner.plan(SQL);
        turns(BINDINGS, times -> bind(without, times), times -> bind(again, times), times -> bind(with, times));
    }

    /** Prints the cost of the first, and the differences of the others. */
    private static void turns(int times, Work without, Work again, Work with) throws SQLException {
        List<Work> all = List.of(without, again, with);
        double[][] figures = new double[4][ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            Cost[] costs = new Cost[all.size()];
            for (int i = 0; i < costs.length; i++) {
                int turn = Math.floorMod(i + round, costs.length);
                costs[turn] = Cost.of(all.get(turn), times);
            }
            if (round >= 0) {
                figures[0][round] = costs[0].nanos;
                figures[1][round] = costs[1].nanos - costs[0].nanos;
                figures[2][round] = costs[2].nanos - (costs[0].nanos + costs[1].nanos) / 2;
                figures[3][round] = costs[2].bytes - costs[0].bytes;
            }
        }
        System.out.println(Arrays.stream(figures)
                .map(each -> Double.toString(middle(each)))
                .collect(Collectors.joining(" ")));
    }

    private static Column number(String name) {
        return new Column(
                name, name, "bigint", "bigint", KeyType.INTEGER, TextOrder.UNKNOWN, false, false, false, Carrier.TEXT);
    }

    private static void bind(Plan plan, int times) throws SQLException {
        Parameters parameters = new Parameters(1);
        for (int i = 0; i < times; i++) {
            parameters.setLong(0, user(i));
            if (plan.bind(parameters, 0).single() == null) {
                throw new IllegalStateException("more than one unit");
            }
        }
    }

    /** Most are new to the counters, which costs the most. */
    private static long user(int i) {
        return i * 7L % USERS;
    }

    private static void queries() throws SQLException {
        ShardingOptions plain = ShardingOptions.builder().build();
        ShardingOptions counts =
                ShardingOptions.builder().heat(HeatSettings.DEFAULTS).build();
        try (HikariDataSource first = TestDatabase.H2.create("heat0", 0);
                HikariDataSource second = TestDatabase.H2.create("heat1", 1)) {
            Accounts.create(first);
            Accounts.create(second);
            try (ShardingDataSource without = Accounts.open(first, second, plain);
                    ShardingDataSource again = Accounts.open(first, second, plain);
                    ShardingDataSource with = Accounts.open(first, second, counts)) {
                Accounts.insert(without, USERS);
                turns(
                        QUERIES,
                        times -> query(without, times),
                        times -> query(again, times),
                        times -> query(with, times));
            }
        }
    }

    private static void query(ShardingDataSource source, int times) throws SQLException {
        for (int i = 0; i < times; i++) {
            try (Connection connection = source.getConnection();
                    PreparedStatement select = connection.prepareStatement(SQL)) {
                select.setLong(1, user(i));
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                }
            }
        }
    }
}
