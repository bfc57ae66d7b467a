package io.shardkit.console;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts and times of events since the start, and of the last steps each on its own, in memory that does not grow. No timer
 * runs: the first event after a step closes it. Thread-safe.
 */
final class Series {
    /** The number of closed steps that are kept. */
    static final int STEPS = 360;

    private final LongSupplier clock;
    private final Latencies latencies = new Latencies();
    private final LongAdder failures = new LongAdder();

    private final long[] numbers = new long[STEPS];
    private final long[] counts = new long[STEPS];
    private final long[] failed = new long[STEPS];
    private final double[] slow = new double[STEPS];
    private List<Long> latenciesBefore = latencies.counts();
    private long failuresBefore;
    private volatile long open;

    /** @param clock returns the number of the step that is now */
    Series(LongSupplier clock) {
        this.clock = clock;
        open = clock.getAsLong();
    }

    /**
     * The last steps, the oldest first, without the one that is now.
     *
     * @param counts the number of events in each
     * @param failures how many of them failed
     * @param p95 what 95 % of them did not exceed, in microseconds; 0 if there was none
     */
    public record Past(List<Long> counts, List<Long> failures, List<Double> p95) {}

    void add(long nanos, boolean hasFailed) {
        if (clock.getAsLong() != open) {
            close();
        }
        latencies.add(nanos);
        if (hasFailed) {
            failures.increment();
        }
    }

    long failures() {
        return failures.sum();
    }

    List<Long> latencies() {
        return latencies.counts();
    }

    /** Closes the open step, to which all belongs that was added since the last close: a later event would have closed it. */
    private synchronized void close() {
        long now = clock.getAsLong();
        if (now == open) {
            return;
        }
        List<Long> all = latencies.counts();
        List<Long> own = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            own.add(all.get(i) - latenciesBefore.get(i));
        }
        long allFailed = failures.sum();
        int slot = (int) Math.floorMod(open, (long) STEPS);
        numbers[slot] = open;
        counts[slot] = own.stream().mapToLong(Long::longValue).sum();
        failed[slot] = allFailed - failuresBefore;
        slow[slot] = Latencies.percentile(own, 0.95);
        latenciesBefore = all;
        failuresBefore = allFailed;
        open = now;
    }

    /** @param until the first step that is not wanted */
    synchronized Past past(long until) {
        if (clock.getAsLong() != open) {
            close();
        }
        List<Long> many = new ArrayList<>();
        List<Long> bad = new ArrayList<>();
        List<Double> times = new ArrayList<>();
        for (long step = until - STEPS; step < until; step++) {
            int slot = (int) Math.floorMod(step, (long) STEPS);
            boolean isKept = numbers[slot] == step;
            many.add(isKept ? counts[slot] : 0);
            bad.add(isKept ? failed[slot] : 0);
            times.add(isKept ? slow[slot] : 0);
        }
        return new Past(many, bad, times);
    }
}
