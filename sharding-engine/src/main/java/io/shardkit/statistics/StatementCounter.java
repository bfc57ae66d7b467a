package io.shardkit.statistics;

import io.shardkit.observe.Operation;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Counts the executions of one statement: two additions for each that goes to one unit, to an array that few threads share.
 * Thread-safe.
 */
public final class StatementCounter {
    private static final int NANOS = 0;

    /** Units beyond the first one of each execution, so that the usual one adds nothing. */
    private static final int FURTHER_UNITS = 1;

    private static final int ROWS = 2;
    private static final int FIRST_BUCKET = 3;

    private static final int MOST_STRIPES = 4;
    private static final int STRIPES =
            Math.min(MOST_STRIPES, Integer.highestOneBit(Runtime.getRuntime().availableProcessors()));

    /** The last end is not written more often, as threads share it. */
    private static final long SECOND = 1_000_000_000;

    private static final long NEVER = Long.MIN_VALUE;

    private final UnaryOperator<StatementCounter> again;
    private final LongUnaryOperator millis;
    private final String sql;
    private final String summary;
    private final Operation operation;

    private final AtomicReferenceArray<AtomicLongArray> stripes = new AtomicReferenceArray<>(STRIPES);
    private final AtomicLong longest = new AtomicLong();
    private final AtomicInteger widest = new AtomicInteger();
    private final AtomicLong errors = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();
    private volatile String lastError = "";
    private volatile long first = NEVER;
    private volatile long last = NEVER;
    private volatile boolean evicted;

    /**
     * @param again returns the counter that counts the statement once this one is evicted
     * @param millis turns times of {@link System#nanoTime()} into milliseconds of the epoch
     */
    StatementCounter(
            UnaryOperator<StatementCounter> again,
            LongUnaryOperator millis,
            String sql,
            String summary,
            Operation operation) {
        this.again = again;
        this.millis = millis;
        this.sql = sql;
        this.summary = summary;
        this.operation = operation;
    }

    String sql() {
        return sql;
    }

    String summary() {
        return summary;
    }

    Operation operation() {
        return operation;
    }

    /** Returns the counter that counts the statement now: a plan may hold one that made room for others meanwhile. */
    public StatementCounter current() {
        return evicted ? again.apply(this) : this;
    }

    /**
     * Counts an execution.
     *
     * @param start its start, by {@link System#nanoTime()}
     * @param end its end, likewise
     * @param units the number of units it went to
     */
    public void count(long start, long end, int units) {
        AtomicLongArray stripe = stripe();
        long nanos = end - start;
        stripe.getAndAdd(NANOS, nanos);
        stripe.getAndIncrement(FIRST_BUCKET + Latencies.bucket(nanos));
        if (units != 1) {
            stripe.getAndAdd(FURTHER_UNITS, units - 1L);
        }
        if (nanos > longest.get()) {
            longest.accumulateAndGet(nanos, Math::max);
        }
        if (units > widest.get()) {
            widest.accumulateAndGet(units, Math::max);
        }
        if (first == NEVER) {
            first = start;
        }
        if (last == NEVER || end - last > SECOND) {
            last = end;
        }
    }

    /** Counts rows of an execution. */
    public void countRows(long rows) {
        if (rows > 0) {
            stripe().getAndAdd(ROWS, rows);
        }
    }

    /**
     * Counts a failure of an execution.
     *
     * @param refused whether Shardkit refused it
     * @param type as of {@code error.type}
     */
    public void countFailure(boolean refused, String type) {
        (refused ? refusals : errors).incrementAndGet();
        lastError = type;
    }

    private AtomicLongArray stripe() {
        int place = (int) Thread.currentThread().getId() & (STRIPES - 1);
        AtomicLongArray stripe = stripes.get(place);
        if (stripe == null) {
            stripes.compareAndSet(place, null, new AtomicLongArray(FIRST_BUCKET + Latencies.BUCKETS));
            stripe = stripes.get(place);
        }
        // Between the two another thread may have cleared it.
        return stripe == null ? new AtomicLongArray(FIRST_BUCKET + Latencies.BUCKETS) : stripe;
    }

    /** Notes that another counter counts the statement from now on. */
    void evict() {
        evicted = true;
    }

    /** The time of the last execution; that of one that never ran is before all others. */
    long last() {
        return last;
    }

    /** Begins anew. */
    void clear() {
        for (int i = 0; i < STRIPES; i++) {
            stripes.set(i, null);
        }
        longest.set(0);
        widest.set(0);
        errors.set(0);
        refusals.set(0);
        lastError = "";
        first = NEVER;
        last = NEVER;
    }

    /** Returns the counts of the moment; executions that end meanwhile may be in some and not in others. */
    Counts counts() {
        long[] sums = new long[FIRST_BUCKET + Latencies.BUCKETS];
        for (int i = 0; i < STRIPES; i++) {
            AtomicLongArray stripe = stripes.get(i);
            for (int j = 0; stripe != null && j < sums.length; j++) {
                sums[j] += stripe.get(j);
            }
        }
        long[] buckets = new long[Latencies.BUCKETS];
        System.arraycopy(sums, FIRST_BUCKET, buckets, 0, buckets.length);
        return new Counts(
                sql,
                summary,
                operation,
                sums[ROWS],
                sums[FURTHER_UNITS],
                widest.get(),
                sums[NANOS],
                longest.get(),
                errors.get(),
                refusals.get(),
                lastError,
                first == NEVER ? 0 : millis.applyAsLong(first),
                last == NEVER ? 0 : millis.applyAsLong(last),
                buckets);
    }
}
