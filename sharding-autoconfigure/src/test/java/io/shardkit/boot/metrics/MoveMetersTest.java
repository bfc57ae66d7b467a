package io.shardkit.boot.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MoveRequest;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

/** Meters of the rule, its instances and moves. */
class MoveMetersTest {
    private static final int ROWS = 40;
    private static final String PHASE = "sharding.move.phase";
    private static final String OUTCOME = "sharding.move.outcome";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=" + url(),
                    "sharding.data-sources.ds1.url=" + url(),
                    "sharding.tables.t_order.actual-data-nodes=ds0.t_order_{0..1}",
                    "sharding.tables.t_order.table-strategy.sharding-column=user_id",
                    "sharding.tables.t_order.table-strategy.algorithm=modulo",
                    "sharding.algorithms.modulo.type=mod",
                    "sharding.unique-keys.without-sharding-column=accept",
                    "sharding.rule-store.poll=100ms");

    private static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";
    }

    private static double gauge(MeterRegistry meters, ShardingMetric metric, String... tags) {
        return meters.get(metric.meterName()).tags(tags).gauge().value();
    }

    private static void await(BooleanSupplier there) throws InterruptedException {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!there.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.sleep(10);
        }
    }

    @Test
    void countMovesWithoutAskingADatabase() {
        runner.run(context -> {
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            for (int i = 0; i < ROWS; i++) {
                jdbc.update("INSERT INTO t_order VALUES (?, ?)", i, i);
            }
            assertThat(gauge(meters, ShardingMetric.RULE_EPOCH)).isEqualTo(1);
            assertThat(gauge(meters, ShardingMetric.RULE_MEMBERS, "sharding.member.state", "running"))
                    .isEqualTo(1);
            assertThat(gauge(meters, ShardingMetric.MOVES, PHASE, "ready")).isZero();
            ShardingDataSource dataSource = context.getBean(ShardingDataSource.class);
            String id = dataSource
                    .moves()
                    .start(MoveRequest.of(List.of("ds0.t_order_1"), "ds1").switchedByHand());
            await(() -> gauge(meters, ShardingMetric.MOVES, PHASE, "ready") == 1);
            assertThat(gauge(meters, ShardingMetric.MOVE_JOURNAL)).isZero();
            assertThat(gauge(meters, ShardingMetric.MOVE_LAG)).isZero();
            assertThat(meters.get(ShardingMetric.MOVE_ROWS.meterName())
                            .functionCounter()
                            .count())
                    .isEqualTo(ROWS / 2.0);
            heldUp(context.getBean("ds0", DataSource.class), () -> {
                dataSource.moves().switchNow(id);
                await(() -> meters.get("sharding.move.pause")
                                .tags(OUTCOME, "undone")
                                .timer()
                                .count()
                        > 0);
            });
            await(() -> gauge(meters, ShardingMetric.MOVES, PHASE, "switched") == 1);
            await(() -> gauge(meters, ShardingMetric.RULE_EPOCH) == 2);
            assertThat(meters.get("sharding.move.pause")
                            .tags(OUTCOME, "switched")
                            .timer()
                            .count())
                    .isEqualTo(1);
            dataSource.close();
            assertThat(gauge(meters, ShardingMetric.RULE_EPOCH)).isZero();
            assertThat(gauge(meters, ShardingMetric.MOVES, PHASE, "switched")).isZero();
        });
    }

    /** Something that fails. */
    private interface Step {
        void run() throws Exception;
    }

    /** A transaction past Shardkit holds the table, so that it cannot be fenced. */
    private static void heldUp(DataSource pool, Step step) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t_order_1 SET id = id WHERE user_id = 1");
            step.run();
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }
}
