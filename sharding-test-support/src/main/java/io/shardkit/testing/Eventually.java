package io.shardkit.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/** Waits for what other threads and processes bring about a moment later. Thread-safe. */
public final class Eventually {
    /** Many times as long as it takes, even on a machine that is busy otherwise. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();

    private static final long STEP_NANOS = Duration.ofMillis(1).toNanos();

    private Eventually() {}

    /**
     * Waits until a count is zero, for twenty seconds at most.
     *
     * @return what it was last, to be asserted
     */
    public static int zero(IntSupplier count) {
        long until = System.nanoTime() + PATIENCE_NANOS;
        int last = count.getAsInt();
        while (last != 0 && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(STEP_NANOS);
            last = count.getAsInt();
        }
        return last;
    }
}
