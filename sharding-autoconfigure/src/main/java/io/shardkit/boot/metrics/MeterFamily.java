package io.shardkit.boot.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;

/** The meters of one metric, by the values of its keys; one that is known is not looked for in the registry. Thread-safe. */
final class MeterFamily<M> {
    private final ShardingMetric metric;
    private final BiFunction<ShardingMetric, Tags, M> maker;
    private final Map<List<String>, M> known = new ConcurrentHashMap<>();

    private MeterFamily(ShardingMetric metric, BiFunction<ShardingMetric, Tags, M> maker) {
        this.metric = metric;
        this.maker = maker;
    }

    static MeterFamily<Timer> timers(ShardingMetric metric, MeterRegistry registry) {
        return new MeterFamily<>(metric, (named, tags) -> Timer.builder(named.meterName())
                .description(named.description())
                .tags(tags)
                .register(registry));
    }

    static MeterFamily<DistributionSummary> summaries(ShardingMetric metric, MeterRegistry registry) {
        return new MeterFamily<>(metric, (named, tags) -> DistributionSummary.builder(named.meterName())
                .description(named.description())
                .tags(tags)
                .register(registry));
    }

    static MeterFamily<Counter> counters(ShardingMetric metric, MeterRegistry registry) {
        return new MeterFamily<>(metric, (named, tags) -> Counter.builder(named.meterName())
                .description(named.description())
                .tags(tags)
                .register(registry));
    }

    /** Counters that the registry asks for their sums: what each statement adds to is a whole number, and nothing else. */
    static MeterFamily<LongAdder> sums(ShardingMetric metric, MeterRegistry registry) {
        return new MeterFamily<>(metric, (named, tags) -> {
            LongAdder sum = new LongAdder();
            FunctionCounter.builder(named.meterName(), sum, LongAdder::sum)
                    .description(named.description())
                    .tags(tags)
                    .register(registry);
            return sum;
        });
    }

    /** The meter for these values, in the order of the metric's keys. */
    M of(String... values) {
        List<String> key = List.of(values);
        M meter = known.get(key);
        return meter == null ? known.computeIfAbsent(key, this::made) : meter;
    }

    private M made(List<String> values) {
        List<MetricKey> keys = metric.keys();
        if (keys.size() != values.size()) {
            throw new IllegalArgumentException(metric + " has the keys " + keys);
        }
        Tag[] tags = new Tag[values.size()];
        for (int i = 0; i < tags.length; i++) {
            tags[i] = keys.get(i).tag(values.get(i));
        }
        return maker.apply(metric, Tags.of(tags));
    }
}
