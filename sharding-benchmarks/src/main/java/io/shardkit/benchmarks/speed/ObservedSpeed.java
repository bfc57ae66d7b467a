package io.shardkit.benchmarks.speed;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.metrics.ShardingMetricsAutoConfiguration;
import io.shardkit.observe.StatementListener;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * How long a query by the sharding key takes while nobody listens, with a listener, with meters, and with observations of which timers are
 * made, in turns. Prints the median of each in nanoseconds, and what it takes more than the first.
 */
public final class ObservedSpeed {
    private static final int ROUNDS = 60;
    private static final int QUERIES = 500;
    private static final int WARM_UP = 150;
    private static final int ROWS = 1_000;

    private ObservedSpeed() {}

    /** Shardkit, and nobody who listens. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({ShardingAutoConfiguration.class, ShardingMetricsAutoConfiguration.class})
    static class Silent {}

    /** With a listener that does nothing. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({ShardingAutoConfiguration.class, ShardingMetricsAutoConfiguration.class})
    static class Told {
        @Bean
        StatementListener listener() {
            return new StatementListener() {};
        }
    }

    /** With a registry of meters. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({ShardingAutoConfiguration.class, ShardingMetricsAutoConfiguration.class})
    static class Metered {
        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    /** With one of observations as well, whose handlers are not known. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({ShardingAutoConfiguration.class, ShardingMetricsAutoConfiguration.class})
    static class Observed {
        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        ObservationRegistry observations(MeterRegistry meters) {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
            return registry;
        }
    }

    /** Measures on MariaDB. */
    public static void main(String[] arguments) throws SQLException {
        Map<String, ConfigurableApplicationContext> subjects = new LinkedHashMap<>();
        try (HikariDataSource first = TestDatabase.MARIADB.create("observed0", 0);
                HikariDataSource second = TestDatabase.MARIADB.create("observed1", 1)) {
            for (HikariDataSource pool : List.of(first, second)) {
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE TABLE t_account (user_id BIGINT PRIMARY KEY, balance INT)");
                }
            }
            subjects.put("nobody", start(Silent.class, first, second));
            subjects.put("a listener", start(Told.class, first, second));
            subjects.put("meters", start(Metered.class, first, second));
            subjects.put("observations", start(Observed.class, first, second));
            fill(Objects.requireNonNull(subjects.get("nobody")));
            report(subjects);
            subjects.values().forEach(ConfigurableApplicationContext::close);
        }
        System.exit(0);
    }

    private static ConfigurableApplicationContext start(
            Class<?> application, HikariDataSource first, HikariDataSource second) {
        List<String> properties = new ArrayList<>(List.of(
                "spring.main.banner-mode=off",
                "logging.level.root=warn",
                "sharding.tables.t_account.actual-data-nodes=ds{0..1}.t_account",
                "sharding.tables.t_account.database-strategy.sharding-column=user_id",
                "sharding.tables.t_account.database-strategy.algorithm=modulo",
                "sharding.algorithms.modulo.type=mod"));
        List<HikariDataSource> pools = List.of(first, second);
        for (int i = 0; i < pools.size(); i++) {
            String name = "sharding.data-sources.ds" + i;
            properties.add(name + ".url=" + pools.get(i).getJdbcUrl());
            properties.add(name + ".username=" + pools.get(i).getUsername());
            properties.add(name + ".password=" + pools.get(i).getPassword());
        }
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties(properties.toArray(new String[0]))
                .run();
    }

    private static void fill(ConfigurableApplicationContext context) throws SQLException {
        try (Connection connection = context.getBean(DataSource.class).getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_account VALUES (?, 1)")) {
            for (long user = 0; user < ROWS; user++) {
                insert.setLong(1, user);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void report(Map<String, ConfigurableApplicationContext> subjects) throws SQLException {
        Map<String, long[]> nanos = new LinkedHashMap<>();
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            List<String> turn = new ArrayList<>(subjects.keySet());
            Collections.rotate(turn, Math.floorMod(round, turn.size()));
            for (String name : turn) {
                long[] measured =
                        queries(Objects.requireNonNull(subjects.get(name)).getBean(DataSource.class));
                if (round >= 0) {
                    long[] all = nanos.computeIfAbsent(name, each -> new long[ROUNDS * QUERIES]);
                    System.arraycopy(measured, 0, all, round * QUERIES, QUERIES);
                }
            }
        }
        double base = median(Objects.requireNonNull(nanos.get("nobody")));
        for (String name : subjects.keySet()) {
            double own = median(Objects.requireNonNull(nanos.get(name)));
            System.out.printf(Locale.ROOT, "%s: %.0f ns, %+.1f %%%n", name, own, (own / base - 1) * 100);
        }
    }

    private static long[] queries(DataSource dataSource) throws SQLException {
        long[] nanos = new long[QUERIES];
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT balance FROM t_account WHERE user_id = ?")) {
            for (int i = 0; i < QUERIES; i++) {
                long start = System.nanoTime();
                query.setLong(1, i);
                try (ResultSet rows = query.executeQuery()) {
                    rows.next();
                }
                nanos[i] = System.nanoTime() - start;
            }
        }
        return nanos;
    }

    private static double median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
