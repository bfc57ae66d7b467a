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

/**
 * Measures the cost of counts of the traffic, in processes that run in turns: of binding a plan alone, where one process
 * does both in turns as well, and of a query by the sharding key on H2, where a query takes the least time. Prints the
 * nanoseconds of the processor and the bytes of one, without counts and with them.
 */
public final class HeatSpeed {
    private static final String SQL = "SELECT balance FROM t_account WHERE user_id = ?";
    private static final int USERS = 5_000;
    private static final int BINDING_FORKS = 5;
    private static final int QUERY_FORKS = 15;
    private static final int WARM_UP = 20;
    private static final int ROUNDS = 41;
    private static final int BINDINGS = 500_000;
    private static final int QUERIES = 10_000;

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

        static Cost median(Cost[] all) {
            return new Cost(
                    middle(Arrays.stream(all).mapToDouble(Cost::nanos).toArray()),
                    middle(Arrays.stream(all).mapToDouble(Cost::bytes).toArray()));
        }
    }

    /** Measures; with an argument, one process of those that it starts. */
    public static void main(String[] arguments) throws SQLException, IOException, InterruptedException {
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "binding" -> bindings();
            case "off" -> queries(ShardingOptions.builder().build());
            case "on" ->
                queries(ShardingOptions.builder().heat(HeatSettings.DEFAULTS).build());
            default -> compare();
        }
        System.exit(0);
    }

    private static void compare() throws IOException, InterruptedException {
        double[] nanos = new double[BINDING_FORKS];
        double[] bytes = new double[BINDING_FORKS];
        for (int i = 0; i < BINDING_FORKS; i++) {
            double[] costs = fork("binding");
            nanos[i] = costs[0];
            bytes[i] = costs[1];
        }
        report("counts of a statement, ns", nanos);
        report("counts of a statement, bytes", bytes);
        double[] off = new double[QUERY_FORKS];
        double[] again = new double[QUERY_FORKS];
        double[] on = new double[QUERY_FORKS];
        for (int i = 0; i < QUERY_FORKS; i++) {
            double[] base = fork("off");
            // Who comes second changes from turn to turn.
            double[] one = fork(i % 2 == 0 ? "on" : "off");
            double[] other = fork(i % 2 == 0 ? "off" : "on");
            double[] counting = i % 2 == 0 ? one : other;
            double[] control = i % 2 == 0 ? other : one;
            off[i] = base[0];
            again[i] = percent(control[0], base[0]);
            on[i] = percent(counting[0], (base[0] + control[0]) / 2);
            bytes[i % BINDING_FORKS] = counting[1] - base[1];
        }
        report("query without counts, ns", off);
        report("the same once more, % beyond", again);
        report("query with counts, % beyond", on);
        report("query with counts, bytes beyond", bytes);
    }

    private static double percent(double more, double base) {
        return (more / base - 1) * 100;
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
        return new double[] {Double.parseDouble(words[0]), Double.parseDouble(words[1])};
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

    /** The difference of a plan that is counted and the same without. */
    private static void bindings() throws SQLException {
        Table table = new Table("t_account", List.of(number("user_id"), number("balance")));
        Planner planner = new Planner(Accounts.rule(), name -> table, Dialect.MARIADB, Limits.DEFAULTS);
        Heat heat = new Heat(HeatSettings.DEFAULTS);
        PlanCache.Source counting = new HeatPlanning(planner, Dialect.MARIADB, heat.of(ShardMap.of(Accounts.rule())));
        Work without = times -> bind(planner.plan(SQL), times);
        Work with = times -> bind(counting.plan(SQL), times);
        Cost[] costs = new Cost[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            boolean first = Math.floorMod(round, 2) == 0;
            Cost one = Cost.of(first ? without : with, BINDINGS);
            Cost other = Cost.of(first ? with : without, BINDINGS);
            Cost plain = first ? one : other;
            Cost counted = first ? other : one;
            if (round >= 0) {
                costs[round] = new Cost(counted.nanos - plain.nanos, counted.bytes - plain.bytes);
            }
        }
        print(Cost.median(costs));
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

    private static void print(Cost cost) {
        System.out.printf(Locale.ROOT, "%.3f %.3f%n", cost.nanos, cost.bytes);
    }

    private static void queries(ShardingOptions options) throws SQLException {
        try (HikariDataSource first = TestDatabase.H2.create("heat0", 0);
                HikariDataSource second = TestDatabase.H2.create("heat1", 1)) {
            Accounts.create(first);
            Accounts.create(second);
            try (ShardingDataSource sharding = Accounts.open(first, second, options)) {
                Accounts.insert(sharding, USERS);
                Work work = times -> query(sharding, times);
                Cost[] costs = new Cost[ROUNDS];
                for (int round = -WARM_UP; round < ROUNDS; round++) {
                    Cost cost = Cost.of(work, QUERIES);
                    if (round >= 0) {
                        costs[round] = cost;
                    }
                }
                print(Cost.median(costs));
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
