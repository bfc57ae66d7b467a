package io.shardkit.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.shardkit.boot.autoconfigure.PoolsAtRunTime;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveState;
import io.shardkit.observe.DataSourceState;
import io.shardkit.observe.LeaseState;
import io.shardkit.observe.ReplicaState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The meters of the values that a DataSource knows without asking a database. */
record DataSourceMeters(ShardingDataSource dataSource, @Nullable PoolsAtRunTime further) implements MeterBinder {
    private static final List<String> MEMBER_STATES = List.of("running", "armed", "paused", "draining", "outdated");

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(ShardingMetric.PLAN_CACHE_SIZE.meterName(), dataSource, ShardingDataSource::plans)
                .description(ShardingMetric.PLAN_CACHE_SIZE.description())
                .register(registry);
        Gauge.builder(ShardingMetric.IN_DOUBT.meterName(), dataSource, of -> of.inDoubt()
                        .size())
                .description(ShardingMetric.IN_DOUBT.description())
                .register(registry);
        bindRule(registry);
        bindMoves(registry);
        bindReachable(registry);
        new HeatMeters(dataSource).bindTo(registry);
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

    private void bindReachable(MeterRegistry registry) {
        Function<String, Gauge.Builder<ShardingDataSource>> reachable =
                name -> gauge(ShardingMetric.REACHABLE, of -> isReachable(of, name) ? 1 : 0)
                        .tags(Tags.of(MetricKey.DATA_SOURCE.tag(name)));
        for (DataSourceState each : dataSource.dataSources()) {
            reachable.apply(each.name()).register(registry);
        }
        if (further != null) {
            further.follow(new PoolsAtRunTime.Follower() {
                @Override
                public void opened(String name, DataSource pool) {
                    closed(name);
                    reachable.apply(name).register(registry);
                }

                @Override
                public void closed(String name) {
                    Gauge known = registry.find(ShardingMetric.REACHABLE.meterName())
                            .tags(Tags.of(MetricKey.DATA_SOURCE.tag(name)))
                            .gauge();
                    if (known != null) {
                        registry.remove(known);
                    }
                }
            });
        }
    }

    private void bindRule(MeterRegistry registry) {
        gauge(ShardingMetric.RULE_EPOCH, of -> of.ruleState().epoch()).register(registry);
        for (String state : MEMBER_STATES) {
            gauge(ShardingMetric.RULE_MEMBERS, of -> of.ruleState().members().stream()
                            .filter(each -> each.state().equals(state))
                            .count())
                    .tags(Tags.of(MetricKey.MEMBER_STATE.tag(state)))
                    .register(registry);
        }
    }

    private void bindMoves(MeterRegistry registry) {
        for (MovePhase phase : MovePhase.values()) {
            gauge(ShardingMetric.MOVES, of -> moves(of)
                            .filter(each -> each.phase() == phase)
                            .count())
                    .tags(Tags.of(MetricKey.MOVE_PHASE.tag(phase.word())))
                    .register(registry);
        }
        gauge(
                        ShardingMetric.MOVE_JOURNAL,
                        of -> moves(of).mapToLong(MoveState::journal).sum())
                .register(registry);
        gauge(
                        ShardingMetric.MOVE_LAG,
                        of -> moves(of).mapToLong(MoveState::lagMillis).max().orElse(0) / 1000.0)
                .baseUnit("seconds")
                .register(registry);
    }

    private Gauge.Builder<ShardingDataSource> gauge(ShardingMetric metric, ToDoubleFunction<ShardingDataSource> value) {
        return Gauge.builder(metric.meterName(), dataSource, value).description(metric.description());
    }

    private static Stream<MoveState> moves(ShardingDataSource of) {
        return of.ruleState().epoch() == 0 ? Stream.of() : of.moves().running().stream();
    }

    /** One that the rule does not have yet, or any more, has not failed. */
    private static boolean isReachable(ShardingDataSource of, String name) {
        return of.dataSources().stream().noneMatch(state -> state.name().equals(name) && !state.reachable());
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
