package io.shardkit.boot.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Has the timers of statements, calls, commits and the like count in the buckets of a histogram, of which Prometheus
 * calculates percentiles over all instances. What {@code management.metrics.distribution} says of them wins.
 */
final class Histograms implements MeterFilter {
    private static final String PREFIX = "sharding.";

    private static final DistributionStatisticConfig BUCKETS = DistributionStatisticConfig.builder()
            .percentilesHistogram(true)
            .minimumExpectedValue((double) Duration.ofNanos(100_000).toNanos())
            .maximumExpectedValue((double) Duration.ofSeconds(30).toNanos())
            .build();

    @Override
    public @Nullable DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        boolean isOurs = id.getType() == Meter.Type.TIMER && id.getName().startsWith(PREFIX);
        return isOurs ? config.merge(BUCKETS) : config;
    }
}
