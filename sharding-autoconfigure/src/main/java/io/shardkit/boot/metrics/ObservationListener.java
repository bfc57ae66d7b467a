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
 * children of the call. What {@link Observing} says would not be kept is not made. Thread-safe.
 */
final class ObservationListener implements StatementListener {
    /** What runs on a thread, whosever it is: it ends in the reverse order in which it began. */
    private static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

    /** What the calls of a statement belong to that is not observed, on whichever threads: nothing is made of them. */
    private static final Object LEFT_OUT = new Object();

    /** A statement that is not observed, and nothing around it. */
    private static final Running UNOBSERVED = new Running(null, null, false, false, null);

    private final SingletonSupplier<Observing> observing;

    /** Where observations are made, and whether they are. */
    interface Observing {
        ObservationRegistry registry();

        /** Whether what would be observed now, on this thread, is wanted. */
        boolean wanted();
    }

    /**
     * A statement, or a call to a shard that is observed.
     *
     * @param observation null of a statement that is not observed, and so is {@code scope}
     * @param callsToo of a statement whether its calls are observed
     * @param around what runs on the same thread and needs this one, such as a query of a key generator's table
     */
    private record Running(
            @Nullable Observation observation,
            Observation.@Nullable Scope scope,
            boolean call,
            boolean callsToo,
            @Nullable Running around) {}

    /** @param observing is asked for when a statement first runs: it may need the DataSource that this is made before */
    ObservationListener(Supplier<Observing> observing) {
        this.observing = SingletonSupplier.of(observing);
    }

    /** Where everything is observed. */
    static Observing everything(ObservationRegistry registry) {
        return new Observing() {
            @Override
            public ObservationRegistry registry() {
                return registry;
            }

            @Override
            public boolean wanted() {
                return true;
            }
        };
    }

    private Observing observing() {
        return Objects.requireNonNull(observing.get());
    }

    @Override
    public void statementStarted() {
        Observing by = observing();
        Running around = RUNNING.get();
        if (!by.wanted()) {
            RUNNING.set(around == null ? UNOBSERVED : new Running(null, null, false, false, around));
            return;
        }
        Observation observation = Observation.start(ShardingMetric.QUERY.meterName(), by.registry());
        Observation.Scope scope = observation.openScope();
        // It may have begun a trace that is not sampled.
        RUNNING.set(new Running(observation, scope, false, by.wanted(), around));
    }

    @Override
    public @Nullable Object statement() {
        Running running = RUNNING.get();
        while (running != null && running.call()) {
            running = running.around();
        }
        if (running != null) {
            return running.callsToo() ? running.observation() : LEFT_OUT;
        }
        RUNNING.remove();
        return observing().wanted() ? null : LEFT_OUT;
    }

    @Override
    public void shardCallStarted(@Nullable Object statement, String dataSource, String sql) {
        if (statement == LEFT_OUT) {
            return;
        }
        Observation call = Observation.createNotStarted(
                        ShardingMetric.SHARD_CALL.meterName(), observing().registry())
                .contextualName("call " + dataSource)
                .lowCardinalityKeyValue(MetricKey.DATA_SOURCE.keyValue(dataSource));
        if (statement instanceof Observation parent) {
            call.parentObservation(parent);
        }
        call.start();
        RUNNING.set(new Running(call, call.openScope(), true, false, RUNNING.get()));
    }

    @Override
    public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
        Running ended = RUNNING.get();
        if (ended == null) {
            RUNNING.remove();
            return;
        }
        Observation call = ended.observation();
        if (!ended.call() || call == null) {
            return;
        }
        leave(ended);
        call.lowCardinalityKeyValue(MetricKey.SUCCESS.keyValue(failed ? "failure" : "success"))
                .stop();
    }

    private static void leave(Running ended) {
        if (ended.scope() != null) {
            ended.scope().close();
        }
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
        Observation observation = ended.observation();
        if (observation == null) {
            return;
        }
        String operation = MeterListener.value(event.operation());
        String way = MeterListener.value(event.way());
        observation
                .contextualName(operation + " " + way)
                .lowCardinalityKeyValue(MetricKey.OPERATION.keyValue(operation))
                .lowCardinalityKeyValue(MetricKey.WAY.keyValue(way))
                .lowCardinalityKeyValue(MetricKey.ERROR_TYPE.keyValue(MeterListener.errorType(event)))
                .highCardinalityKeyValue("sharding.units", String.valueOf(event.units()))
                .highCardinalityKeyValue("sharding.planned", String.valueOf(event.planned()))
                .stop();
    }
}
