package io.shardkit.benchmarks.speed;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.testing.FreezableProxy;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Measures the time of reads of one database while another database hangs, and while it does not, in turns. Of eight
 * threads every second one reads the database that hangs. Prints the 95th percentile of each in microseconds.
 */
public final class HangSpeed {
    private static final int THREADS = 8;
    private static final int TURNS = 6;
    private static final int TURN_SECONDS = 3;

    /** The timeout of a statement, in seconds. */
    private static final int LIMIT = 1;

    private HangSpeed() {}

    /** Measures on MariaDB and PostgreSQL. */
    public static void main(String[] arguments) throws Exception {
        for (TestDatabase kind : List.of(TestDatabase.MARIADB, TestDatabase.POSTGRESQL)) {
            measure(kind);
        }
        System.exit(0);
    }

    private static void measure(TestDatabase kind) throws Exception {
        try (HikariDataSource first = kind.create("hang0", 0);
                HikariDataSource second = kind.create("hang1", 1);
                FreezableProxy proxy = new FreezableProxy(port(second));
                HikariDataSource behind = through(proxy, second)) {
            for (HikariDataSource database : List.of(first, second)) {
                Accounts.create(database);
                Accounts.insert(database, 2);
            }
            try (ShardingDataSource sharding = Accounts.open(first, behind, options())) {
                report(kind, sharding, proxy);
            }
        }
    }

    private static int port(HikariDataSource pool) {
        return URI.create(pool.getJdbcUrl().substring("jdbc:".length())).getPort();
    }

    private static HikariDataSource through(FreezableProxy proxy, HikariDataSource real) throws IOException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(real.getJdbcUrl().replace(":" + port(real) + "/", ":" + proxy.port() + "/"));
        config.setUsername(real.getUsername());
        config.setPassword(real.getPassword());
        config.setMaximumPoolSize(THREADS);
        config.setConnectionTimeout(1_000);
        return new HikariDataSource(config);
    }

    private static ShardingOptions options() {
        return ShardingOptions.builder()
                .executor(Runnable::run)
                .limits(Limits.builder()
                        .gatherMaxRows(1000)
                        .maxMergedRows(1000)
                        .maxOffset(1000)
                        .timeoutSeconds(LIMIT)
                        .build())
                .planCacheSize(100)
                .maxWaiting(THREADS)
                .build();
    }

    private static void report(TestDatabase kind, ShardingDataSource sharding, FreezableProxy proxy)
            throws InterruptedException {
        List<ConcurrentLinkedQueue<Long>> nanos =
                List.of(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
        // 0 and 1 are the turns, 2 is the time between them.
        AtomicInteger turn = new AtomicInteger(2);
        AtomicInteger failed = new AtomicInteger();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        for (int i = 0; i < THREADS; i++) {
            int user = i % 2;
            executor.execute(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    int now = turn.get();
                    long start = System.nanoTime();
                    boolean answered = read(sharding, user);
                    if (user == 0 && now == turn.get()) {
                        nanos.get(now).add(System.nanoTime() - start);
                    }
                    if (!answered) {
                        failed.incrementAndGet();
                    }
                }
            });
        }
        TimeUnit.SECONDS.sleep(TURN_SECONDS);
        for (int i = 0; i < TURNS * 2; i++) {
            boolean hangs = i % 2 == 1;
            if (hangs) {
                proxy.freeze();
            }
            TimeUnit.SECONDS.sleep(LIMIT);
            turn.set(i % 2);
            TimeUnit.SECONDS.sleep(TURN_SECONDS);
            turn.set(2);
            if (hangs) {
                proxy.thaw();
                proxy.cut();
            }
        }
        executor.shutdownNow();
        System.out.printf(
                Locale.ROOT,
                "%s: 95th percentile %d us, while the other hangs %d us; %d reads of the other failed%n",
                kind,
                percentile(nanos.get(0)),
                percentile(nanos.get(1)),
                failed.get());
    }

    private static boolean read(DataSource sharding, int user) {
        try (Connection connection = sharding.getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT balance FROM t_account WHERE user_id = ?")) {
            query.setInt(1, user);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        } catch (SQLException hanging) {
            return false;
        }
    }

    private static long percentile(ConcurrentLinkedQueue<Long> nanos) {
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() * 95 / 100) / 1_000;
    }
}
