package io.shardkit.console;

import io.shardkit.observe.StatementListener;
import io.shardkit.rule.ShardingRule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts and times the calls to each data source, and counts those that name each actual table. Thread-safe. */
final class Traffic implements StatementListener {
    private final Supplier<ShardingRule> rule;
    private final Map<String, Source> sources = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> units = new ConcurrentHashMap<>();
    private volatile @Nullable ActualNames names;

    /** @param rule asked for at each call: it may be swapped */
    Traffic(Supplier<ShardingRule> rule) {
        this.rule = rule;
    }

    private record Source(LongAdder failures, Latencies latencies) {
        Source() {
            this(new LongAdder(), new Latencies());
        }
    }

    /**
     * The counts since the start.
     *
     * @param bounds the upper ends of the classes of {@link Calls#latencies}, in microseconds
     * @param dataSources by their names
     * @param units how many calls named each actual table, by {@code dataSource.table}
     */
    public record Counts(List<Double> bounds, Map<String, Calls> dataSources, Map<String, Long> units) {}

    /** The calls to a data source: those that failed, and all of them by the time that they took. */
    public record Calls(long failures, List<Long> latencies) {}

    @Override
    public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
        Source source = sources.computeIfAbsent(dataSource, none -> new Source());
        source.latencies().add(nanos);
        if (failed) {
            source.failures().increment();
        }
        for (String unit : names().in(dataSource, sql)) {
            units.computeIfAbsent(unit, none -> new LongAdder()).increment();
        }
    }

    @SuppressWarnings("ReferenceEquality") // another rule is another object
    private ActualNames names() {
        ShardingRule now = rule.get();
        ActualNames known = names;
        if (known == null || known.rule != now) {
            known = new ActualNames(now);
            names = known;
        }
        return known;
    }

    Counts counts() {
        Map<String, Calls> calls = new TreeMap<>();
        sources.forEach((name, source) -> calls.put(
                name, new Calls(source.failures().sum(), source.latencies().counts())));
        Map<String, Long> byUnit = new TreeMap<>();
        units.forEach((unit, count) -> byUnit.put(unit, count.sum()));
        return new Counts(Latencies.bounds(), calls, byUnit);
    }
}
