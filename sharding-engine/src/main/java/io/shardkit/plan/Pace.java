package io.shardkit.plan;

/**
 * How long a data source took lately for its share of a query, so that threads are asked to help only where that saves
 * time. A wrong guess makes a query slower and changes nothing else. Thread-safe.
 */
public final class Pace {
    /** About twice what it takes to hand a share to another thread and to be told that it is done. */
    private static final long WORTH_A_THREAD_NANOS = 100_000;

    /** One slow share, such as one that waited for a garbage collection, must not count for many quick ones. */
    private static final long MOST_NANOS = 20 * WORTH_A_THREAD_NANOS;

    private static final int WEIGHT_OF_PAST = 7;

    private volatile long average = MOST_NANOS;

    /** A pace of which nothing is known yet. */
    public Pace() {}

    /** Whether the shares take long enough to be run by several threads. */
    public boolean isWorthThreads() {
        return average > WORTH_A_THREAD_NANOS;
    }

    /** A share took this long. Of two that end at once one may be forgotten. */
    public void took(long nanos) {
        average = (WEIGHT_OF_PAST * average + Math.min(nanos, MOST_NANOS)) / (WEIGHT_OF_PAST + 1);
    }
}
