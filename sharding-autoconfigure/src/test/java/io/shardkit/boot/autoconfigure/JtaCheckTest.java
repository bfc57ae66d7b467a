package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.ShardingDataSource;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with transactions of JTA, and without the module for them. */
class JtaCheckTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingCheckAutoConfiguration.class,
                    DataSourceAutoConfiguration.class))
            .withPropertyValues("sharding.data-sources.ds0.url=jdbc:h2:mem:" + UUID.randomUUID());

    @Test
    void refusesToStartWhenConnectionsWouldNotTakePart() {
        runner.withUserConfiguration(Jta.class).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOfSatisfying(ShardingConfigurationException.class, refusal -> {
                    assertThat(refusal.property()).isEqualTo("sharding.transaction.jta");
                    assertThat(refusal).hasMessageContainingAll("'manager'", "add the module sharding-jta");
                }));
    }

    @Test
    void startsWhenTheyAreNotTo() {
        runner.withUserConfiguration(Jta.class)
                .withPropertyValues("sharding.transaction.jta=false")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ShardingDataSource.class));
    }

    @Test
    void startsWhenThereIsNoManager() {
        runner.run(context -> assertThat(context).hasNotFailed());
        runner.withClassLoader(new FilteredClassLoader(TransactionManager.class))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void startsWhenNothingIsSharded() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ShardingCheckAutoConfiguration.class))
                .withUserConfiguration(Jta.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Configuration(proxyBeanMethods = false)
    static class Jta {
        @Bean
        TransactionManager manager() {
            return (TransactionManager) Proxy.newProxyInstance(
                    Jta.class.getClassLoader(),
                    new Class<?>[] {TransactionManager.class},
                    (proxy, method, given) -> method.getName().equals("hashCode") ? 1 : null);
        }
    }
}
