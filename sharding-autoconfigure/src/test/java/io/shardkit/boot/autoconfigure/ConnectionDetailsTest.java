package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.container.ContainerImageMetadata;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.jdbc.test.autoconfigure.TestDatabaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connection details, as containers bring them, win over the properties of the data source that they are for. */
class ConnectionDetailsTest {
    private static final String REAL = "jdbc:mariadb://127.0.0.1:1/orders_";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingCheckAutoConfiguration.class,
                    DataSourceAutoConfiguration.class));
    private final ApplicationContextRunner two = runner.withPropertyValues(
            "sharding.data-sources.ds0.url=" + REAL + 0, "sharding.data-sources.ds1.username=unused");

    @Test
    void areFoundByQualifier() {
        two.withUserConfiguration(Qualified.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(ShardingDataSource.class);
            HikariDataSource ds1 = context.getBean("ds1", HikariDataSource.class);
            assertThat(ds1.getJdbcUrl()).endsWith("one");
            assertThat(ds1.getUsername()).isEqualTo("sa");
            assertThat(ds1.getDriverClassName()).isEqualTo("org.h2.Driver");
            assertThat(context.getBean("ds0", HikariDataSource.class).getJdbcUrl())
                    .endsWith("zero");
        });
    }

    @Test
    void areFoundByTheNamesOfContainers() {
        two.withInitializer(context -> {
                    register((BeanDefinitionRegistry) context, "jdbcConnectionDetailsForDs0", "compose0");
                    register((BeanDefinitionRegistry) context, "jdbcContainerConnectionDetailsForDs1Container", "tc1");
                })
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean("ds0", HikariDataSource.class).getJdbcUrl())
                            .endsWith("compose0");
                    assertThat(context.getBean("ds1", HikariDataSource.class).getJdbcUrl())
                            .endsWith("tc1");
                });
    }

    @Test
    void areTestDatabasesIfTheyAreThoseOfContainers() {
        two.withConfiguration(AutoConfigurations.of(TestDatabaseAutoConfiguration.class))
                .withInitializer(context -> {
                    register((BeanDefinitionRegistry) context, "ds0ConnectionDetails", "kept0");
                    register((BeanDefinitionRegistry) context, "ds1ConnectionDetails", "kept1");
                })
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean("ds0")).isInstanceOf(HikariDataSource.class);
                    assertThat(context.getBean("ds1")).isInstanceOf(HikariDataSource.class);
                });
    }

    @Test
    void sayWhetherTwoDataSourcesAreOne() {
        runner.withPropertyValues(
                        "sharding.data-sources.ds0.url=" + REAL + 0, "sharding.data-sources.ds1.url=" + REAL + 0)
                .withUserConfiguration(Qualified.class)
                .run(context -> assertThat(context).hasNotFailed());
        two.withInitializer(context -> {
                    InMemory one = new InMemory("one");
                    for (String name : new String[] {"ds0", "ds1"}) {
                        ((BeanDefinitionRegistry) context)
                                .registerBeanDefinition(
                                        name + "ConnectionDetails",
                                        new RootBeanDefinition(JdbcConnectionDetails.class, () -> one));
                    }
                })
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.data-sources.ds1.url: it is the same database as"));
    }

    @Test
    void areForTheOnlyDataSourceWhateverTheirName() {
        runner.withPropertyValues("sharding.data-sources.shop.url=" + REAL + 0)
                .withUserConfiguration(Unnamed.class)
                .run(context -> assertThat(
                                context.getBean("shop", HikariDataSource.class).getJdbcUrl())
                        .endsWith("unnamed"));
    }

    @Test
    void stopTheStartIfTheyAreForNoDataSource() {
        two.withUserConfiguration(Unnamed.class).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("sharding.data-sources: the bean 'details'")
                .hasMessageContaining("@Qualifier(\"ds0\")"));
    }

    @Test
    void stopTheStartIfThereAreTwoForOneDataSource() {
        two.withUserConfiguration(Qualified.class)
                .withInitializer(context -> register((BeanDefinitionRegistry) context, "ds0ConnectionDetails", "x"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.data-sources.ds0")
                        .hasMessageContaining("leave one"));
    }

    private static void register(BeanDefinitionRegistry registry, String name, String database) {
        RootBeanDefinition definition =
                new RootBeanDefinition(JdbcConnectionDetails.class, () -> new InMemory(database));
        new ContainerImageMetadata("mariadb:11").addTo(definition);
        registry.registerBeanDefinition(name, definition);
    }

    private record InMemory(String name) implements JdbcConnectionDetails {
        @Override
        public String getUsername() {
            return "sa";
        }

        @Override
        public String getPassword() {
            return "";
        }

        @Override
        public String getJdbcUrl() {
            return "jdbc:h2:mem:" + System.identityHashCode(this) + name;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Qualified {
        @Bean
        @Qualifier("ds0") JdbcConnectionDetails first() {
            return new InMemory("zero");
        }

        @Bean
        @Qualifier("ds1") JdbcConnectionDetails second() {
            return new InMemory("one");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Unnamed {
        @Bean
        JdbcConnectionDetails details() {
            return new InMemory("unnamed");
        }
    }
}
