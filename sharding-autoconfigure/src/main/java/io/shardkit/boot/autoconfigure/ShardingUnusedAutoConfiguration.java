package io.shardkit.boot.autoconfigure;

import io.shardkit.jdbc.ShardingDataSource;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Conditional;

/**
 * {@link AutoConfiguration Auto-configuration} that says in the log when sharding is configured and the application's
 * own DataSource is used instead: its statements would go to one database without a word.
 */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@Conditional(OnShardingDataSources.class)
@ConditionalOnBooleanProperty(name = "sharding.enabled", matchIfMissing = true)
@ConditionalOnBean(DataSource.class)
@ConditionalOnMissingBean(ShardingDataSource.class)
public final class ShardingUnusedAutoConfiguration {
    private static final Logger LOGGER = LoggerFactory.getLogger(ShardingUnusedAutoConfiguration.class);

    ShardingUnusedAutoConfiguration(ListableBeanFactory beans) {
        LOGGER.warn(
                "{} is set and not used: the application defines a DataSource of its own, {}. Give it"
                        + " defaultCandidate = false, or set sharding.enabled to false.",
                OnShardingDataSources.PROPERTY,
                List.of(beans.getBeanNamesForType(DataSource.class, true, false)));
    }
}
