package io.shardkit.boot.metrics;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes an observation of each statement, and one below it of each call to a shard: a timer and, where traces are made, a
 * span. While it runs it is the current one of its thread, so that the spans that others make of the drivers' calls are
 * children of the call. Thread-safe.
 */
final class ObservationListener implements StatementListener {
    /** What runs on a thread, whosever it is: it ends in the reverse order in which it began. */
    private static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

    /** The call to a shard that runs on a thread, which need not be that of its statement. */
    private static final ThreadLocal<@Nullable Running> CALLS = new ThreadLocal<>();

    private final SingletonSupplier<ObservationRegistry> registry;

    /** @param around what runs on the same thread and needs this one, such as a query of a key generator's table */
    private record Running(Observation observation, Observation.Scope scope, @Nullable Running around) {}

    /** @param registry is asked for when a statement first runs: it may need the DataSource that this is made before */
    ObservationListener(Supplier<ObservationRegistry> registry) {
        this.registry = SingletonSupplier.of(registry);
    }

    @Override
    public void statementStarted() {
        Observation observation = Observation.start(ShardingMetric.QUERY.meterName(), registry());
        RUNNING.set(new Running(observation, observation.openScope(), RUNNING.get()));
    }

    private ObservationRegistry registry() {
        return Objects.requireNonNull(registry.get());
    }

    @Override
    public @Nullable Object statement() {
        Running running = RUNNING.get();
        return running == null ? null : running.observation();
    }

    @Override
    public void shardCallStarted(@Nullable Object statement, String dataSource, String sql) {
        Observation call = Observation.createNotStarted(ShardingMetric.SHARD_CALL.meterName(), registry())
                .contextualName("call " + dataSource)
                .lowCardinalityKeyValue(MetricKey.DATA_SOURCE.keyValue(dataSource));
        if (statement instanceof Observation parent) {
            call.parentObservation(parent);
        }
        call.start();
        CALLS.set(new Running(call, call.openScope(), CALLS.get()));
    }

    @Override
    public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
        Running ended = CALLS.get();
        if (ended == null) {
            return;
        }
        leave(CALLS, ended);
        ended.observation()
                .lowCardinalityKeyValue(MetricKey.SUCCESS.keyValue(failed ? "failure" : "success"))
                .stop();
    }

    private static void leave(ThreadLocal<@Nullable Running> running, Running ended) {
        ended.scope().close();
        if (ended.around() == null) {
            running.remove();
        } else {
            running.set(ended.around());
        }
    }

    @Override
    public void statementEnded(StatementEnded event) {
        Running ended = RUNNING.get();
        if (ended == null) {
            return;
        }
        leave(RUNNING, ended);
        String operation = MeterListener.value(event.operation());
        String way = MeterListener.value(event.way());
        ended.observation()
                .contextualName(operation + " " + way)
                .lowCardinalityKeyValue(MetricKey.OPERATION.keyValue(operation))
                .lowCardinalityKeyValue(MetricKey.WAY.keyValue(way))
                .lowCardinalityKeyValue(MetricKey.ERROR_TYPE.keyValue(MeterListener.errorType(event)))
                .highCardinalityKeyValue("sharding.units", String.valueOf(event.units()))
                .highCardinalityKeyValue("sharding.planned", String.valueOf(event.planned()))
                .stop();
    }
}
