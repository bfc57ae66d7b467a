package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@ExtendWith(OutputCaptureExtension.class)
class ShardingAutoConfigurationTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingCheckAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceInitializationAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    JdbcClientAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class));
    private final ApplicationContextRunner sharded = runner.withPropertyValues(
            "sharding.data-sources.ds0.url=" + H2.url(), "sharding.data-sources.ds1.url=" + H2.url());

    @Test
    void givesTheLogicalDataSourceWhenDataSourcesAreSet() {
        sharded.run(context -> {
            assertThat(context).hasSingleBean(ShardingDataSource.class).hasBean("dataSource");
            assertThat(context.getBeanProvider(DataSource.class).getObject()).isInstanceOf(ShardingDataSource.class);
            DataSource logical = context.getBean("dataSource", DataSource.class);
            assertThat(context.getBean(JdbcTemplate.class).getDataSource()).isSameAs(logical);
            assertThat(context.getBean(JdbcTransactionManager.class).getDataSource())
                    .isSameAs(logical);
            assertThat(context).hasSingleBean(JdbcClient.class);
        });
    }

    @Test
    void makesOnePoolForEachDataSourceWhenDataSourcesAreSet() {
        AtomicReference<HikariDataSource> pool = new AtomicReference<>();
        sharded.withPropertyValues(
                        "sharding.hikari.maximum-pool-size=7",
                        "sharding.hikari.minimumIdle=1",
                        "sharding.data-sources.ds1.hikari.maximum-pool-size=3",
                        "sharding.data-sources.ds1.hikari.data-source-properties.cachePrepStmts=true",
                        "sharding.data-sources.ds1.username=sa")
                .run(context -> {
                    HikariDataSource ds0 = context.getBean("ds0", HikariDataSource.class);
                    assertThat(ds0.getPoolName()).isEqualTo("ds0");
                    assertThat(ds0.getMaximumPoolSize()).isEqualTo(7);
                    assertThat(ds0.getMinimumIdle()).isEqualTo(1);
                    assertThat(ds0.getDriverClassName()).isEqualTo("org.h2.Driver");
                    HikariDataSource ds1 = context.getBean("ds1", HikariDataSource.class);
                    assertThat(ds1.getPoolName()).isEqualTo("ds1");
                    assertThat(ds1.getMaximumPoolSize()).isEqualTo(3);
                    assertThat(ds1.getUsername()).isEqualTo("sa");
                    assertThat(ds1.getDataSourceProperties()).containsEntry("cachePrepStmts", "true");
                    pool.set(ds1);
                });
        assertThat(Objects.requireNonNull(pool.get()).isClosed()).isTrue();
    }

    @Test
    void backsOffWhenNoDataSourcesAreSet() {
        runner.run(context -> assertThat(context)
                .doesNotHaveBean(ShardingDataSource.class)
                .doesNotHaveBean(ShardingProperties.class)
                .hasSingleBean(DataSource.class));
    }

    @Test
    void leavesBootAsItWasWhenDisabled() {
        sharded.withPropertyValues("sharding.enabled=false", "spring.datasource.url=" + H2.url())
                .run(context -> {
                    assertThat(context)
                            .doesNotHaveBean(ShardingDataSource.class)
                            .doesNotHaveBean("ds0");
                    assertThat(context).hasSingleBean(HikariDataSource.class);
                });
    }

    @Test
    void leavesTheApplicationsDataSourceAloneWhenItIsNoCandidate() {
        runner.withUserConfiguration(OwnPool.class)
                .withPropertyValues("sharding.data-sources.ds0.url=" + H2.url())
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeanProvider(DataSource.class).getObject())
                            .isInstanceOf(ShardingDataSource.class);
                });
    }

    @Test
    void leavesTheApplicationsDataSourceAloneWhenShardingIsOff() {
        sharded.withUserConfiguration(OwnDataSource.class)
                .withPropertyValues("sharding.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(DataSource.class)
                        .hasBean("own"));
    }

    @Test
    void leavesTheApplicationsOwnShardingDataSourceAlone() {
        sharded.withUserConfiguration(OwnShardingDataSource.class)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ShardingDataSource.class));
    }

    @Test
    void isThereWhenBootsOwnAutoConfigurationIsExcluded() {
        new ApplicationContextRunner()
                .withUserConfiguration(WithoutBoots.class)
                .withPropertyValues(
                        "sharding.data-sources.ds0.url=" + H2.url(), "sharding.data-sources.ds1.url=" + H2.url())
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(ShardingDataSource.class);
                    assertThat(context.getBean(JdbcTemplate.class).queryForObject("SELECT 1", Integer.class))
                            .isEqualTo(1);
                });
    }

    @Test
    void isNotThereWhenAllOfBootsForDatabasesIsExcluded() {
        new ApplicationContextRunner()
                .withUserConfiguration(WithoutDatabase.class)
                .withPropertyValues("sharding.data-sources.ds0.url=" + H2.url())
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DataSource.class));
    }

    @Test
    void isMissedWhereAnOwnDataSourceStandsForAllOfBoots() {
        new ApplicationContextRunner()
                .withUserConfiguration(WithoutDatabase.class)
                .withBean(DataSource.class, JdbcDataSource::new)
                .withPropertyValues("sharding.data-sources.ds0.url=" + H2.url())
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining(
                                "it is not used, because the application defines a DataSource of its own"));
    }

    @Test
    void warnsWhenTheUrlOfBootIsAlsoSet(CapturedOutput output) {
        sharded.withPropertyValues("spring.datasource.url=jdbc:h2:mem:unused").run(context -> {
            assertThat(context).hasSingleBean(ShardingDataSource.class);
            assertThat(output).contains("spring.datasource.url is set and not used");
        });
    }

    @Test
    void usesPlatformThreadsWhenVirtualOnesAreOff() {
        AtomicReference<ThreadPoolExecutor> pool = new AtomicReference<>();
        sharded.run(context -> {
            ThreadPoolExecutor executor = context.getBean("shardingExecutor", ThreadPoolExecutor.class);
            Thread thread = executor.submit(Thread::currentThread).get();
            assertThat(thread.getName()).startsWith("sharding-");
            assertThat(thread.isDaemon()).isTrue();
            assertThat(context).hasBean("applicationTaskExecutor");
            pool.set(executor);
        });
        assertThat(Objects.requireNonNull(pool.get()).isShutdown()).isTrue();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "this JDK has no virtual threads")
    void usesVirtualThreadsWhenTheyAreOn() {
        sharded.withPropertyValues("spring.threads.virtual.enabled=true")
                .run(context ->
                        assertThat(context.getBean("shardingExecutor")).isInstanceOf(VirtualThreadTaskExecutor.class));
    }

    @Test
    void usesTheApplicationsExecutorWhenItNamesOne() {
        sharded.withUserConfiguration(OwnExecutor.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(ShardingDataSource.class);
            assertThat(context.getBean("shardingExecutor")).isNotInstanceOf(ThreadPoolExecutor.class);
        });
    }

    @Test
    void runsScriptsOnTheLogicalDataSourceWhenSqlInitIsOn() {
        sharded.withPropertyValues("spring.sql.init.mode=always", "spring.sql.init.schema-locations=classpath:init.sql")
                .run(context -> assertThat(context.getBean(JdbcClient.class)
                                .sql("SELECT COUNT(*) FROM t_started")
                                .query(Long.class)
                                .single())
                        .isEqualTo(1));
    }

    @Test
    void worksWhenConnectionsAreFetchedLate() {
        sharded.withPropertyValues("spring.datasource.connection-fetch=lazy").run(context -> assertThat(
                        context.getBean(JdbcTemplate.class).queryForObject("SELECT 1", Integer.class))
                .isEqualTo(1));
    }

    @Test
    void worksWhenTheApplicationWrapsTheLogicalDataSource() {
        sharded.withUserConfiguration(LateConnections.class).run(context -> {
            assertThat(context.getBean("dataSource")).isInstanceOf(LazyConnectionDataSourceProxy.class);
            assertThat(context.getBean("ds0")).isInstanceOf(HikariDataSource.class);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            new TransactionTemplate(context.getBean(JdbcTransactionManager.class))
                    .executeWithoutResult(status -> assertThat(jdbc.queryForObject("SELECT 1", Integer.class))
                            .isEqualTo(1));
        });
    }

    @Test
    void usesTheApplicationsPoolWhenABeanHasTheName() {
        runner.withUserConfiguration(OwnPool.class)
                .withPropertyValues(
                        "sharding.data-sources.ds0.url=" + H2.url(),
                        "sharding.data-sources.ds1.hikari.pool-name=unused")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(ShardingDataSource.class);
                    assertThat(context.getBean(ShardingRule.class).dataSources())
                            .containsExactly("ds0", "ds1");
                    assertThat(context.getBean("ds1")).isInstanceOf(JdbcDataSource.class);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnDataSource {
        @Bean
        DataSource own() {
            return new JdbcDataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnShardingDataSource {
        @Bean
        ShardingDataSource own() throws SQLException {
            JdbcDataSource only = new JdbcDataSource();
            only.setURL(H2.url());
            return ShardingDataSource.create(
                    Map.of("only", only),
                    ShardingRuleBuilder.over(List.of("only")).build(),
                    ShardingOptions.builder().executor(Runnable::run).build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
    static class WithoutBoots {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = {
                DataSourceAutoConfiguration.class,
                DataSourceTransactionManagerAutoConfiguration.class,
                HibernateJpaAutoConfiguration.class
            })
    static class WithoutDatabase {}

    @Configuration(proxyBeanMethods = false)
    static class LateConnections {
        @Bean
        static BeanPostProcessor lateConnections() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof ShardingDataSource dataSource
                            ? new LazyConnectionDataSourceProxy(dataSource)
                            : bean;
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPool {
        @Bean(defaultCandidate = false)
        DataSource ds1() {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setURL(H2.url());
            return dataSource;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnExecutor {
        @Bean
        Executor shardingExecutor() {
            return Runnable::run;
        }
    }
}
