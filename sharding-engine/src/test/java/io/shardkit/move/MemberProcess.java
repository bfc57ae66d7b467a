package io.shardkit.move;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * An application of its own process: an instance that writes orders, does what it is told over its standard input, and
 * tells over its standard output what it writes. Where a fault is set, it ends or stops itself at a statement.
 */
public final class MemberProcess {
    /** The data source with the store; no unit is ever on it. */
    static final String STORE = "store";

    private static final String WRITER = "writer-";

    private final Map<String, FaultyPool> pools = new LinkedHashMap<>();
    private final Map<Integer, ModelWriter.Known> users = new TreeMap<>();
    private final List<ModelWriter> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Latencies moving = new Latencies();
    private final Latencies others = new Latencies();
    private @Nullable ShardingDataSource orders;
    private final ThreadLocal<String> stoppedBefore = new ThreadLocal<>();
    private volatile @Nullable Fault fault;

    /** A fault at the n-th statement that matches, before it or after it. */
    private static final class Fault {
        final Pattern pattern;
        final boolean after;
        final String kind;
        int left;

        Fault(String[] words) {
            this.left = Integer.parseInt(words[1]);
            this.after = words[2].equals("after");
            this.kind = words[3];
            this.pattern = Pattern.compile(words[4]);
        }

        synchronized boolean isNow(String sql, boolean run) {
            return run == after && left > 0 && pattern.matcher(sql).find() && --left == 0;
        }
    }

    private MemberProcess() {}

