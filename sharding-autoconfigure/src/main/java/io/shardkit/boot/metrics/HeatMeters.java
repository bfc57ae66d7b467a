package io.shardkit.boot.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.HeatState;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The meters of the traffic's evenness, for each group of bound tables. No sharding value gets into them. Thread-safe. */
final class HeatMeters {
    /** The meters of one look at the registry share a state. */
    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

    private final ShardingDataSource dataSource;
    private volatile Seen last;

    private record Seen(HeatState state, long at) {}

    HeatMeters(ShardingDataSource dataSource) {
        this.dataSource = dataSource;
        this.last = seen();
    }

    /** Adds the meters if traffic is counted. */
    void bindTo(MeterRegistry registry) {
        if (!last.state.enabled()) {
            return;
        }
        Map<Integer, String> groups = new LinkedHashMap<>();
        for (RoutedTable table : ShardMap.of(dataSource.rule()).tables()) {
            groups.putIfAbsent(table.bindingGroup(), table.name());
        }
        for (String table : groups.values()) {
            gauge(registry, ShardingMetric.HEAT_KEY_SHARE, table, HeatMeters::keyShare);
            gauge(registry, ShardingMetric.HEAT_UNIT_SHARE, table, HeatMeters::unitShare);
            gauge(registry, ShardingMetric.HEAT_SKEW, table, HeatState.Table::skew);
        }
    }

    private void gauge(
            MeterRegistry registry, ShardingMetric metric, String table, ToDoubleFunction<HeatState.Table> value) {
        Gauge.builder(metric.meterName(), this, of -> of.value(table, value))
                .description(metric.description())
                .tags(Tags.of(MetricKey.TABLE.tag(table)))
                .strongReference(true)
                .register(registry);
    }

    private double value(String table, ToDoubleFunction<HeatState.Table> value) {
        return state().tables().stream()
                .filter(each -> each.name().equals(table))
                .mapToDouble(value)
                .findFirst()
                .orElse(0);
    }

    private static double keyShare(HeatState.Table table) {
        return table.keys().isEmpty() ? 0 : table.keys().get(0).share();
    }

    private static double unitShare(HeatState.Table table) {
        return table.units().stream().mapToDouble(HeatState.Unit::share).max().orElse(0);
    }

    private Seen seen() {
        return new Seen(dataSource.heat(), System.nanoTime());
    }

    private HeatState state() {
        Seen known = last;
        if (System.nanoTime() - known.at > FRESH_NANOS) {
            known = seen();
            last = known;
        }
        return known.state;
    }
}
