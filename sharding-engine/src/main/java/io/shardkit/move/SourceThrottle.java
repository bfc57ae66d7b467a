package io.shardkit.move;

import io.shardkit.move.table.Throttle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Leaves a data source time for others: after each step it rests for as long as the step took, and longer the slower the
 * source answers compared to its best. Used by one thread.
 */
final class SourceThrottle implements Throttle {
    private static final double LEAST_REST = 0.5;
    private static final double MOST_REST = 8;
    private static final int STEPS_PER_SECOND = 5;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The best time is forgotten by so much with each step, as rows may be of different length. */
    private static final double FORGETTING = 1.02;

    /** The longest time until a rest that is to be broken off ends. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long rowsPerSecond;
    private final BooleanSupplier isInterrupted;
    private double bestNanosPerRow = Double.MAX_VALUE;

    /**
     * @param rowsPerSecond the most rows in a second; 0 for no fixed limit
     * @param isInterrupted tells if a rest is to be broken off
     */
    SourceThrottle(long rowsPerSecond, BooleanSupplier isInterrupted) {
        this.rowsPerSecond = rowsPerSecond;
        this.isInterrupted = isInterrupted;
    }

    /** Returns the most rows of one step, so that the rests after them are short. */
    int most() {
        return rowsPerSecond == 0 ? Integer.MAX_VALUE : (int) Math.max(1, rowsPerSecond / STEPS_PER_SECOND);
    }

    @Override
    public void pause(int rows, long nanos) {
        long until = System.nanoTime() + rest(rows, nanos);
        for (long left = until - System.nanoTime();
                left > 0 && !isInterrupted.getAsBoolean();
                left = until - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, SLICE_NANOS));
        }
    }

    long rest(int rows, long nanos) {
        if (rows == 0) {
            return 0;
        }
        if (rowsPerSecond > 0) {
            return Math.max(0, (long) (rows * 1e9 / rowsPerSecond) - nanos);
        }
        double perRow = (double) nanos / rows;
        bestNanosPerRow = Math.min(bestNanosPerRow * FORGETTING, perRow);
        double slowness = perRow / bestNanosPerRow;
        double rest = Math.min(MOST_REST, LEAST_REST * slowness * slowness);
        return Math.min(LONGEST_NANOS, (long) (nanos * rest));
    }
}
