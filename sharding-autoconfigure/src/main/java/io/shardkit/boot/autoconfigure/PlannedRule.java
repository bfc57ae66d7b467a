package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.Limits;
import io.shardkit.rule.ShardingRule;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * The rule under {@code sharding} for planning statements, not for running them: no data source is connected to, and
 * generated keys are not used.
 *
 * @param rule the sharding rule
 * @param limits of a statement
 */
public record PlannedRule(ShardingRule rule, Limits limits) {

    /**
     * Reads the properties.
     *
     * @throws ShardingConfigurationException if a setting cannot be used, under its property
     */
    public static PlannedRule of(
            ShardingProperties properties, Environment environment, ConfigurableListableBeanFactory beans) {
        KeyGenerators keys = KeyGenerators.forPlanning(properties, environment, beans);
        return new PlannedRule(
                RuleReader.configured(properties, environment, beans, keys), LimitsReader.limits(properties));
    }
}
