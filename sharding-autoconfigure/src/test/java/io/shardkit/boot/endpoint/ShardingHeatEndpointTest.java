package io.shardkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.metrics.ShardingMetricsAutoConfiguration;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.HeatState;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

class ShardingHeatEndpointTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingEndpointAutoConfiguration.class,
                    ShardingMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=" + url(),
                    "sharding.data-sources.ds1.url=" + url(),
                    "sharding.tables.t_order.actual-data-nodes=ds0.t_order_{0..1},ds1.t_order_{2..3}",
                    "sharding.tables.t_order.table-strategy.sharding-column=user_id",
                    "sharding.tables.t_order.table-strategy.algorithm=modulo",
                    "sharding.algorithms.modulo.type=mod",
                    "sharding.unique-keys.without-sharding-column=accept",
                    "management.endpoints.web.exposure.include=shardingheat");

    private static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";
    }

    private static void insert(JdbcTemplate jdbc, int id, int user) {
        jdbc.update("INSERT INTO t_order VALUES (?, ?)", id, user);
    }

    @Test
    void tellsTheTrafficWhenItIsCounted() {
        runner.withPropertyValues(
                        "sharding.heat.enabled=true",
                        "sharding.heat.sample=1",
                        "sharding.heat.interval=1h",
                        "sharding.heat.keys=50",
                        "sharding.heat.table=own_heat")
                .run(context -> {
                    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                    jdbc.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
                    for (int i = 0; i < 4; i++) {
                        insert(jdbc, i, i == 0 ? 2 : 5);
                    }
                    HeatState state =
                            context.getBean(ShardingHeatEndpoint.class).heat();
                    assertThat(state.enabled()).isTrue();
                    HeatState.Table table = state.tables().get(0);
                    assertThat(table.keys().get(0).value()).isEqualTo("5");
                    assertThat(table.keys().get(0).share()).isCloseTo(0.75, within(1e-9));
                    assertThat(table.skew()).isCloseTo(3, within(1e-9));
                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    assertThat(meters.get("sharding.heat.skew")
                                    .tag("sharding.table", "t_order")
                                    .gauge())
                            .isNotNull();
                    // No value of a row gets into a tag.
                    assertThat(meters.getMeters())
                            .extracting(Meter::getId)
                            .filteredOn(id -> id.getName().startsWith("sharding.heat"))
                            .hasSize(3)
                            .allSatisfy(id -> assertThat(id.getTags()).hasSize(1));
                });
    }

    @Test
    void tellsNothingWhenNothingIsCounted() {
        runner.run(context -> {
            assertThat(context.getBean(ShardingHeatEndpoint.class).heat()).isEqualTo(HeatState.NONE);
            assertThat(context.getBean(ShardingDataSource.class).heat().enabled())
                    .isFalse();
            assertThat(context.getBean(MeterRegistry.class).getMeters())
                    .noneMatch(meter -> meter.getId().getName().startsWith("sharding.heat"));
        });
    }

    @Test
    void refusesSettingsThatAreNone() {
        runner.withPropertyValues("sharding.heat.enabled=true", "sharding.heat.sample=0")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("sharding.heat.sample"));
    }
}
