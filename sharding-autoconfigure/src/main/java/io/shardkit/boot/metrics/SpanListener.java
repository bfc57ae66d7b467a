package io.shardkit.boot.metrics;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.Operation;
import io.shardkit.observe.QuerySummary;
import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes a span of each statement and one below it of each call to a shard, where the trace is sampled: what runs within a
 * span that is not sampled is not sampled either. A span is the current one of its thread while it lasts, so that those
 * that others make of the drivers' calls are its children. They are as {@link ObservationListener}'s, and cost less, as
 * nothing but spans is made. Thread-safe.
 */
final class SpanListener implements StatementListener {
    /**
     * The statement or call that runs on a thread, of any DataSource: each ends in the reverse order in which it began. A
     * thread keeps its place, which is found faster than it is made.
     */
    private static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

    /** A statement within a span that is not sampled, and no statement around it. */
    private static final Running LEFT_OUT = new Running(null, null, false, false, null);

    /** The parent of calls outside any statement, on any thread, unless the calls are left out. */
    private static final Object NO_STATEMENT = new Object();

    private final SingletonSupplier<Tracer> tracer;
    private final QuerySummaries summaries;
    private final ByEnums<Operation, ExecutionStrategy, String> statements =
            new ByEnums<>(Operation.class, ExecutionStrategy.class, SpanListener::name);
    private final Map<String, String> calls = new ConcurrentHashMap<>();

    /**
     * A statement, or a call to a shard that has a span.
     *
     * @param span null of a statement within a span that is not sampled, and so is {@code scope}
     * @param sampled whether the span is kept, so that its calls have spans too
     * @param around what runs on the same thread and needs this one, such as a query of a key generator's table
     */
    private record Running(
            @Nullable Span span,
            Tracer.@Nullable SpanInScope scope,
            boolean call,
            boolean sampled,
            @Nullable Running around) {}

    /** @param tracer is asked for when a statement first runs: it may need the DataSource that this is made before */
    SpanListener(Supplier<Tracer> tracer, QuerySummaries summaries) {
        this.tracer = SingletonSupplier.of(tracer);
        this.summaries = summaries;
    }

    /** Of a statement's span that has no summary. */
    static String name(String operation, String way) {
        return operation + " " + way;
    }

    /** Of the span of a call. */
    static String name(String dataSource) {
        return "call " + dataSource;
    }

    private Tracer tracer() {
        return Objects.requireNonNull(tracer.get());
    }

    /** Returns true if the span around is not sampled. */
    private static boolean isLeftOut(Tracer spans) {
        TraceContext current = spans.currentTraceContext().context();
        return current != null && !isSampled(current);
    }

    private static boolean isSampled(TraceContext context) {
        return !Boolean.FALSE.equals(context.sampled());
    }

    @Override
    public void statementStarted() {
        Tracer spans = tracer();
        Running around = RUNNING.get();
        if (isLeftOut(spans)) {
            RUNNING.set(around == null ? LEFT_OUT : new Running(null, null, false, false, around));
            return;
        }
        // It may begin a trace that is not sampled. Even so it is the current one, or what others make would begin
        // another.
        Span span = spans.spanBuilder().kind(Span.Kind.CLIENT).start();
        RUNNING.set(new Running(span, spans.withSpan(span), false, isSampled(span.context()), around));
    }

    /** Null if the calls are left out. */
    @Override
    public @Nullable Object statement() {
        Running running = RUNNING.get();
        while (running != null && running.call()) {
            running = running.around();
        }
        if (running != null) {
            return running.sampled() ? running.span() : null;
        }
        return isLeftOut(tracer()) ? null : NO_STATEMENT;
    }

    @Override
    public void shardCallStarted(@Nullable Object statement, String dataSource, String sql) {
        if (statement == null) {
            return;
        }
        Tracer spans = tracer();
        Span.Builder next = spans.spanBuilder().kind(Span.Kind.CLIENT);
        if (statement instanceof Span parent) {
            next.setParent(parent.context());
        }
        Span span = next.start();
        RUNNING.set(new Running(span, spans.withSpan(span), true, true, RUNNING.get()));
    }

    @Override
    public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
        Running ended = RUNNING.get();
        if (ended == null || !ended.call() || ended.span() == null) {
            return;
        }
        leave(ended);
        Span span = ended.span()
                .name(calls.computeIfAbsent(dataSource, SpanListener::name))
                .tag(MetricKey.DATA_SOURCE.key(), dataSource)
                .tag(MetricKey.SUCCESS.key(), failed ? "failure" : "success");
        summaries.attributesOfCall(dataSource, span::tag);
        if (failed) {
            span.error(StatementFailure.ofCall(dataSource));
        }
        span.end();
    }

    private static void leave(Running ended) {
        if (ended.scope() != null) {
            ended.scope().close();
        }
        RUNNING.set(ended.around());
    }

    @Override
    public void statementEnded(StatementEnded event) {
        Running ended = RUNNING.get();
        if (ended == null) {
            return;
        }
        leave(ended);
        Span span = ended.span();
        if (span == null) {
            return;
        }
        if (ended.sampled()) {
            describe(span, event);
        }
        span.end();
    }

    private void describe(Span span, StatementEnded event) {
        span.tag(MetricKey.OPERATION.key(), MeterListener.value(event.operation()))
                .tag(MetricKey.WAY.key(), MeterListener.value(event.way()))
                .tag(MetricKey.UNITS, String.valueOf(event.units()))
                .tag(MetricKey.PLANNED, String.valueOf(event.planned()));
        QuerySummary summary = summaries.of(event.sql());
        if (summary == null || summary.summary().isEmpty()) {
            span.name(statements.of(event.operation(), event.way()));
        } else {
            span.name(summary.summary());
        }
        if (summary != null) {
            QuerySummaries.attributes(summary, event, span::tag);
        }
        Exception failure = event.failure();
        if (failure != null) {
            span.tag(MetricKey.ERROR_TYPE.key(), MeterListener.errorType(event));
            span.error(StatementFailure.of(event, failure));
        }
    }
}
