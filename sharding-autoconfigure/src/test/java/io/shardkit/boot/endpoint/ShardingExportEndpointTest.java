package io.shardkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.export.ExportEngine;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ShardingExportEndpointTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ShardingAutoConfiguration.class, ShardingEndpointAutoConfiguration.class))
            .withPropertyValues("sharding.data-sources.ds0.url=jdbc:h2:mem:" + UUID.randomUUID());

    @Test
    void isThereWhenItIsExposed() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=*")
                .run(context -> assertThat(context).hasSingleBean(ShardingExportEndpoint.class));
        runner.run(context -> assertThat(context).doesNotHaveBean(ShardingExportEndpoint.class));
    }

    @Test
    void saysWhyADatabaseCannotBeReadByTheEngines() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=shardingexport")
                .run(context -> {
                    ShardingExportEndpoint endpoint = context.getBean(ShardingExportEndpoint.class);
                    assertThatThrownBy(() -> endpoint.export(ExportEngine.DUCKDB))
                            .isInstanceOf(InvalidEndpointRequestException.class)
                            .hasMessageContaining("SK-1025")
                            .hasMessageContaining("H2 cannot be read");
                });
    }
}
