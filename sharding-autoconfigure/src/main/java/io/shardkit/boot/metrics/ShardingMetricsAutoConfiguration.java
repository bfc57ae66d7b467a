package io.shardkit.boot.metrics;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.shardkit.boot.autoconfigure.PoolsAtRunTime;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.StatementListener;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;

/** {@link AutoConfiguration Auto-configuration} of metrics and observations of statements. */
@AutoConfiguration(
        after = ShardingAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            ShardingMetricsAutoConfiguration.BOOT_POOL_METRICS
        })
@ConditionalOnSingleCandidate(ShardingDataSource.class)
public final class ShardingMetricsAutoConfiguration {
    static final String BOOT_POOL_METRICS =
            "org.springframework.boot.jdbc.autoconfigure.metrics.DataSourcePoolMetricsAutoConfiguration";

    private static final String OBSERVATIONS = "shardingObservationListener";

    @Bean
    @ConditionalOnClass(name = ObservedPools.LIBRARY)
    static ObservedPools shardingObservedPools(ConfigurableEnvironment environment) {
        return new ObservedPools(environment);
    }

    @Bean
    static QuerySummaries shardingQuerySummaries() {
        return new QuerySummaries();
    }

    /** A span of each statement and call, and the timers that are made of them. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    @ConditionalOnBean(ObservationRegistry.class)
    @Conditional(MadeOfObservations.OnAnything.class)
    static class Observations {
        /** Begins before other listeners and ends after them, so that theirs happen within it. */
        @Bean
        @Order(0)
        @ConditionalOnMissingBean(name = OBSERVATIONS)
        StatementListener shardingObservationListener(
                ObjectProvider<ObservationRegistry> registry, QuerySummaries summaries) {
            return new ObservationListener(registry::getObject, summaries);
        }
    }

    /** A span of each statement and call that is sampled; the timers are made without observations. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ObservationRegistry.class, Tracer.class})
    @ConditionalOnBean({ObservationRegistry.class, Tracer.class})
    @Conditional(MadeOfObservations.OnMetersAndSpans.class)
    static class SampledSpans {
        @Bean
        @Order(0)
        @ConditionalOnMissingBean(name = "shardingSpanListener")
        StatementListener shardingSpanListener(ObjectProvider<Tracer> tracer, QuerySummaries summaries) {
            return new SpanListener(tracer::getObject, summaries);
        }
    }

    /** Everything else that is counted. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class Meters {
        @Bean
        @ConditionalOnMissingBean(name = "shardingMeterListener")
        StatementListener shardingMeterListener(ObjectProvider<MeterRegistry> registry, BeanFactory beans) {
            return new MeterListener(registry::getObject, !beans.containsBean(OBSERVATIONS));
        }

        @Bean
        @ConditionalOnMissingBean(name = "shardingDataSourceMeters")
        MeterBinder shardingDataSourceMeters(ShardingDataSource dataSource, ObjectProvider<PoolsAtRunTime> further) {
            return new DataSourceMeters(dataSource, further.getIfAvailable());
        }

        @Bean
        @ConditionalOnBooleanProperty("sharding.statements.enabled")
        StatementMeters shardingStatementMeters(
                QuerySummaries summaries, ObjectProvider<ShardingDataSource> dataSource) {
            return new StatementMeters(summaries, dataSource::getObject);
        }

        @Bean
        @ConditionalOnBooleanProperty("sharding.metrics.histograms")
        MeterFilter shardingHistograms() {
            return new Histograms();
        }
    }

    /** Meters of pools as Boot has them, for pools too that are opened while the application runs. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({MeterRegistry.class, HikariDataSource.class})
    @ConditionalOnBean(
            value = {MeterRegistry.class, PoolsAtRunTime.class},
            type = BOOT_POOL_METRICS)
    static class Pools {
        @Bean
        @ConditionalOnMissingBean(name = "shardingPoolMeters")
        MeterBinder shardingPoolMeters(PoolsAtRunTime pools) {
            return new PoolMeters(pools);
        }
    }
}
