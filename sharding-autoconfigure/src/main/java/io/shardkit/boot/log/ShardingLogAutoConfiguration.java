package io.shardkit.boot.log;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardingProperties;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.StatementListener;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** {@link AutoConfiguration Auto-configuration} of the log of statements; without its properties nothing listens for it. */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@ConditionalOnSingleCandidate(ShardingDataSource.class)
@Conditional(ShardingLogAutoConfiguration.Wanted.class)
public final class ShardingLogAutoConfiguration {

    /** Some of the properties say that statements are to be written. */
    static final class Wanted extends AnyNestedCondition {
        Wanted() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnProperty("sharding.log.slow")
        static class Slow {}

        @ConditionalOnProperty("sharding.log.wide")
        static class Wide {}

        @ConditionalOnProperty("sharding.log.statements")
        static class All {}
    }

    @Bean
    @ConditionalOnMissingBean(name = "shardingStatementLog")
    StatementListener shardingStatementLog(
            ShardingProperties properties, ObjectProvider<ShardingDataSource> dataSource) {
        ShardingProperties.Log log = properties.log();
        if (log.slow() != null && log.slow().isNegative()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "sharding.log.slow", log.slow() + " is less than 0");
        }
        if (log.wide() != null && log.wide() < 1) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "sharding.log.wide", log.wide() + " is less than 1");
        }
        UnaryOperator<String> shown = log.values()
                ? UnaryOperator.identity()
                : sql -> dataSource.getObject().withoutValues(sql);
        return new StatementLog(log.slow(), log.wide(), log.statements(), shown);
    }
}
