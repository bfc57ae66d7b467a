package io.shardkit.boot.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} that stops the start when something is set under {@code sharding} and the
 * application would run without it, on one plain DataSource or on its own, or outside the transactions that it has.
 * What goes past the shards, as R2DBC does, it warns of.
 */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@Conditional({OnShardingProperties.class, OnShardingEnabled.class})
public final class ShardingCheckAutoConfiguration {
    @Bean
    static LogicalDataSourceCheck logicalDataSourceCheck(Environment environment) {
        return new LogicalDataSourceCheck(environment);
    }

    @Bean
    static ReactiveAccessCheck shardingReactiveAccessCheck() {
        return new ReactiveAccessCheck();
    }

    @Bean
    static DirectAccessCheck shardingDirectAccessCheck(Environment environment) {
        return new DirectAccessCheck(environment);
    }

    @Bean
    static JtaCheck shardingJtaCheck(Environment environment) {
        return new JtaCheck(environment);
    }
}
