package io.shardkit.boot.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.observe.StatementListener;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.mock.env.MockEnvironment;

class ShardingLogAutoConfigurationTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(StatementLog.NAME);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingLogAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class))
            .withPropertyValues(properties());

    private static String[] properties() {
        return new String[] {
            "sharding.data-sources.ds0.url=" + url(),
            "sharding.data-sources.ds1.url=" + url(),
            "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order",
            "sharding.unique-keys.without-sharding-column=accept",
            "sharding.tables.t_order.database-strategy.sharding-column=user_id",
            "sharding.tables.t_order.database-strategy.algorithm=modulo",
            "sharding.algorithms.modulo.type=mod"
        };
    }

    private static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";
    }

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    private void run(Consumer<JdbcTemplate> statements, String... properties) {
        runner.withPropertyValues(properties).run(context -> {
            assertThat(context).hasNotFailed();
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, name VARCHAR(20))");
            lines.list.clear();
            statements.accept(jdbc);
        });
    }

    private List<String> keyValues() {
        return lines.list.stream()
                .flatMap(line -> line.getKeyValuePairs().stream())
                .map(pair -> pair.key + "=" + pair.value)
                .toList();
    }

    @Test
    void writesNothingUnlessItIsAsked() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(StatementListener.class));
        runner.withPropertyValues("sharding.log.values=true", "sharding.log.statements=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(StatementListener.class));
    }

    @Test
    void writesWideStatementsWithoutValues() {
        run(
                jdbc -> {
                    jdbc.queryForList("SELECT id FROM t_order WHERE user_id = 1 AND name = 'Ada'");
                    jdbc.queryForList("SELECT id FROM t_order WHERE name = 'Ada' /* Ada */");
                },
                "sharding.log.wide=2");
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage())
                    .startsWith("Wide statement, query scatter, units 2, ")
                    .endsWith(": SELECT id FROM t_order WHERE name = ?");
        });
        assertThat(keyValues())
                .contains(
                        "sharding.operation=query",
                        "sharding.way=scatter",
                        "sharding.units=2",
                        "sharding.planned=true",
                        "db.query.text=SELECT id FROM t_order WHERE name = ?")
                .noneMatch(pair -> pair.contains("Ada"));
    }

    @Test
    void writesSlowStatementsAndRefusals() {
        run(
                jdbc -> {
                    jdbc.queryForList("SELECT id FROM t_order WHERE user_id = ?", 1L);
                    assertThat(catchRefusal(jdbc)).isNotNull();
                },
                "sharding.log.slow=0ms");
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("Slow statement, query one_unit, units 1, "),
                        two -> assertThat(two).contains(", error SK-2041: DELETE FROM t_order"));
        assertThat(keyValues()).contains("error.type=SK-2041");
        lines.list.clear();
        run(jdbc -> jdbc.queryForList("SELECT id FROM t_order WHERE user_id = 1"), "sharding.log.slow=1h");
        assertThat(lines.list).isEmpty();
    }

    private static Exception catchRefusal(JdbcTemplate jdbc) {
        return org.assertj.core.api.Assertions.catchException(() -> jdbc.update("DELETE FROM t_order"));
    }

    @Test
    void writesLogicalAndActualTextsAtDebug() {
        Consumer<JdbcTemplate> query =
                jdbc -> jdbc.queryForList("SELECT id FROM t_order WHERE user_id = 1 AND name = 'Ada'");
        run(query, "sharding.log.statements=true");
        assertThat(lines.list).isEmpty();
        logger.setLevel(Level.DEBUG);
        run(query, "sharding.log.statements=true");
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        actual -> assertThat(actual)
                                .startsWith("Actual statement on ds1, ")
                                .endsWith(": SELECT id FROM t_order WHERE user_id = ? AND name = ?"),
                        logical -> assertThat(logical)
                                .startsWith("Logical statement, query one_unit, units 1, ")
                                .endsWith(": SELECT id FROM t_order WHERE user_id = ? AND name = ?"));
        lines.list.clear();
        run(query, "sharding.log.statements=true", "sharding.log.values=true");
        assertThat(lines.list).allSatisfy(line -> assertThat(line.getFormattedMessage())
                .endsWith(": SELECT id FROM t_order WHERE user_id = 1 AND name = 'Ada'"));
    }

    @ParameterizedTest
    @CsvSource({"slow,-1s,is less than 0", "wide,0,0 is less than 1"})
    void stopsTheStartForWrongThresholds(String name, String value, String why) {
        runner.withPropertyValues("sharding.log." + name + "=" + value).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContainingAll("sharding.log." + name, why));
    }

    @Test
    void isOneLineOfBootsStructuredLogging() {
        LoggerContext loggers = new LoggerContext();
        run(jdbc -> jdbc.queryForList("SELECT id FROM t_order WHERE name = 'Ada'"), "sharding.log.wide=2");
        StructuredLogEncoder encoder = new StructuredLogEncoder();
        loggers.putObject(Environment.class.getName(), new MockEnvironment());
        try {
            encoder.setContext(loggers);
            encoder.setFormat("logstash");
            encoder.start();
            assertThat(new String(encoder.encode(lines.list.get(0)), StandardCharsets.UTF_8))
                    .startsWith("{")
                    .containsOnlyOnce("\n")
                    .contains("\"sharding.units\":2", "\"sharding.way\":\"scatter\"")
                    .contains("\"db.query.text\":\"SELECT id FROM t_order WHERE name = ?\"");
        } finally {
            encoder.stop();
        }
    }
}
