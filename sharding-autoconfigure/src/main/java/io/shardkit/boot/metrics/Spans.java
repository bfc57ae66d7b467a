package io.shardkit.boot.metrics;

import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler;
import java.util.List;

/**
 * Has observations made into spans alone, and only where they are kept: what runs within a span that is not sampled is not
 * sampled either. Thread-safe.
 *
 * @param registry has handlers that make spans, and no others
 */
record Spans(ObservationRegistry registry, Tracer tracer) implements ObservationListener.Observing {

    /** @param handlers the first that supports an observation gets it */
    static Spans of(List<TracingObservationHandler<?>> handlers, Tracer tracer) {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig()
                .observationHandler(new ObservationHandler.FirstMatchingCompositeObservationHandler(handlers));
        return new Spans(registry, tracer);
    }

    @Override
    public boolean wanted() {
        TraceContext current = tracer.currentTraceContext().context();
        return current == null || !Boolean.FALSE.equals(current.sampled());
    }
}
