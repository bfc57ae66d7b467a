package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

/** The health of the rule that all instances keep to. */
class RuleHealthTest {
    private static final String NAME = "shardingRuleHealthIndicator";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ShardingAutoConfiguration.class, ShardingHealthAutoConfiguration.class))
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=" + H2.url(),
                    "sharding.data-sources.ds1.url=" + H2.url(),
                    "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order",
                    "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                    "sharding.tables.t_order.database-strategy.algorithm=modulo",
                    "sharding.algorithms.modulo.type=mod",
                    "sharding.rule-store.poll=100ms",
                    "sharding.rule-store.instance=shop-1");

    private static Health health(HealthIndicator indicator) {
        return Objects.requireNonNull(indicator.health(true));
    }

    @Test
    void tellsThatThisInstanceCannotTakeTheNewestRule() {
        runner.run(context -> {
            HealthIndicator indicator = context.getBean(NAME, HealthIndicator.class);
            assertThat(health(indicator).getStatus()).isEqualTo(Status.UP);
            assertThat(health(indicator).getDetails())
                    .containsEntry("epoch", 1L)
                    .containsEntry("outdated", List.of())
                    .doesNotContainKey("problem");
            new JdbcTemplate(context.getBean("ds0", DataSource.class))
                    .update("INSERT INTO sharding_rule SELECT 2, state, 'other', REPLACE(rule_text, 'ds1', 'ds9'),"
                            + " made_by, made_at, holder, expires_at, request, operation FROM sharding_rule");
            long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (!health(indicator).getDetails().get("outdated").equals(List.of("shop-1"))) {
                assertThat(System.nanoTime())
                        .as("%s", health(indicator).getDetails())
                        .isLessThan(until);
                Thread.sleep(10);
            }
            assertThat(health(indicator).getStatus()).isEqualTo(Status.UNKNOWN);
            assertThat(health(indicator).getDetails()).containsEntry("epoch", 1L);
            assertThat(health(indicator).getDetails().get("problem").toString()).contains("ds9");
        });
    }

    @Test
    void isUpWithoutARuleStore() {
        runner.withPropertyValues("sharding.rule-store.mode=off").run(context -> assertThat(
                        health(context.getBean(NAME, HealthIndicator.class)).getStatus())
                .isEqualTo(Status.UP));
    }

    @Test
    void canBeSwitchedOffAlone() {
        runner.withPropertyValues("management.health.sharding-rule.enabled=false")
                .run(context ->
                        assertThat(context).doesNotHaveBean(NAME).hasBean("shardingTransactionsHealthIndicator"));
    }
}
