package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.Limits;
import io.shardkit.rule.ShardingRule;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * What is written under {@code sharding}, to plan statements by it and not to run them: no data source is connected to, and
 * keys that are generated are those of nobody.
 *
 * @param rule what is sharded and where
 * @param limits how far a statement may go
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
                new RuleReader(properties, environment, beans, keys).read(), LimitsReader.limits(properties));
    }
}