    /** @param arguments name, milliseconds between two looks, writers */
    public static void main(String[] arguments) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            out("wrong " + thread.getName() + " " + String.valueOf(failure).replaceAll("\\s+", " "));
            failure.printStackTrace();
        });
        try {
            new MemberProcess().run(arguments);
        } catch (SQLException | RuntimeException failure) {
            out("refused " + String.valueOf(failure).replaceAll("\\s+", " "));
            failure.printStackTrace();
        }
        Runtime.getRuntime().halt(0);
    }

    private static synchronized void out(String line) {
        System.out.println(line);
        System.out.flush();
    }

    static ShardingRule rule(String other) {
        AlgorithmSpec algorithm = other.isEmpty() ? Algorithms.mod() : Algorithms.hashMod();
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2", STORE)
                .table("t_order", table -> table.nodes("ds0.t_order_{0..1}, ds1.t_order_2, ds2.t_order_3")
                        .tableBy("user_id", algorithm))
                .table("t_order_item", table -> table.nodes(
                                "ds0.t_order_item_{0..1}, ds1.t_order_item_2, ds2.t_order_item_3")
                        .tableBy("user_id", algorithm))
                .bind("t_order", "t_order_item")
                .build();
    }

    /** Two tables of each instead of four. */
    private static ShardingRule fewer() {
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2", STORE)
                .table("t_order", table -> table.nodes("ds0.t_order_0, ds1.t_order_1")
                        .tableBy("user_id", Algorithms.mod()))
                .table("t_order_item", table -> table.nodes("ds0.t_order_item_0, ds1.t_order_item_1")
                        .tableBy("user_id", Algorithms.mod()))
                .bind("t_order", "t_order_item")
                .build();
    }

    private void run(String[] arguments) throws Exception {
        Map<String, DataSource> dataSources = new LinkedHashMap<>();
        for (String name : List.of("ds0", "ds1", "ds2", STORE)) {
            FaultyPool pool = new FaultyPool(pool(name), this::told);
            pools.put(name, pool);
            dataSources.put(name, pool.dataSource());
        }
        if (Boolean.getBoolean("model.short-leases")) {
            MoveLease.leaseMillis = 2_000;
            MoveLease.shortLeaseMillis = 1_000;
        }
        orders = ShardingDataSource.builder()
                .dataSources(dataSources)
                .rule(rule(System.getProperty("model.other-rule", "")))
                .options(ShardingOptions.builder()
                        .ruleStore(store(arguments[0], Long.parseLong(arguments[1])))
                        .build())
                .build();
        String omitted = System.getProperty("model.omitted", "");
        if (!omitted.isEmpty()) {
            orders.moves().worker().switchBy(tables -> OmittingSteps.of(tables, omitted));
        }
        out("ready");
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                command(line.split(" ", 5), Integer.parseInt(arguments[2]));
            }
        }
    }

    static RuleStore store(String name, long pollMillis) {
        RuleStore usual = RuleStore.DEFAULTS;
        return new RuleStore(
                usual.mode(),
                STORE,
                usual.ruleTable(),
                usual.memberTable(),
                true,
                Duration.ofMillis(pollMillis),
                usual.pause(),
                null,
                name);
    }

    private static HikariDataSource pool(String name) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(System.getProperty("model.url." + name));
        config.setUsername(System.getProperty("model.user"));
        config.setPassword(System.getProperty("model.password"));
        config.setPoolName(name);
        config.setMaximumPoolSize(Integer.getInteger("model.connections", 5));
        config.setMinimumIdle(0);
        config.setConnectionTimeout(5_000);
        return new HikariDataSource(config);
    }

    private void command(String[] words, int writing) throws Exception {
        switch (words[0]) {
            case "know" ->
                users.put(
                        Integer.parseInt(words[1]),
                        new ModelWriter.Known(Long.parseLong(words[2]), Long.parseLong(words[3])));
            case "go" -> go(writing);
            case "move" -> asked(() -> orders.moves().start(MoveRequest.of(List.of(words[1]), words[2])));
            case "reshard" -> {
                ShardingRule wanted = words[1].equals("fewer") ? fewer() : rule("");
                asked(() -> orders.moves().start(ReshardRequest.of(wanted, List.of("t_order"))));
            }
            case "alter" -> asked(() -> orders.moves().start(alter(words)));
            case "alter-by-hand" ->
                asked(() -> orders.moves().start(alter(words).switchedByHand()));
            case "fault" -> fault = new Fault(words);
            case "no-fault" -> fault = null;
            case "cut" -> pools.get(words[1]).cut(true);
            case "mend" -> pools.get(words[1]).cut(false);
            case "stats" -> out("stats " + moving.take() + " " + others.take());
            case "steps" ->
                out("steps "
                        + writers.stream().mapToLong(ModelWriter::steps).min().orElse(0) + " "
                        + writers.stream().mapToLong(ModelWriter::steps).sum());
            case "end" -> end();
            default -> throw new IOException("unknown: " + words[0]);
        }
    }

    private static AlterRequest alter(String[] words) {
        return AlterRequest.of("t_order", String.join(" ", List.of(words).subList(1, words.length)));
    }

    private interface Asked {
        String ask() throws SQLException;
    }

    private static void asked(Asked asked) {
        try {
            out("asked " + asked.ask());
        } catch (SQLException | RuntimeException failure) {
            out("asked ! " + String.valueOf(failure).replaceAll("\\s+", " "));
        }
    }

    private void go(int writing) {
        List<Map<Integer, ModelWriter.Known>> parts = new ArrayList<>();
        for (int i = 0; i < writing; i++) {
            parts.add(new TreeMap<>());
        }
        int next = 0;
        for (Map.Entry<Integer, ModelWriter.Known> each : users.entrySet()) {
            parts.get(next++ / ModelWriter.UNITS % writing).put(each.getKey(), each.getValue());
        }
        long seed = Long.getLong("model.seed", 1);
        for (int i = 0; i < writing; i++) {
            ModelWriter writer =
                    new ModelWriter(orders, parts.get(i), MemberProcess::out, seed * 31 + i, moving, others);
            writers.add(writer);
            Thread thread = new Thread(writer, WRITER + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        out("going");
    }

    private void end() throws InterruptedException {
        writers.forEach(ModelWriter::stop);
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
        }
        orders.close();
        out("ended");
        Runtime.getRuntime().halt(0);
    }

    /** Ends or stops the process where it is to. */
    private void told(String sql, boolean run) throws SQLException {
        if (run && stoppedBefore.get() != null) {
            stoppedBefore.remove();
            out("passed " + sql.replaceAll("\\s+", " "));
        }
        Fault set = fault;
        if (set == null || Thread.currentThread().getName().startsWith(WRITER) || !set.isNow(sql, run)) {
            return;
        }
        out("at " + set.kind + " " + sql.replaceAll("\\s+", " "));
        if (set.kind.equals("halt")) {
            Runtime.getRuntime().halt(9);
        }
        if (set.kind.equals("fail")) {
            throw new SQLException("a planted fault");
        }
        if (!run) {
            stoppedBefore.set(sql);
        }
        stop();
        if (run) {
            out("passed " + sql.replaceAll("\\s+", " "));
        }
    }

    private static void stop() {
        try {
            new ProcessBuilder(
                            "kill",
                            "-STOP",
                            Long.toString(ProcessHandle.current().pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
