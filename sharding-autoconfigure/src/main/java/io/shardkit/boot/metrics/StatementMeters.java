package io.shardkit.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.PlanMade;
import io.shardkit.observe.QuerySummary;
import io.shardkit.observe.StatementListener;
import io.shardkit.observe.StatementTotals;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of the statistics of statements, by operations and tables: added when a statement is first planned that has
 * others. Thread-safe.
 */
final class StatementMeters implements StatementListener, MeterBinder {
    /** The summaries for which there are totals, and one of all others. */
    private static final int MOST = 101;

    /** The meters of one look at the registry share the totals. */
    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

    private final QuerySummaries summaries;
    private final Supplier<ShardingDataSource> dataSource;
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private volatile @Nullable MeterRegistry registry;
    private volatile Seen last = new Seen(Map.of(), System.nanoTime() - FRESH_NANOS);

    private record Seen(Map<String, StatementTotals> totals, long at) {}

    /** @param dataSource is asked for when meters are bound, as it needs this listener */
    StatementMeters(QuerySummaries summaries, Supplier<ShardingDataSource> dataSource) {
        this.summaries = summaries;
        this.dataSource = dataSource;
    }

    @Override
    public void bindTo(MeterRegistry to) {
        registry = to;
        dataSource.get().statementTotals().keySet().forEach(summary -> add(summary, to));
    }

    @Override
    public void planMade(PlanMade event) {
        MeterRegistry to = registry;
        if (to == null || known.size() >= MOST) {
            return;
        }
        QuerySummary summary = summaries.of(event.sql());
        if (summary != null
                && !known.contains(summary.summary())
                && dataSource.get().statementTotals().containsKey(summary.summary())) {
            add(summary.summary(), to);
        }
    }

    private void add(String summary, MeterRegistry to) {
        if (!known.add(summary)) {
            return;
        }
        Tags tags = Tags.of(MetricKey.SUMMARY.tag(summary));
        FunctionTimer.builder(
                        ShardingMetric.STATEMENT.meterName(),
                        this,
                        of -> of.totals(summary).calls(),
                        of -> of.totals(summary).seconds(),
                        TimeUnit.SECONDS)
                .description(ShardingMetric.STATEMENT.description())
                .tags(tags)
                .register(to);
        counter(ShardingMetric.STATEMENT_ROWS, summary, StatementTotals::rows, to);
        counter(ShardingMetric.STATEMENT_ERRORS, summary, StatementTotals::errors, to);
    }

    private void counter(
            ShardingMetric metric, String summary, ToDoubleFunction<StatementTotals> value, MeterRegistry to) {
        FunctionCounter.builder(metric.meterName(), this, of -> value.applyAsDouble(of.totals(summary)))
                .description(metric.description())
                .tags(Tags.of(MetricKey.SUMMARY.tag(summary)))
                .register(to);
    }

    private StatementTotals totals(String summary) {
        Seen seen = last;
        if (System.nanoTime() - seen.at >= FRESH_NANOS) {
            seen = new Seen(dataSource.get().statementTotals(), System.nanoTime());
            last = seen;
        }
        return seen.totals.getOrDefault(summary, StatementTotals.NONE);
    }
}
