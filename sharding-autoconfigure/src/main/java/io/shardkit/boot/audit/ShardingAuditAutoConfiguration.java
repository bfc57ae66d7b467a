package io.shardkit.boot.audit;

import io.shardkit.boot.autoconfigure.PlannedRule;
import io.shardkit.boot.autoconfigure.ShardingProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} of the audit: with {@code sharding.audit.enabled} the application runs on its
 * own DataSources, and what it sends is planned by the rule under {@code sharding}.
 */
@AutoConfiguration
@ConditionalOnProperty("sharding.audit.enabled")
@EnableConfigurationProperties(ShardingProperties.class)
public final class ShardingAuditAutoConfiguration {

    /** Needs nothing before a statement is sent, so that no bean is made too early for it. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static AuditedDataSources shardingAuditedDataSources(ObjectProvider<StatementAudit> audit) {
        return new AuditedDataSources(audit::getObject);
    }

    @Bean
    @ConditionalOnMissingBean
    StatementAudit shardingStatementAudit(
            ShardingProperties properties, Environment environment, ConfigurableListableBeanFactory beans) {
        PlannedRule planned = PlannedRule.of(properties, environment, beans);
        return new StatementAudit(planned.rule(), planned.limits());
    }

    @Bean
    @ConditionalOnMissingBean
    AuditFiles shardingAuditFiles(StatementAudit audit, ApplicationContext context, ShardingProperties properties) {
        return new AuditFiles(audit, context, properties.audit().file());
    }

    /** The endpoint, where there is Actuator. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class WithActuator {
        @Bean
        @ConditionalOnAvailableEndpoint(ShardingAuditEndpoint.class)
        @ConditionalOnMissingBean
        ShardingAuditEndpoint shardingAuditEndpoint(StatementAudit audit, AuditFiles files) {
            return new ShardingAuditEndpoint(audit, files);
        }
    }
}
