package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.Replication;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Makes the logical DataSource of what was read, over pools that are beans. */
final class LogicalDataSource {
    /** Boot's own name for the one DataSource of an application. */
    static final String BEAN = "dataSource";

    private LogicalDataSource() {}

    /**
     * The logical DataSource; each database is connected to. It is to {@link ShardingDataSource#join() join} the other
     * instances once the application has made its tables.
     *
     * @throws ShardingConfigurationException if a setting or a database cannot be used, under its property
     */
    static ShardingDataSource create(
            ShardingProperties properties,
            ShardingRule rule,
            RuleReader.@Nullable Wanted next,
            Executor executor,
            List<StatementListener> listeners,
            PoolsAtRunTime further,
            ConfigurableListableBeanFactory beans)
            throws SQLException {
        ShardingOptions options = ShardingOptions.builder()
                .crossSource(properties.transaction().crossSource())
                .executor(CallerThreadLocals.around(executor))
                .limits(LimitsReader.limits(properties))
                .planCacheSize(LimitsReader.planCacheSize(properties))
                .planCacheWeight(LimitsReader.planCacheWeight(properties))
                .listener(Listeners.all(listeners))
                .lockTimeout(LimitsReader.lockTimeout(properties))
                .atomic(LimitsReader.atomic(properties))
                .commitFence(properties.transaction().commitFence())
                .maxWaiting(LimitsReader.maxWaiting(properties))
                .start(properties.start())
                .ruleStore(LimitsReader.ruleStore(properties))
                .heat(LimitsReader.heat(properties))
                .statistics(LimitsReader.statistics(properties))
                .build();
        Shards pools = new Shards(beans, properties);
        Map<String, DataSource> shards = pools.open(rule.dataSources(), BEAN);
        Replication replicas = pools.replicas(rule.dataSources(), BEAN);
        try {
            return ShardingDataSource.builder()
                    .dataSources(shards)
                    .furtherDataSources(further)
                    .rule(rule)
                    .next(next == null ? null : next.rule(), next == null ? Set.of() : next.tables())
                    .options(options)
                    .replication(replicas)
                    .algorithmTypes(NamedAlgorithms.types(beans))
                    .joinLater()
                    .build();
        } catch (ShardingConfigurationException failure) {
            throw pools.underUrl(failure);
        }
    }
}
