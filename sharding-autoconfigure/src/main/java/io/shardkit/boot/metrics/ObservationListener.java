package io.shardkit.boot.metrics;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.Operation;
import io.shardkit.observe.QuerySummary;
import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes an observation of each statement, and one below it of each call to a shard: a timer, a span where traces are made,
 * and what else the application makes of observations. While it runs it is the current one of its thread, so that those
 * that others make of the drivers' calls are children of the call. Thread-safe.
 */
final class ObservationListener implements StatementListener {
    /** The statement or call that runs on a thread, of any DataSource: each ends in the reverse order in which it began. */
    private static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

    private final SingletonSupplier<ObservationRegistry> registry;
    private final QuerySummaries summaries;
    private final ByEnums<Operation, ExecutionStrategy, String> names =
            new ByEnums<>(Operation.class, ExecutionStrategy.class, SpanListener::name);

    /**
     * A statement, or a call to a shard.
     *
     * @param around what runs on the same thread and needs this one, such as a query of a key generator's table
     */
    private record Running(Observation observation, Observation.Scope scope, boolean call, @Nullable Running around) {}

    /** @param registry is asked for when a statement first runs: it may need the DataSource that this is made before */
    ObservationListener(Supplier<ObservationRegistry> registry, QuerySummaries summaries) {
        this.registry = SingletonSupplier.of(registry);
        this.summaries = summaries;
    }

    private ObservationRegistry registry() {
        return Objects.requireNonNull(registry.get());
    }

    @Override
    public void statementStarted() {
        Observation observation = Observation.start(ShardingMetric.QUERY.meterName(), ClientContext::new, registry());
        RUNNING.set(new Running(observation, observation.openScope(), false, RUNNING.get()));
    }

    @Override
    public @Nullable Object statement() {
        Running running = RUNNING.get();
        while (running != null && running.call()) {
            running = running.around();
        }
        if (running != null) {
            return running.observation();
        }
        RUNNING.remove();
        return null;
    }

    @Override
    public void shardCallStarted(@Nullable Object statement, String dataSource, String sql) {
        Observation call = Observation.createNotStarted(
                        ShardingMetric.SHARD_CALL.meterName(), ClientContext::new, registry())
                .contextualName(SpanListener.name(dataSource))
                .lowCardinalityKeyValue(MetricKey.DATA_SOURCE.keyValue(dataSource));
        if (statement instanceof Observation parent) {
            call.parentObservation(parent);
        }
        call.start();
        RUNNING.set(new Running(call, call.openScope(), true, RUNNING.get()));
    }

    @Override
    public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
        Running ended = RUNNING.get();
        if (ended == null) {
            RUNNING.remove();
            return;
        }
        if (!ended.call()) {
            return;
        }
        leave(ended);
        Observation call =
                ended.observation().lowCardinalityKeyValue(MetricKey.SUCCESS.keyValue(failed ? "failure" : "success"));
        summaries.attributesOfCall(dataSource, call::highCardinalityKeyValue);
        if (failed) {
            call.error(StatementFailure.ofCall(dataSource));
        }
        call.stop();
    }

    private static void leave(Running ended) {
        ended.scope().close();
        if (ended.around() == null) {
            RUNNING.remove();
        } else {
            RUNNING.set(ended.around());
        }
    }

    @Override
    public void statementEnded(StatementEnded event) {
        Running ended = RUNNING.get();
        if (ended == null) {
            RUNNING.remove();
            return;
        }
        leave(ended);
        Observation statement = ended.observation()
                .lowCardinalityKeyValue(MetricKey.OPERATION.keyValue(MeterListener.value(event.operation())))
                .lowCardinalityKeyValue(MetricKey.WAY.keyValue(MeterListener.value(event.way())))
                .lowCardinalityKeyValue(MetricKey.ERROR_TYPE.keyValue(MeterListener.errorType(event)))
                .highCardinalityKeyValue(MetricKey.UNITS, String.valueOf(event.units()))
                .highCardinalityKeyValue(MetricKey.PLANNED, String.valueOf(event.planned()));
        QuerySummary summary = summaries.of(event.sql());
        if (summary == null || summary.summary().isEmpty()) {
            statement.contextualName(names.of(event.operation(), event.way()));
        } else {
            statement.contextualName(summary.summary());
        }
        if (summary != null) {
            QuerySummaries.attributes(summary, event, statement::highCardinalityKeyValue);
        }
        Exception failure = event.failure();
        if (failure != null) {
            statement.error(StatementFailure.of(event, failure));
        }
        statement.stop();
    }
}
