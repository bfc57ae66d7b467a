package io.shardkit.benchmarks.speed;

import com.sun.management.ThreadMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.endpoint.ShardingEndpointAutoConfiguration;
import io.shardkit.boot.metrics.ShardingMetricsAutoConfiguration;
import io.shardkit.observe.StatementListener;
import io.shardkit.testing.TestDatabase;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Measures a query by the sharding key on MariaDB without a listener, and with a listener, with meters, and with traces
 * as Spring Boot configures them, in turns. Prints of each the median time, and how much it takes more than the first: of
 * that time, of processor time, which other processes disturb less, and of memory.
 */
public final class ObservedSpeed {
    private static final int ROUNDS = 120;
    private static final int REQUESTS = 20;
    private static final int QUERIES = 10;
    private static final int WARM_UP = 50;
    private static final int ROWS = 1_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private ObservedSpeed() {}

    /** Configures Shardkit without a listener. */
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

    /** With Actuator's meters, and the endpoint. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ShardingAutoConfiguration.class,
        ShardingMetricsAutoConfiguration.class,
        ShardingEndpointAutoConfiguration.class,
        MetricsAutoConfiguration.class,
        CompositeMeterRegistryAutoConfiguration.class,
        SimpleMetricsExportAutoConfiguration.class,
        ObservationAutoConfiguration.class
    })
    static class Metered {}

    /** With traces as well. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        MicrometerTracingAutoConfiguration.class,
        OpenTelemetrySdkAutoConfiguration.class,
        OpenTelemetryTracingAutoConfiguration.class
    })
    static class Traced extends Metered {}

    /** With meters, and a handler of observations that is not known. */
    @Configuration(proxyBeanMethods = false)
    static class Observed extends Metered {
        @Bean
        ObservationHandler<Observation.Context> handler() {
            return context -> false;
        }
    }

    /** @param requests where queries run within an observation, as those of a request do, who makes it; else null */
    private record Subject(
            ConfigurableApplicationContext context, @Nullable ConfigurableApplicationContext requests, Taken taken) {}

    /** The time and the memory of all measured queries. */
    private static final class Taken {
        private final double[] rounds = new double[ROUNDS];
        private final double[] nanos = new double[REQUESTS * QUERIES];
        private int round;
        private int inRound;
        private int queries;
        private long processor;
        private long bytes;

        void ended() {
            rounds[round++] = median(nanos);
            inRound = 0;
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Measures on MariaDB. */
    public static void main(String[] arguments) throws SQLException {
        Map<String, Subject> subjects = new LinkedHashMap<>();
        try (HikariDataSource first = TestDatabase.MARIADB.create("observed0", 0);
                HikariDataSource second = TestDatabase.MARIADB.create("observed1", 1)) {
            for (HikariDataSource pool : List.of(first, second)) {
                Accounts.create(pool);
            }
            ConfigurableApplicationContext silent = start(Silent.class, first, second, 0);
            ConfigurableApplicationContext traced = start(Traced.class, first, second, 0.1);
            ConfigurableApplicationContext all = start(Traced.class, first, second, 1);
            subjects.put("no listener", new Subject(silent, null, new Taken()));
            subjects.put("no listener, once more", new Subject(silent, null, new Taken()));
            subjects.put(
                    "no listener, in requests of which 10 % are sampled", new Subject(silent, traced, new Taken()));
            subjects.put("no listener, in requests that are sampled", new Subject(silent, all, new Taken()));
            subjects.put("a listener", new Subject(start(Told.class, first, second, 0), null, new Taken()));
            subjects.put("meters", new Subject(start(Metered.class, first, second, 0), null, new Taken()));
            subjects.put("meters and traces, 10 % of requests", new Subject(traced, traced, new Taken()));
            subjects.put("meters and traces, 10 % of queries", new Subject(traced, null, new Taken()));
            subjects.put("meters and traces, all requests", new Subject(all, all, new Taken()));
            subjects.put(
                    "observations for others", new Subject(start(Observed.class, first, second, 0), null, new Taken()));
            Accounts.insert(silent.getBean(DataSource.class), ROWS);
            report(subjects);
            subjects.values().stream().map(Subject::context).distinct().forEach(ConfigurableApplicationContext::close);
        }
        System.exit(0);
    }

    private static ConfigurableApplicationContext start(
            Class<?> application, HikariDataSource first, HikariDataSource second, double sampled) {
        List<String> properties = new ArrayList<>(List.of(
                "spring.main.banner-mode=off",
                "logging.level.root=warn",
                "management.tracing.sampling.probability=" + sampled,
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

    private static void report(Map<String, Subject> subjects) throws SQLException {
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            List<Subject> turn = new ArrayList<>(subjects.values());
            Collections.rotate(turn, Math.floorMod(round, turn.size()));
            for (Subject subject : turn) {
                queries(subject, round >= 0);
                if (round >= 0) {
                    subject.taken().ended();
                }
            }
        }
        Taken first = Objects.requireNonNull(subjects.get("no listener")).taken();
        double base = median(first.rounds);
        subjects.forEach((name, subject) -> {
            Taken taken = subject.taken();
            double[] ratios = new double[ROUNDS];
            Arrays.setAll(ratios, i -> taken.rounds[i] / first.rounds[i]);
            double processor = (double) (taken.processor - first.processor) / taken.queries;
            System.out.printf(
                    Locale.ROOT,
                    "%s: %.0f ns, %+.1f %%; processor %+.0f ns, %+.1f %% of that time; %+d bytes%n",
                    name,
                    median(taken.rounds),
                    (median(ratios) - 1) * 100,
                    processor,
                    processor / base * 100,
                    (taken.bytes - first.bytes) / taken.queries);
        });
    }

    private static void queries(Subject subject, boolean measured) throws SQLException {
        try (Connection connection = subject.context().getBean(DataSource.class).getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT balance FROM t_account WHERE user_id = ?")) {
            for (int i = 0; i < REQUESTS; i++) {
                ConfigurableApplicationContext requests = subject.requests();
                if (requests != null) {
                    ObservationRegistry registry = requests.getBean(ObservationRegistry.class);
                    Observation request = Observation.start("request", registry);
                    request.scopedChecked(() -> request(query, subject.taken(), measured));
                    request.stop();
                } else {
                    request(query, subject.taken(), measured);
                }
            }
        }
    }

    private static void request(PreparedStatement query, Taken taken, boolean measured) throws SQLException {
        long[] nanos = new long[QUERIES];
        long processor = THREADS.getCurrentThreadCpuTime();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < QUERIES; i++) {
            long start = System.nanoTime();
            query.setLong(1, i);
            try (ResultSet rows = query.executeQuery()) {
                rows.next();
            }
            nanos[i] = System.nanoTime() - start;
        }
        if (measured) {
            taken.bytes += THREADS.getCurrentThreadAllocatedBytes() - bytes;
            taken.processor += THREADS.getCurrentThreadCpuTime() - processor;
            for (long each : nanos) {
                taken.nanos[taken.inRound++] = each;
            }
            taken.queries += QUERIES;
        }
    }
}
