package io.shardkit.boot.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.TracingObservationHandler;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.observe.StatementListener;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationRegistryCustomizer;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

class ShardingMetricsAutoConfigurationTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionAutoConfiguration.class))
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=" + url(),
                    "sharding.data-sources.ds1.url=" + url(),
                    "sharding.heat.enabled=true",
                    "sharding.statements.enabled=true",
                    "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order",
                    "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                    "sharding.tables.t_order.database-strategy.algorithm=modulo",
                    "sharding.algorithms.modulo.type=mod",
                    "sharding.tables.t_order.key-generate-strategy.column=id",
                    "sharding.tables.t_order.key-generate-strategy.generator=order-keys",
                    "sharding.key-generators.order-keys.type=snowflake",
                    "sharding.key-generators.order-keys.props.worker-id=lease",
                    "sharding.key-generators.order-keys.props.create-table=true");

    private static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";
    }

    /** Statements of every way, a refusal, and a commit. */
    private static void use(ApplicationContext context) {
        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
        jdbc.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, name VARCHAR(20))");
        context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
            for (long user = 1; user <= 4; user++) {
                jdbc.update("INSERT INTO t_order VALUES (?, ?, 'a')", user, user);
            }
        });
        assertThat(jdbc.queryForList("SELECT name FROM t_order WHERE user_id = ?", String.class, 1L))
                .hasSize(1);
        assertThat(jdbc.queryForList("SELECT id FROM t_order ORDER BY id", Long.class))
                .hasSize(4);
        assertThat(jdbc.queryForList("SELECT RANK() OVER (ORDER BY name) FROM t_order", Long.class))
                .hasSize(4);
        assertThatThrownBy(() -> jdbc.update("DELETE FROM t_order")).isInstanceOf(DataAccessException.class);
    }

    private static double count(MeterRegistry meters, ShardingMetric metric, String... keyValues) {
        Meter meter = meters.get(metric.meterName()).tags(keyValues).meter();
        return meter.measure().iterator().next().getValue();
    }

    @Test
    void countsWhatTheEngineTellsWhenThereIsARegistry() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> {
            use(context);
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(count(
                            meters,
                            ShardingMetric.QUERY,
                            "sharding.operation",
                            "query",
                            "sharding.way",
                            "one_unit",
                            "error.type",
                            "none"))
                    .isEqualTo(1);
            assertThat(meters.get("sharding.query.units")
                            .tags("sharding.way", "scatter", "sharding.operation", "query")
                            .summary()
                            .totalAmount())
                    .isEqualTo(2);
            assertThat(meters.get("sharding.merge.rows").summary().totalAmount())
                    .isEqualTo(4);
            assertThat(meters.get("sharding.gather.rows").summary().totalAmount())
                    .isEqualTo(4);
            assertThat(count(meters, ShardingMetric.REFUSALS, "sharding.refusal", "SK-2041"))
                    .isEqualTo(1);
            assertThat(count(
                            meters,
                            ShardingMetric.COMMIT,
                            "sharding.commit.mode",
                            "best_effort",
                            "sharding.commit.outcome",
                            "committed"))
                    .isPositive();
            assertThat(count(
                            meters,
                            ShardingMetric.SHARD_CALL,
                            "sharding.data.source",
                            "ds1",
                            "sharding.outcome",
                            "success"))
                    .isGreaterThan(2);
            assertThat(count(meters, ShardingMetric.PLAN_CACHE_SIZE)).isGreaterThan(3);
            assertThat(count(meters, ShardingMetric.REACHABLE, "sharding.data.source", "ds0"))
                    .isEqualTo(1);
            assertThat(count(meters, ShardingMetric.LEASE_REMAINING, "sharding.key.generator", "order-keys"))
                    .isBetween(1.0, 27.0);
            assertThat(count(meters, ShardingMetric.PLAN_REQUESTS, "sharding.plan.result", "miss"))
                    .isGreaterThan(5);
            assertThat(meters.get("sharding.statement")
                            .tag("db.query.summary", "INSERT t_order")
                            .functionTimer()
                            .count())
                    .isEqualTo(4);
            assertThat(meters.get("sharding.statement.rows")
                            .tag("db.query.summary", "SELECT t_order")
                            .functionCounter()
                            .count())
                    .isEqualTo(9);
            assertThat(meters.get("sharding.statement.errors")
                            .tag("db.query.summary", "DELETE t_order")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            assertNamesAndKeys(meters);
        });
    }

    @Test
    void timersHaveHistogramsWithOneProperty() {
        ApplicationContextRunner metered = runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new);
        metered.run(context -> assertThat(context).doesNotHaveBean("shardingHistograms"));
        metered.withPropertyValues("sharding.metrics.histograms=true").run(context -> {
            MeterFilter filter = context.getBean("shardingHistograms", MeterFilter.class);
            DistributionStatisticConfig nothing =
                    DistributionStatisticConfig.builder().build();
            assertThat(configured(filter, "sharding.query", Meter.Type.TIMER, nothing))
                    .isTrue();
            assertThat(configured(filter, "http.server.requests", Meter.Type.TIMER, nothing))
                    .isNull();
            assertThat(configured(filter, "sharding.merge.rows", Meter.Type.DISTRIBUTION_SUMMARY, nothing))
                    .isNull();
            // What Spring Boot's own properties say wins.
            DistributionStatisticConfig off = DistributionStatisticConfig.builder()
                    .percentilesHistogram(false)
                    .build();
            assertThat(configured(filter, "sharding.query", Meter.Type.TIMER, off))
                    .isFalse();
        });
    }

    private static @Nullable Boolean configured(
            MeterFilter filter, String name, Meter.Type type, DistributionStatisticConfig before) {
        DistributionStatisticConfig after =
                filter.configure(new Meter.Id(name, Tags.empty(), null, null, type), before);
        return Objects.requireNonNull(after).isPercentileHistogram();
    }

    /** All are there but those of replicas, and none has other keys. */
    private static void assertNamesAndKeys(MeterRegistry meters) {
        Set<String> names = new TreeSet<>();
        for (Meter meter : meters.getMeters()) {
            Meter.Id id = meter.getId();
            if (!id.getName().startsWith("sharding.")) {
                continue;
            }
            names.add(id.getName());
            ShardingMetric metric = Arrays.stream(ShardingMetric.values())
                    .filter(each -> each.meterName().equals(id.getName()))
                    .findAny()
                    .orElseThrow();
            assertThat(id.getType()).isEqualTo(metric.type());
            assertThat(id.getTags().stream().map(Tag::getKey).collect(Collectors.toSet()))
                    .isEqualTo(new HashSet<>(
                            metric.keys().stream().map(MetricKey::key).toList()));
        }
        assertThat(names)
                .isEqualTo(Arrays.stream(ShardingMetric.values())
                        .filter(metric -> metric != ShardingMetric.REPLICA_READS)
                        .map(ShardingMetric::meterName)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void observesStatementsAndTimesThemOnceWhenThereAreObservations() {
        List<String> current = Collections.synchronizedList(new ArrayList<>());
        ObservationRegistry observations = ObservationRegistry.create();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        observations
                .observationConfig()
                .observationHandler(new DefaultMeterObservationHandler(meters))
                .observationHandler(new ObservationHandler<>() {
                    @Override
                    public boolean supportsContext(Observation.Context context) {
                        return true;
                    }

                    @Override
                    public void onStop(Observation.Context context) {
                        current.add(String.valueOf(context.getContextualName()));
                    }
                });
        List<Boolean> within = Collections.synchronizedList(new ArrayList<>());
        StatementListener listener = new StatementListener() {
            @Override
            public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
                within.add(observations.getCurrentObservation() != null);
            }
        };
        runner.withBean(MeterRegistry.class, () -> meters)
                .withBean(ObservationRegistry.class, () -> observations)
                .withBean("listener", StatementListener.class, () -> listener)
                .run(context -> {
                    use(context);
                    assertThat(current).contains("SELECT t_order", "INSERT t_order", "DELETE t_order");
                    assertThat(observations.getCurrentObservation()).isNull();
                    assertThat(within).contains(true);
                    assertThat(meters.get("sharding.query")
                                    .tags("sharding.way", "one_unit", "sharding.operation", "query")
                                    .timer()
                                    .count())
                            .isEqualTo(1);
                });
    }

    /** Calls on helper threads as well. */
    @Test
    void callsAreChildrenOfTheirStatement() {
        List<String> calls = Collections.synchronizedList(new ArrayList<>());
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Thread own = Thread.currentThread();
        AtomicReference<@Nullable CountDownLatch> helped = new AtomicReference<>();
        ObservationRegistry observations = ObservationRegistry.create();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        observations
                .observationConfig()
                .observationHandler(new DefaultMeterObservationHandler(meters))
                .observationHandler(new ObservationHandler<>() {
                    @Override
                    public boolean supportsContext(Observation.Context context) {
                        return context.getName().equals("sharding.shard.call");
                    }

                    /** A call of the test's own thread waits for one of a helper, which it might be done before. */
                    @Override
                    public void onStart(Observation.Context context) {
                        CountDownLatch started = helped.get();
                        if (started == null) {
                            return;
                        }
                        if (Thread.currentThread() == own) {
                            await(started);
                        } else {
                            started.countDown();
                        }
                    }

                    @Override
                    public void onStop(Observation.Context context) {
                        threads.add(Thread.currentThread());
                        calls.add(context.getContextualName() + " of "
                                + (context.getParentObservation() == null
                                        ? "nothing"
                                        : context.getParentObservation()
                                                .getContextView()
                                                .getName()));
                    }
                });
        runner.withBean(MeterRegistry.class, () -> meters)
                .withBean(ObservationRegistry.class, () -> observations)
                .run(context -> {
                    use(context);
                    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                    helped.set(new CountDownLatch(1));
                    jdbc.queryForList("SELECT id, name FROM t_order ORDER BY id");
                    helped.set(null);
                    for (int i = 0; i < 100; i++) {
                        jdbc.queryForList("SELECT id, name FROM t_order ORDER BY id");
                    }
                    assertThat(calls)
                            .contains("call ds0 of sharding.query", "call ds1 of sharding.query")
                            .doesNotContain("call ds0 of nothing", "call ds1 of nothing");
                    assertThat(threads).hasSizeGreaterThan(1);
                    assertThat(observations.getCurrentObservation()).isNull();
                    double timed =
                            meters.get("sharding.shard.call").tags("sharding.outcome", "success").timers().stream()
                                    .mapToLong(Timer::count)
                                    .sum();
                    assertThat(timed).isEqualTo(calls.size());
                });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    /** As Boot has it without traces. */
    @Test
    void timesWithoutObservationsWhereTheyWouldOnlyMakeMeters() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        ApplicationContextRunner metered = runner.withBean(MeterRegistry.class, () -> meters)
                .withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class))
                .withBean(
                        "meterHandler",
                        DefaultMeterObservationHandler.class,
                        () -> new DefaultMeterObservationHandler(meters));
        metered.run(context -> {
            use(context);
            assertThat(context).hasSingleBean(ObservationRegistry.class).doesNotHaveBean("shardingObservationListener");
            assertThat(meters.get("sharding.query").timers()).isNotEmpty();
            assertThat(meters.get("sharding.shard.call").timers()).isNotEmpty();
            assertThat(meters.find("sharding.query.active").longTaskTimers()).isEmpty();
        });
        metered.withBean(ObservationRegistryCustomizer.class, () ->
                        (ObservationRegistryCustomizer<ObservationRegistry>) registry -> {})
                .run(context -> assertThat(context).hasBean("shardingObservationListener"));
        metered.withBean(ObservationFilter.class, () -> context -> context)
                .run(context -> assertThat(context).hasBean("shardingObservationListener"));
        metered.withPropertyValues("management.observations.key-values.region=north")
                .run(context -> assertThat(context).hasBean("shardingObservationListener"));
        metered.withBean("other", ObservationHandler.class, () -> (ObservationHandler<Observation.Context>) any -> true)
                .run(context -> assertThat(context).hasBean("shardingObservationListener"));
    }

    /** As Boot has it with traces. */
    @Test
    void makesSpansOfWhatIsSampledAndTimesAllWithoutObservations() {
        traced(1).run(context -> {
            use(context);
            List<String> names = spans(context);
            assertThat(names).contains("SELECT t_order", "DELETE t_order", "call ds0", "call ds1");
            assertThat(context.getBean(FinishedSpans.class).all.stream()
                            .filter(span -> span.getName().equals("call ds0"))
                            .filter(span -> span.getParentSpanContext().isValid()))
                    .hasSize((int) names.stream().filter("call ds0"::equals).count());
            assertThat(names.stream().filter(name -> name.startsWith("SELECT ")).count())
                    .isEqualTo(timed(context, "query"));
            assertThat(context.getBean(MeterRegistry.class)
                            .find("sharding.query.active")
                            .longTaskTimers())
                    .isEmpty();
        });
    }

    @Test
    void spansBelongToTheSpanAround() {
        traced(1).run(context -> {
            use(context);
            Observation around = Observation.start("request", context.getBean(ObservationRegistry.class));
            around.scoped(() -> context.getBean(JdbcTemplate.class).queryForList("SELECT id FROM t_order ORDER BY id"));
            around.stop();
            List<SpanData> all = context.getBean(FinishedSpans.class).all;
            SpanData request = last(all, "request");
            SpanData query = last(all, "SELECT t_order");
            assertThat(query.getParentSpanId()).isEqualTo(request.getSpanId());
            assertThat(last(all, "call ds0").getParentSpanId()).isEqualTo(query.getSpanId());
            assertThat(last(all, "call ds1").getParentSpanId()).isEqualTo(query.getSpanId());
        });
    }

    @Test
    void callsTellTheirServer() throws SQLException {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        String address = "127.0.0.1:" + server.getPort() + "/mem:";
        try {
            traced(1)
                    .withPropertyValues("sharding.data-sources.ds1.url="
                            + url().replace("jdbc:h2:mem:", "jdbc:h2:tcp://" + address) + ";DB_CLOSE_DELAY=-1")
                    .run(context -> {
                        use(context);
                        List<SpanData> all = context.getBean(FinishedSpans.class).all;
                        assertThat(last(all, "call ds1").getAttributes().asMap().toString())
                                .contains(
                                        "server.address=127.0.0.1",
                                        "server.port=" + server.getPort(),
                                        "db.namespace=mem:",
                                        "db.system.name=h2database");
                        assertThat(last(all, "call ds0").getAttributes().asMap().toString())
                                .doesNotContain("server.address", "db.namespace");
                    });
        } finally {
            server.stop();
        }
    }

    private static SpanData last(List<SpanData> all, String name) {
        return all.stream()
                .filter(span -> span.getName().equals(name))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void makesNoSpansWhereTheTraceIsNotSampled() {
        traced(0).run(context -> {
            use(context);
            ObservationRegistry observations = context.getBean(ObservationRegistry.class);
            List<Boolean> kept = new ArrayList<>();
            Observation around = Observation.start("request", observations);
            around.scoped(() -> {
                JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                jdbc.update("INSERT INTO t_order (user_id, name) VALUES (9, 'b')");
                kept.add(jdbc.queryForList("SELECT id FROM t_order ORDER BY id").size() == 5);
                kept.add(observations.getCurrentObservation() == around);
            });
            around.stop();
            assertThat(kept).containsExactly(true, true);
            assertThat(observations.getCurrentObservation()).isNull();
            assertThat(context.getBean(FinishedSpans.class).all).isEmpty();
            assertThat(timed(context, "query")).isGreaterThanOrEqualTo(4);
            assertThat(context.getBean(MeterRegistry.class)
                            .get("sharding.shard.call")
                            .timers())
                    .isNotEmpty();
        });
    }

    @Test
    void observesWhereSpansNeedNotFollowTheirParents() {
        traced(1).run(context -> assertThat(context)
                .hasBean("shardingSpanListener")
                .doesNotHaveBean("shardingObservationListener"));
        traced(1)
                .withPropertyValues("management.opentelemetry.tracing.sampler=trace_id_ratio")
                .run(context -> assertThat(context)
                        .hasBean("shardingObservationListener")
                        .doesNotHaveBean("shardingSpanListener"));
        traced(1).withBean(Sampler.class, Sampler::alwaysOn).run(context -> assertThat(context)
                .hasBean("shardingObservationListener")
                .doesNotHaveBean("shardingSpanListener"));
    }

    /** A handler of the application's may name spans otherwise, and gets observations. */
    @Test
    void observesWhereTheApplicationMakesSpansItself() {
        traced(1)
                .withBean(
                        "spanHandler",
                        TracingObservationHandler.class,
                        () -> new DefaultTracingObservationHandler(io.micrometer.tracing.Tracer.NOOP))
                .run(context -> assertThat(context)
                        .hasBean("shardingObservationListener")
                        .doesNotHaveBean("shardingSpanListener"));
    }

    /** Names and attributes of spans, with observations and without. */
    @Test
    void spansAreTheSameWhicheverWayTheyAreMade() {
        List<List<String>> told = new ArrayList<>();
        for (ApplicationContextRunner each :
                List.of(traced(1), traced(1).withBean(ObservationFilter.class, () -> context -> context))) {
            each.run(context -> {
                use(context);
                told.add(context.getBean(FinishedSpans.class).all.stream()
                        .filter(span -> span.getName().matches("(SELECT|INSERT|call|DELETE) .*"))
                        .map(span -> span.getName() + " " + sorted(span) + " " + span.getStatus() + " "
                                + span.getKind() + " "
                                + span.getParentSpanContext().isValid())
                        .sorted()
                        .toList());
            });
        }
        assertThat(told.get(0)).hasSizeGreaterThan(10).isEqualTo(told.get(1));
    }

    private static Map<String, Object> sorted(SpanData span) {
        Map<String, Object> attributes = new TreeMap<>();
        span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), value));
        return attributes;
    }

    private ApplicationContextRunner traced(double share) {
        return runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(FinishedSpans.class)
                .withConfiguration(AutoConfigurations.of(
                        ObservationAutoConfiguration.class,
                        MicrometerTracingAutoConfiguration.class,
                        OpenTelemetrySdkAutoConfiguration.class,
                        OpenTelemetryTracingAutoConfiguration.class))
                .withPropertyValues("management.tracing.sampling.probability=" + share);
    }

    private static List<String> spans(ApplicationContext context) {
        return context.getBean(FinishedSpans.class).all.stream()
                .map(SpanData::getName)
                .toList();
    }

    /** Returns the number of timed statements with this operation. */
    private static long timed(ApplicationContext context, String operation) {
        return context
                .getBean(MeterRegistry.class)
                .get("sharding.query")
                .tags("sharding.operation", operation)
                .timers()
                .stream()
                .mapToLong(Timer::count)
                .sum();
    }

    /** Keeps what OpenTelemetry would send. */
    static final class FinishedSpans implements SpanProcessor {
        private final List<SpanData> all = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            all.add(span.toSpanData());
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }

    @Test
    void countsCommitsOfAutocommit() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> {
            use(context);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            jdbc.update("UPDATE t_order SET name = 'b' WHERE user_id = ?", 1L);
            jdbc.batchUpdate("UPDATE t_order SET name = ? WHERE user_id = 1", List.<Object[]>of(new Object[] {"c"}));
            jdbc.queryForList("SELECT name FROM t_order WHERE user_id = 1");
            // The first is CREATE TABLE, which each database commits by itself.
            assertThat(meters.get("sharding.commit")
                            .tags("sharding.commit.mode", "autocommit", "sharding.commit.outcome", "committed")
                            .timer()
                            .count())
                    .isEqualTo(3);
        });
    }

    @Test
    void staysAwayWhenThereIsNoRegistry() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(StatementListener.class));
        runner.withClassLoader(new FilteredClassLoader(MeterRegistry.class, ObservationRegistry.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(StatementListener.class));
    }
}
