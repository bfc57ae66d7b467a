package io.shardkit.frameworks.traced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** datasource-micrometer on the pools, and the bridge to OpenTelemetry: what spans and meters come of one statement. */
class TracingTest {
    private static final String LAST = "last";
    private static final String SCATTER = "SELECT id FROM t_note ORDER BY id";
    private static final List<HikariDataSource> DATABASES = new ArrayList<>();

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Notes {
        @Bean
        Spans spans() {
            return new Spans();
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    /** Keeps what is exported. */
    static final class Spans implements SpanExporter {
        private final List<SpanData> kept = new CopyOnWriteArrayList<>();

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            kept.addAll(spans);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    /** @param more settings besides those of the shards */
    private static ConfigurableApplicationContext started(String... more) throws SQLException {
        List<String> settings = new ArrayList<>(List.of(
                "--spring.main.web-application-type=none",
                "--management.tracing.sampling.probability=1.0",
                "--management.tracing.export.enabled=true",
                "--jdbc.datasource-proxy.enabled=true",
                "--sharding.tables.t_note.actual-data-nodes=ds{0..1}.t_note",
                "--sharding.tables.t_note.database-strategy.sharding-column=id",
                "--sharding.tables.t_note.database-strategy.algorithm=modulo",
                "--sharding.algorithms.modulo.type=mod",
                // Its looks at the rule are measured as well.
                "--sharding.rule-store.mode=off"));
        for (int i = 0; i < 2; i++) {
            HikariDataSource database = TestDatabase.H2.create("traced" + i);
            DATABASES.add(database);
            settings.add("--sharding.data-sources.ds" + i + ".url=" + database.getJdbcUrl());
            settings.add("--sharding.data-sources.ds" + i + ".username=sa");
        }
        settings.addAll(List.of(more));
        ConfigurableApplicationContext started =
                new SpringApplicationBuilder(Notes.class).run(settings.toArray(new String[0]));
        JdbcTemplate jdbc = started.getBean(JdbcTemplate.class);
        jdbc.execute("CREATE TABLE t_note (id BIGINT PRIMARY KEY)");
        jdbc.update("INSERT INTO t_note VALUES (1), (2)");
        // Whatever has to be read of the tables is known now.
        jdbc.queryForList(SCATTER);
        return started;
    }

    @AfterAll
    static void close() {
        DATABASES.forEach(HikariDataSource::close);
    }

    @Test
    void statementOverTwoShardsIsOneTraceWithoutAnythingDoubled() throws SQLException {
        try (ConfigurableApplicationContext application = started()) {
            // Twice, as a span that were left open would be the parent of the next statement.
            for (int i = 0; i < 2; i++) {
                assertOneTrace(scattered(application));
                assertThat(Span.current().getSpanContext().isValid()).isFalse();
            }
        }
    }

    private static void assertOneTrace(List<SpanData> spans) {
        assertThat(spans)
                .extracting(SpanData::getTraceId)
                .containsOnly(spans.get(0).getTraceId());
        SpanData statement = only(spans, span -> !span.getParentSpanContext().isValid());
        assertThat(statement.getName()).isEqualTo("SELECT t_note");
        assertThat(named(spans, "SELECT t_note")).hasSize(1);
        for (String dataSource : List.of("ds0", "ds1")) {
            SpanData call = only(spans, span -> span.getName().equals("call " + dataSource));
            assertThat(call.getParentSpanId()).isEqualTo(statement.getSpanId());
            SpanData jdbc = only(named(spans, "query"), span -> dataSource.equals(dataSource(span)));
            assertThat(jdbc.getParentSpanId()).isEqualTo(call.getSpanId());
        }
        for (String name : List.of("query", "connection")) {
            assertThat(named(spans, name)).extracting(TracingTest::dataSource).containsExactlyInAnyOrder("ds0", "ds1");
        }
        assertThat(spans).hasSize(1 + 2 + 2 * 2);
    }

    @Test
    void eachStatementIsMeasuredOnce() throws SQLException {
        try (ConfigurableApplicationContext application = started()) {
            MeterRegistry meters = application.getBean(MeterRegistry.class);
            List<Long> before = counts(meters);
            application.getBean(JdbcTemplate.class).queryForList(SCATTER);
            List<Long> after = counts(meters);
            for (int i = 0; i < after.size(); i++) {
                assertThat(after.get(i) - before.get(i)).as("timer %d", i).isEqualTo(1);
            }
            assertThat(meters.find("jdbc.query").timers())
                    .extracting(timer -> timer.getId().getTag("jdbc.datasource.name"))
                    .containsOnly("ds0", "ds1");
        }
    }

    /** Of the statement, and of each data source the calls of the engine and of the library. */
    private static List<Long> counts(MeterRegistry meters) {
        List<Long> counts = new ArrayList<>();
        counts.add(meters.get("sharding.query")
                .tag("sharding.way", "scatter")
                .tag("sharding.operation", "query")
                .timer()
                .count());
        for (String dataSource : List.of("ds0", "ds1")) {
            counts.add(meters.get("sharding.shard.call")
                    .tag("sharding.data.source", dataSource)
                    .timer()
                    .count());
            counts.add(meters.get("jdbc.query")
                    .tag("jdbc.datasource.name", dataSource)
                    .timer()
                    .count());
        }
        return counts;
    }

    /** By the conventions for databases, and without the values, one of which is in the database's message. */
    @Test
    void statementsAreSpansOfClientsWithoutValues() throws SQLException {
        try (ConfigurableApplicationContext application = started()) {
            JdbcTemplate jdbc = application.getBean(JdbcTemplate.class);
            taken(application);
            jdbc.queryForList("SELECT id FROM t_note WHERE id = 4711");
            assertThat(json(statement(application)))
                    .isEqualTo("{name: SELECT t_note, kind: CLIENT, error: false, exceptions: 0, attributes: {"
                            + "db.collection.name: t_note, db.operation.name: SELECT, db.query.summary: SELECT t_note, "
                            + "db.query.text: SELECT id FROM t_note WHERE id = ?, db.system.name: h2database}}");
            assertThatThrownBy(() -> jdbc.update("INSERT INTO t_note VALUES (1)"))
                    .isInstanceOf(DataAccessException.class);
            SpanData failed = statement(application);
            assertThat(json(failed))
                    .isEqualTo("{name: INSERT t_note, kind: CLIENT, error: true, exceptions: 1, attributes: {"
                            + "db.collection.name: t_note, db.operation.name: INSERT, db.query.summary: INSERT t_note, "
                            + "db.query.text: INSERT INTO t_note VALUES (?), db.response.status_code: 23505, "
                            + "db.system.name: h2database, error.type: 23505}}");
            assertThat(failed.getEvents().get(0).getAttributes().toString() + failed.getStatus())
                    .contains("SQLSTATE 23505")
                    .doesNotContain("VALUES", "(1");
            assertThatThrownBy(() -> jdbc.update("UPDATE t_note SET id = id + 4711"))
                    .isInstanceOf(DataAccessException.class);
            SpanData refused = statement(application);
            String code = refused.getAttributes().get(AttributeKey.stringKey("error.type"));
            assertThat(code).startsWith("SK-");
            assertThat(refused.getStatus().getDescription()).startsWith(code + ": ");
            assertThat(json(refused))
                    .startsWith("{name: UPDATE t_note, kind: CLIENT, error: true, exceptions: 1, ")
                    .doesNotContain("status_code", "4711");
        }
    }

    /** The span of the only statement since the last time. */
    private static SpanData statement(ConfigurableApplicationContext application) {
        return only(
                taken(application), span -> span.getAttributes().get(AttributeKey.stringKey("sharding.way")) != null);
    }

    /** As it would be seen, without identifiers, times and what is Shardkit's own. */
    private static String json(SpanData span) {
        Map<String, Object> attributes = new TreeMap<>();
        span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), value));
        attributes.keySet().removeIf(key -> key.startsWith("sharding."));
        String all = attributes.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining(", "));
        return "{name: " + span.getName() + ", kind: " + span.getKind() + ", error: "
                + (span.getStatus().getStatusCode() == StatusCode.ERROR) + ", exceptions: "
                + span.getEvents().size() + ", attributes: {" + all + "}}";
    }

    @Test
    void whatTheApplicationExcludesStaysExcluded() throws SQLException {
        try (ConfigurableApplicationContext application = started("--jdbc.excluded-data-source-bean-names=ds1")) {
            assertThat(application.getBean("dataSource")).isInstanceOf(ShardingDataSource.class);
            List<SpanData> spans = scattered(application);
            assertThat(named(spans, "call ds1")).hasSize(1);
            assertThat(named(spans, "query"))
                    .extracting(TracingTest::dataSource)
                    .containsExactly("ds0");
        }
    }

    /** The spans of one statement. */
    private static List<SpanData> scattered(ConfigurableApplicationContext application) {
        taken(application);
        application.getBean(JdbcTemplate.class).queryForList(SCATTER);
        return taken(application);
    }

    /**
     * The spans that have ended since the last time. They are exported in the order in which they end, at moments that the
     * exporter chooses, and a flush soon after another one may get that one's answer and flush nothing: all are there as
     * soon as one is there that ended after them.
     */
    private static List<SpanData> taken(ConfigurableApplicationContext application) {
        List<SpanData> kept = application.getBean(Spans.class).kept;
        SdkTracerProvider provider = application.getBean(SdkTracerProvider.class);
        provider.get("test").spanBuilder(LAST).setNoParent().startSpan().end();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (named(kept, LAST).isEmpty() && System.nanoTime() < until) {
            provider.forceFlush().join(10, TimeUnit.SECONDS);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        List<SpanData> taken = new ArrayList<>(kept);
        assertThat(named(taken, LAST)).hasSize(1);
        taken.removeAll(named(taken, LAST));
        kept.clear();
        return taken;
    }

    private static List<SpanData> named(List<SpanData> spans, String name) {
        return spans.stream().filter(span -> span.getName().equals(name)).toList();
    }

    private static SpanData only(List<SpanData> spans, Predicate<SpanData> wanted) {
        List<SpanData> found = spans.stream().filter(wanted).toList();
        assertThat(found).as(spans.toString()).hasSize(1);
        return found.get(0);
    }

    private static @Nullable String dataSource(SpanData span) {
        return span.getAttributes().get(AttributeKey.stringKey("jdbc.datasource.name"));
    }
}
