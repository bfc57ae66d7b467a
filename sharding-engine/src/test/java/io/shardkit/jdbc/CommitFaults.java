package io.shardkit.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.CommitOutcome;
import io.shardkit.error.ShardingUnresolvedException;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.CrossSource;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.FreezableProxy;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that write one row to each of two databases while the ways to these are cut, held up and half open. What
 * each caller was told is remembered, and at the end compared with what the databases hold.
 */
final class CommitFaults implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("//127\\.0\\.0\\.1:(\\d+)/");
    private static final int DATABASES = 2;
    private static final int THREADS = 4;
    private static final int POOL_SIZE = 8;
    private static final Duration RECOVERED = Duration.ofSeconds(60);

    private final List<FreezableProxy> proxies = new ArrayList<>();
    private final List<HikariDataSource> direct = new ArrayList<>();
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<DatabaseServer> killed = new ArrayList<>();
    private final CrossSource way;
    private final long seed;

    /** By the transaction's number; null where it was told that it is committed. */
    private final Map<Integer, Told> told = new ConcurrentHashMap<>();

    /** The result that a caller was told. */
    private record Told(boolean committed, @Nullable CommitOutcome outcome) {}

    CommitFaults(TestDatabase kind, CrossSource way, long seed) throws SQLException, IOException {
        this(List.of(kind.create("faults0", 0), kind.create("faults1", 1)), way, seed);
    }

    private CommitFaults(List<HikariDataSource> databases, CrossSource way, long seed)
            throws SQLException, IOException {
        this.way = way;
        this.seed = seed;
        direct.addAll(databases);
        for (HikariDataSource real : databases) {
            Matcher address = ADDRESS.matcher(real.getJdbcUrl());
            address.find();
            FreezableProxy proxy = new FreezableProxy(Integer.parseInt(address.group(1)));
            proxies.add(proxy);
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(address.replaceFirst("//127.0.0.1:" + proxy.port() + "/"));
            config.setUsername(real.getUsername());
            config.setPassword(real.getPassword());
            config.setMaximumPoolSize(POOL_SIZE);
            config.setMinimumIdle(0);
            config.setConnectionTimeout(5_000);
            pools.add(new HikariDataSource(config));
            try (Connection connection = real.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_mark (id BIGINT PRIMARY KEY, user_id BIGINT)");
            }
        }
    }

    /** Over servers of their own, which are killed and started again beside the other faults. */
    static CommitFaults ofKilled(List<DatabaseServer> servers, CrossSource way, long seed)
            throws SQLException, IOException {
        List<HikariDataSource> databases = new ArrayList<>();
        for (DatabaseServer server : servers) {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl(server.createDatabase("faults"));
            pool.setUsername(server.username());
            pool.setPassword(server.password());
            pool.setMaximumPoolSize(2);
            pool.setMinimumIdle(0);
            if (pool.getJdbcUrl().contains("postgresql")) {
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                    // A commit that was answered has left the process.
                    statement.execute("ALTER DATABASE faults SET synchronous_commit = on");
                }
                pool.getHikariPoolMXBean().softEvictConnections();
            }
            databases.add(pool);
        }
        CommitFaults faults = new CommitFaults(databases, way, seed);
        faults.killed.addAll(servers);
        return faults;
    }

    private ShardingDataSource start() throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < DATABASES; i++) {
            named.put("ds" + i, pools.get(i));
        }
        return ShardingDataSource.create(
                named,
                TestRules.over(List.copyOf(named.keySet()))
                        .table(new TableRule(
                                "t_mark",
                                "ds{0..1}.t_mark",
                                new ShardingStrategy("user_id", new ModAlgorithm(DATABASES)),
                                null,
                                null))
                        .build(),
                ShardingOptions.builder()
                        .crossSource(way)
                        .executor(executor)
                        .limits(Limits.builder()
                                .gatherMaxRows(1000)
                                .maxMergedRows(1000)
                                .maxOffset(1000)
                                .timeoutSeconds(3)
                                .build())
                        .planCacheSize(100)
                        .planCacheWeight(1 << 20)
                        .lockTimeout(Duration.ofSeconds(3))
                        .atomic(new AtomicCommits(AtomicCommits.TABLE, true, Duration.ofSeconds(2)))
                        .build());
    }

    /**
     * Runs at least so many transactions under at least so many faults.
     *
     * @return what was told to the callers, by kind, for the log
     */
    Map<String, Integer> run(int transactions, int faults) throws Exception {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger disturbed = new AtomicInteger();
        Random random = new Random(seed);
        try (ShardingDataSource dataSource = start()) {
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                callers.add(executor.submit(() -> {
                    for (int number = next.incrementAndGet();
                            number <= transactions || disturbed.get() < faults;
                            number = next.incrementAndGet()) {
                        call(dataSource, number);
                    }
                }));
            }
            while (!callers.stream().allMatch(Future::isDone)) {
                TimeUnit.MILLISECONDS.sleep(5 + random.nextInt(60));
                disturb(random);
                disturbed.incrementAndGet();
            }
            for (Future<?> caller : callers) {
                await(caller);
            }
            if (pools.stream().anyMatch(pool -> isBusy(pool, dataSource))) {
                throw new AssertionError("connections are still out");
            }
        }
        Map<String, Integer> kinds = new TreeMap<>();
        told.values().forEach(each -> kinds.merge(kind(each), 1, Integer::sum));
        return kinds;
    }

    private static String kind(Told each) {
        return each.committed() ? "committed" : each.outcome() == null ? "failed" : "incomplete or unknown";
    }

    private static void await(Future<?> caller) throws InterruptedException, TimeoutException, ExecutionException {
        caller.get(60, TimeUnit.SECONDS);
    }

    /** Returns true if connections stay out although no caller uses them: the recovery has one for a moment. */
    private static boolean isBusy(HikariDataSource pool, ShardingDataSource dataSource) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() < until) {
            if (pool.getHikariPoolMXBean().getActiveConnections() == 0) {
                return false;
            }
            dataSource.inDoubt();
            Thread.onSpinWait();
        }
        return true;
    }

    private void disturb(Random random) throws InterruptedException, IOException {
        if (!killed.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(3_000));
            killed.get(random.nextInt(DATABASES)).crash(random.nextInt(500));
            return;
        }
        FreezableProxy proxy = proxies.get(random.nextInt(DATABASES));
        switch (random.nextInt(4)) {
            case 0 -> {
                // Half open for longer than a statement may take.
                proxy.freeze();
                TimeUnit.MILLISECONDS.sleep(random.nextInt(20) == 0 ? 4_500 : 50);
                proxy.thaw();
            }
            case 1 -> proxy.delayNew(random.nextInt(50));
            default -> proxy.cut();
        }
    }

    private void call(ShardingDataSource dataSource, int number) {
        boolean committing = false;
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t_mark (id, user_id) VALUES (?, ?)")) {
                for (int i = 0; i < DATABASES; i++) {
                    insert.setLong(1, number);
                    insert.setLong(2, (number + i) % DATABASES);
                    insert.executeUpdate();
                }
            }
            committing = true;
            connection.commit();
            told.put(number, new Told(true, null));
        } catch (SQLException | RuntimeException failure) {
            CommitOutcome outcome = committing && failure instanceof ShardingUnresolvedException incomplete
                    ? incomplete.outcome()
                    : null;
            // What fails afterwards, when the connection is closed, takes back nothing that was told.
            told.putIfAbsent(number, new Told(false, outcome));
        }
    }

    /** Every difference between what the callers were told and what the databases hold. */
    List<String> differences() throws SQLException, InterruptedException {
        for (FreezableProxy proxy : proxies) {
            proxy.thaw();
            proxy.delayNew(0);
            proxy.cut();
        }
        // A pool gives out what it has just taken back without looking at it.
        pools.forEach(pool -> pool.getHikariPoolMXBean().softEvictConnections());
        if (way == CrossSource.ATOMIC) {
            // By another instance, which knows nothing of the first.
            try (ShardingDataSource other = start()) {
                long until = System.nanoTime() + RECOVERED.toNanos();
                while (!other.recover().isEmpty() && System.nanoTime() < until) {
                    TimeUnit.MILLISECONDS.sleep(200);
                }
                if (!other.inDoubt().isEmpty()) {
                    return List.of("in doubt: " + other.inDoubt());
                }
            }
        }
        List<Set<Long>> held = List.of(held(0), held(1));
        List<String> wrong = new ArrayList<>();
        told.forEach((number, each) -> {
            boolean first = held.get(0).contains((long) number);
            boolean second = held.get(1).contains((long) number);
            if (!agrees(each, first, second)) {
                wrong.add(number + ": told " + each + ", and ds0 has it: " + first + ", ds1: " + second);
            }
        });
        return wrong;
    }

    private boolean agrees(Told each, boolean first, boolean second) {
        if (each.committed()) {
            return first && second;
        }
        if (each.outcome() == null) {
            return !first && !second;
        }
        return (way != CrossSource.ATOMIC || first == second)
                && agrees(each.outcome(), "ds0", first)
                && agrees(each.outcome(), "ds1", second);
    }

    private static boolean agrees(CommitOutcome outcome, String name, boolean held) {
        if (outcome.committed().contains(name)) {
            return held;
        }
        return outcome.unknown().contains(name)
                || (!held
                        && (outcome.failed().contains(name)
                                || outcome.rolledBack().contains(name)));
    }

    private Set<Long> held(int database) throws SQLException {
        try (Connection connection = direct.get(database).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM t_mark")) {
            Set<Long> ids = new HashSet<>();
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
            return ids;
        }
    }

    @Override
    public void close() throws IOException {
        for (FreezableProxy proxy : proxies) {
            proxy.close();
        }
        pools.forEach(HikariDataSource::close);
        direct.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }
}
