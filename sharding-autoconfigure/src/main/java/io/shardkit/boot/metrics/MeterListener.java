package io.shardkit.boot.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.shardkit.observe.CommitEnded;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.Operation;
import io.shardkit.observe.PlanMade;
import io.shardkit.observe.RowsCopied;
import io.shardkit.observe.RowsGathered;
import io.shardkit.observe.RowsMerged;
import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import io.shardkit.observe.SwitchEnded;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/** Counts and times what the engine tells of. Thread-safe. */
final class MeterListener implements StatementListener {
    /** The value of {@code error.type} of what did not fail. */
    static final String NO_ERROR = "none";

    private final SingletonSupplier<Meters> meters;

    /**
     * @param registry is asked for when something is first told: it may need the DataSource that this is made before
     * @param timesStatements whether {@link ShardingMetric#QUERY} and {@link ShardingMetric#SHARD_CALL} are recorded here, and not by an observation
     */
    MeterListener(Supplier<MeterRegistry> registry, boolean timesStatements) {
        this.meters = SingletonSupplier.of(() -> Meters.of(registry.get(), timesStatements));
    }

    private record Meters(
            boolean timesStatements,
            MeterFamily<Timer> statements,
            ByEnums<Operation, ExecutionStrategy, Timer> succeeded,
            ByEnums<Operation, ExecutionStrategy, DistributionSummary> units,
            MeterFamily<Timer> calls,
            Map<String, Timer> answered,
            DistributionSummary mergedRows,
            MeterFamily<Timer> gathers,
            MeterFamily<DistributionSummary> gatheredRows,
            MeterFamily<Counter> refusals,
            MeterFamily<Timer> plans,
            LongAdder planHits,
            LongAdder planMisses,
            ByEnums<CommitEnded.Mode, CommitEnded.Outcome, Timer> commits,
            LongAdder movedRows,
            Timer switched,
            Timer undone) {
        static Meters of(MeterRegistry registry, boolean timesStatements) {
            MeterFamily<Timer> statements = MeterFamily.timers(ShardingMetric.QUERY, registry);
            MeterFamily<DistributionSummary> units = MeterFamily.summaries(ShardingMetric.QUERY_UNITS, registry);
            MeterFamily<Timer> commits = MeterFamily.timers(ShardingMetric.COMMIT, registry);
            MeterFamily<Timer> pauses = MeterFamily.timers(ShardingMetric.MOVE_PAUSE, registry);
            MeterFamily<LongAdder> requests = MeterFamily.sums(ShardingMetric.PLAN_REQUESTS, registry);
            return new Meters(
                    timesStatements,
                    statements,
                    new ByEnums<>(
                            Operation.class,
                            ExecutionStrategy.class,
                            (operation, way) -> statements.of(operation, way, NO_ERROR)),
                    new ByEnums<>(Operation.class, ExecutionStrategy.class, units::of),
                    MeterFamily.timers(ShardingMetric.SHARD_CALL, registry),
                    new ConcurrentHashMap<>(),
                    MeterFamily.summaries(ShardingMetric.MERGE_ROWS, registry).of(),
                    MeterFamily.timers(ShardingMetric.GATHER, registry),
                    MeterFamily.summaries(ShardingMetric.GATHER_ROWS, registry),
                    MeterFamily.counters(ShardingMetric.REFUSALS, registry),
                    MeterFamily.timers(ShardingMetric.PLAN, registry),
                    requests.of("hit"),
                    requests.of("miss"),
                    new ByEnums<>(CommitEnded.Mode.class, CommitEnded.Outcome.class, commits::of),
                    MeterFamily.sums(ShardingMetric.MOVE_ROWS, registry).of(),
                    pauses.of("switched"),
                    pauses.of("undone"));
        }
    }

    private Meters meters() {
        return Objects.requireNonNull(meters.get());
    }

    /** As the values of keys are written. */
    static String value(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    static String errorType(StatementEnded event) {
        String type = event.errorType();
        return type.isEmpty() ? NO_ERROR : type;
    }

    @Override
    public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
        Meters all = meters();
        if (!all.timesStatements()) {
            return;
        }
        Timer timer =
                failed ? all.calls().of(dataSource, "failure") : all.answered().get(dataSource);
        if (timer == null) {
            timer = all.calls().of(dataSource, "success");
            all.answered().put(dataSource, timer);
        }
        timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void statementEnded(StatementEnded event) {
        Meters all = meters();
        if (all.timesStatements()) {
            Timer timer = event.failure() == null
                    ? all.succeeded().of(event.operation(), event.way())
                    : all.statements().of(value(event.operation()), value(event.way()), errorType(event));
            timer.record(event.nanos(), TimeUnit.NANOSECONDS);
        }
        // Of those that went to one there is nothing to tell; most do, and it would cost them.
        if (event.units() > 1) {
            all.units().of(event.operation(), event.way()).record(event.units());
        }
        if (event.refusal() != null) {
            all.refusals().of(event.refusal().code()).increment();
        }
    }

    @Override
    public void rowsMerged(RowsMerged event) {
        meters().mergedRows().record((double) event.rows());
    }

    @Override
    public void rowsGathered(RowsGathered event) {
        meters().gathers().of(event.dataSource()).record(event.nanos(), TimeUnit.NANOSECONDS);
        meters().gatheredRows().of(event.dataSource()).record((double) event.rows());
    }

    @Override
    public void commitEnded(CommitEnded event) {
        meters().commits().of(event.mode(), event.outcome()).record(event.nanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void planRequested(boolean kept) {
        (kept ? meters().planHits() : meters().planMisses()).increment();
    }

    @Override
    public void planMade(PlanMade event) {
        meters().plans().of(value(event.operation())).record(event.nanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void rowsCopied(RowsCopied event) {
        meters().movedRows().add(event.rows());
    }

    @Override
    public void switchEnded(SwitchEnded event) {
        (event.undone() ? meters().undone() : meters().switched()).record(event.nanos(), TimeUnit.NANOSECONDS);
    }
}
