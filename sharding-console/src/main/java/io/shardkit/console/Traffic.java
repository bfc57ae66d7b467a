package io.shardkit.console;

import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import io.shardkit.rule.ShardingRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the statements of the application and the calls to each data source, and counts the calls that name each
 * actual table. Thread-safe.
 */
final class Traffic implements StatementListener {
    private static final Duration STEP = Duration.ofSeconds(10);

    private final Supplier<ShardingRule> rule;
    private final long stepMillis;
    private final Series statements;
    private final Map<String, Series> sources = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> units = new ConcurrentHashMap<>();
    private volatile @Nullable ActualNames names;

    /** @param rule asked for at each call: it may be swapped */
    Traffic(Supplier<ShardingRule> rule) {
        this(rule, STEP);
    }

    /** @param step the length of a step of the history */
    Traffic(Supplier<ShardingRule> rule, Duration step) {
        this.rule = rule;
        this.stepMillis = step.toMillis();
        this.statements = new Series(this::step);
    }

    /**
     * The counts since the start.
     *
     * @param bounds the upper ends of the classes of {@link Calls#latencies}, in microseconds
     * @param statements of the application
     * @param dataSources the calls to them, by their names
     * @param units how many calls named each actual table, by {@code dataSource.table}
     */
    public record Counts(
            List<Double> bounds, Calls statements, Map<String, Calls> dataSources, Map<String, Long> units) {}

    /** Statements or calls: those that failed, and all of them by the time that they took. */
    public record Calls(long failures, List<Long> latencies) {}

    /**
     * The last steps.
     *
     * @param stepMillis the length of a step
     * @param untilMillis the end of the last one, since 1970
     * @param statements of the application; refused ones count as failed
     * @param dataSources the calls to them, by their names
     */
    public record History(
            long stepMillis, long untilMillis, Series.Past statements, Map<String, Series.Past> dataSources) {}

    private long step() {
        return System.currentTimeMillis() / stepMillis;
    }

    @Override
    public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
        sources.computeIfAbsent(dataSource, none -> new Series(this::step)).add(nanos, failed);
        for (String unit : names().in(dataSource, sql)) {
            units.computeIfAbsent(unit, none -> new LongAdder()).increment();
        }
    }

    @Override
    public void statementEnded(StatementEnded event) {
        statements.add(event.nanos(), event.failure() != null || event.refusal() != null);
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
        sources.forEach((name, source) -> calls.put(name, calls(source)));
        Map<String, Long> byUnit = new TreeMap<>();
        units.forEach((unit, count) -> byUnit.put(unit, count.sum()));
        return new Counts(Latencies.bounds(), calls(statements), calls, byUnit);
    }

    private static Calls calls(Series series) {
        return new Calls(series.failures(), series.latencies());
    }

    History history() {
        long now = step();
        Map<String, Series.Past> calls = new TreeMap<>();
        sources.forEach((name, source) -> calls.put(name, source.past(now)));
        return new History(stepMillis, now * stepMillis, statements.past(now), calls);
    }
}
