package io.shardkit.move;

import io.shardkit.move.table.Throttle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Leaves a data source time for others: after each step it rests for as long as the step took, and longer the slower the
 * source answers compared to its best. Used by one thread.
 */
final class SourceThrottle implements Throttle {
    private static final double LEAST_REST = 0.5;
    private static final double MOST_REST = 8;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The best time is forgotten by so much with each step, as rows may be of different length. */
    private static final double FORGETTING = 1.02;

    private final long rowsPerSecond;
    private double bestNanosPerRow = Double.MAX_VALUE;

    /** @param rowsPerSecond the most rows in a second; 0 for no fixed limit */
    SourceThrottle(long rowsPerSecond) {
        this.rowsPerSecond = rowsPerSecond;
    }

    @Override
    public void pause(int rows, long nanos) {
        LockSupport.parkNanos(rest(rows, nanos));
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
