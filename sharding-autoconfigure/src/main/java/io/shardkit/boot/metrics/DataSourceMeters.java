package io.shardkit.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.DataSourceState;
import io.shardkit.observe.LeaseState;
import io.shardkit.observe.ReplicaState;
import java.time.Duration;
import java.time.Instant;

/** The meters of the values that a DataSource knows without asking a database. */
record DataSourceMeters(ShardingDataSource dataSource) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(ShardingMetric.PLAN_CACHE_SIZE.meterName(), dataSource, ShardingDataSource::plans)
                .description(ShardingMetric.PLAN_CACHE_SIZE.description())
                .register(registry);
        Gauge.builder(ShardingMetric.IN_DOUBT.meterName(), dataSource, of -> of.inDoubt()
                        .size())
                .description(ShardingMetric.IN_DOUBT.description())
                .register(registry);
        for (DataSourceState each : dataSource.dataSources()) {
            Gauge.builder(ShardingMetric.REACHABLE.meterName(), dataSource, of -> isReachable(of, each.name()) ? 1 : 0)
                    .description(ShardingMetric.REACHABLE.description())
                    .tags(Tags.of(MetricKey.DATA_SOURCE.tag(each.name())))
                    .register(registry);
        }
        for (LeaseState each : dataSource.leases()) {
            Gauge.builder(ShardingMetric.LEASE_REMAINING.meterName(), dataSource, of -> seconds(of, each.generator()))
                    .description(ShardingMetric.LEASE_REMAINING.description())
                    .baseUnit("seconds")
                    .tags(Tags.of(MetricKey.KEY_GENERATOR.tag(each.generator())))
                    .register(registry);
        }
        for (ReplicaState each : dataSource.replicas()) {
            FunctionCounter.builder(ShardingMetric.REPLICA_READS.meterName(), dataSource, of -> reads(of, each.name()))
                    .description(ShardingMetric.REPLICA_READS.description())
                    .tags(Tags.of(MetricKey.DATA_SOURCE.tag(each.dataSource()), MetricKey.REPLICA.tag(each.name())))
                    .register(registry);
        }
    }

    private static boolean isReachable(ShardingDataSource of, String name) {
        return of.dataSources().stream().anyMatch(state -> state.name().equals(name) && state.reachable());
    }

    private static double seconds(ShardingDataSource of, String generator) {
        for (LeaseState lease : of.leases()) {
            Instant until = lease.until();
            if (lease.generator().equals(generator) && until != null) {
                return Math.max(0, Duration.between(Instant.now(), until).toMillis() / 1000.0);
            }
        }
        return 0;
    }

    private static double reads(ShardingDataSource of, String replica) {
        return of.replicas().stream()
                .filter(state -> state.name().equals(replica))
                .mapToLong(ReplicaState::reads)
                .sum();
    }
}
