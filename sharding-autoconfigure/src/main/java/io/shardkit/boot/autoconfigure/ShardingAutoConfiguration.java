package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.StatementListener;
import io.shardkit.rule.ShardingRule;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JndiDataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.XADataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} of the logical DataSource over the databases of
 * {@code sharding.data-sources}. Backs off when the application defines a DataSource of its own, and
 * {@link ShardingCheckAutoConfiguration} then stops the start; and when it excludes all that Spring Boot makes of a
 * database.
 */
@AutoConfiguration(
        before = {
            DataSourceAutoConfiguration.class,
            JndiDataSourceAutoConfiguration.class,
            XADataSourceAutoConfiguration.class
        },
        beforeName = "org.springframework.boot.jdbc.test.autoconfigure.TestDatabaseAutoConfiguration")
@ConditionalOnClass({ShardingDataSource.class, HikariDataSource.class})
@Conditional({OnShardingDataSources.class, OnShardingEnabled.class, OnDatabaseWanted.class})
@ConditionalOnMissingBean(DataSource.class)
@EnableConfigurationProperties(ShardingProperties.class)
@ImportRuntimeHints(ShardingRuntimeHints.class)
@Import({ShardPoolRegistrar.class, ShardingExecutorConfiguration.class})
public final class ShardingAutoConfiguration {
    private static final Logger LOGGER = LoggerFactory.getLogger(ShardingAutoConfiguration.class);

    @Bean
    static TestDatabases shardTestDatabases(Environment environment) {
        return new TestDatabases(environment);
    }

    @Bean
    @ConditionalOnMissingBean
    ShardingRule shardingRule(
            ShardingProperties properties,
            Environment environment,
            ConfigurableListableBeanFactory beans,
            KeyGenerators keyGenerators) {
        return RuleReader.configured(properties, environment, beans, keyGenerators);
    }

    @Bean(name = KeyGenerators.BEAN, destroyMethod = "close")
    @Lazy
    KeyGenerators shardingKeyGenerators(
            ShardingProperties properties, Environment environment, ConfigurableListableBeanFactory beans) {
        return KeyGenerators.of(properties, environment, beans);
    }

    @Bean
    StartVerification shardingStartVerification(
            ShardingProperties properties, ShardingRule rule, ConfigurableListableBeanFactory beans) {
        return new StartVerification(
                rule, properties.verification(), properties.start(), ServerPools.of(properties.dataSources()), beans);
    }

    @Bean
    StartSummary shardingStartSummary(
            ShardingProperties properties, ObjectProvider<StartPlaces> places, ConfigurableListableBeanFactory beans) {
        return new StartSummary(properties, places, beans);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static CommitAcrossAdvisor shardingCommitAcrossAdvisor() {
        return new CommitAcrossAdvisor();
    }

    @Bean
    PoolsAtRunTime shardingPoolsAtRunTime(ShardingProperties properties, ConfigurableListableBeanFactory beans) {
        return new PoolsAtRunTime(properties.dataSourceTemplate(), beans);
    }

    @Bean(name = LogicalDataSource.BEAN, destroyMethod = "close")
    @Primary
    @ConditionalOnMissingBean
    ShardingDataSource dataSource(
            ShardingProperties properties,
            ShardingRule rule,
            @Qualifier(ShardingExecutorConfiguration.BEAN) Executor executor,
            ObjectProvider<StatementListener> listeners,
            PoolsAtRunTime further,
            ObjectProvider<KeyGenerators> keyGenerators,
            Environment environment,
            ConfigurableListableBeanFactory beans)
            throws SQLException {
        String plain = SetProperties.ofPlainDataSource(environment);
        if (plain != null) {
            LOGGER.warn(
                    "{} is set and not used: the DataSource is made from {}, and its pools have the settings of"
                            + " sharding.hikari. Remove one of the two.",
                    plain,
                    OnShardingDataSources.PROPERTY);
        }
        ShardingDataSource logical = LogicalDataSource.create(
                properties,
                rule,
                RuleReader.next(properties, environment, beans, keyGenerators::getObject),
                executor,
                listeners.orderedStream().toList(),
                further,
                beans);
        if (environment.getProperty("spring.main.lazy-initialization", Boolean.class, false)) {
            // Nothing comes after all other beans are made.
            logical.join();
        }
        return logical;
    }
}
