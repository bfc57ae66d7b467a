package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.util.Objects;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.metrics.DataSourcePoolMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Boot's own health and metrics see each shard's pool. */
class ShardHealthTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceHealthContributorAutoConfiguration.class,
                    DataSourcePoolMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

    @Test
    void turnsTheStoppedShardAndNoOtherDownWhenAShardStops() throws Exception {
        Server ds0 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        Server ds1 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            runner.withPropertyValues(
                            "sharding.data-sources.ds0.url=" + url(ds0),
                            "sharding.data-sources.ds1.url=" + url(ds1),
                            "sharding.hikari.connection-timeout=3000",
                            "sharding.hikari.validation-timeout=300")
                    .run(context -> {
                        CompositeHealthContributor health =
                                context.getBean("dbHealthContributor", CompositeHealthContributor.class);
                        assertThat(status(health, "dataSource")).isEqualTo(Status.UP);
                        assertThat(status(health, "ds0")).isEqualTo(Status.UP);
                        assertThat(status(health, "ds1")).isEqualTo(Status.UP);
                        ds1.stop();
                        // A stopped server lets go of open connections at their next use
                        context.getBean("ds1", HikariDataSource.class)
                                .getHikariPoolMXBean()
                                .softEvictConnections();
                        assertThat(status(health, "ds0")).isEqualTo(Status.UP);
                        assertThat(status(health, "ds1")).isEqualTo(Status.DOWN);
                    });
        } finally {
            ds0.stop();
            ds1.stop();
        }
    }

    @Test
    void countsTheConnectionsOfEachPoolWhenMetricsArePresent() {
        runner.withPropertyValues(
                        "sharding.data-sources.ds0.url=" + H2.url(), "sharding.data-sources.ds1.url=" + H2.url())
                .run(context -> {
                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    try (Connection connection =
                            context.getBean("ds1", HikariDataSource.class).getConnection()) {
                        assertThat(connection.isValid(1)).isTrue();
                        assertThat(active(meters, "ds1")).isEqualTo(1);
                        assertThat(active(meters, "ds0")).isZero();
                    }
                    assertThat(meters.get("hikaricp.connections.active").gauges())
                            .hasSize(2);
                });
    }

    private static double active(MeterRegistry meters, String pool) {
        return meters.get("hikaricp.connections.active")
                .tag("pool", pool)
                .gauge()
                .value();
    }

    private static String url(Server server) {
        return "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:" + server.getPort() + ";DB_CLOSE_DELAY=-1";
    }

    private static Status status(CompositeHealthContributor health, String name) {
        HealthIndicator indicator = (HealthIndicator) Objects.requireNonNull(health.getContributor(name), name);
        return Objects.requireNonNull(indicator.health(false)).getStatus();
    }
}
