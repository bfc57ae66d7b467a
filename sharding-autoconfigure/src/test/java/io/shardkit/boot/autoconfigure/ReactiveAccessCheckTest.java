package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.spi.ConnectionFactory;
import java.lang.reflect.Proxy;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class ReactiveAccessCheckTest {
    private static final String WARNING = "which go past the shards";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingCheckAutoConfiguration.class,
                    DataSourceAutoConfiguration.class));

    private final ApplicationContextRunner sharded =
            runner.withPropertyValues("sharding.data-sources.ds0.url=jdbc:h2:mem:" + UUID.randomUUID());

    @Test
    void warnsWhenThereAreConnectionsOfR2dbc(CapturedOutput output) {
        sharded.withUserConfiguration(Reactive.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).containsOnlyOnce(WARNING).contains("The bean 'reactive' opens");
    }

    @Test
    void saysNothingWhenThereAreNone(CapturedOutput output) {
        sharded.run(context -> assertThat(context).hasNotFailed());
        sharded.withClassLoader(new FilteredClassLoader(ConnectionFactory.class))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain(WARNING);
    }

    @Test
    void saysNothingWhenNothingIsSharded(CapturedOutput output) {
        runner.withUserConfiguration(Reactive.class)
                .withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID())
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain(WARNING);
    }

    @Configuration(proxyBeanMethods = false)
    static class Reactive {
        @Bean
        ConnectionFactory reactive() {
            return (ConnectionFactory) Proxy.newProxyInstance(
                    Reactive.class.getClassLoader(),
                    new Class<?>[] {ConnectionFactory.class},
                    (proxy, method, given) -> method.getName().equals("hashCode") ? 1 : null);
        }
    }
}
