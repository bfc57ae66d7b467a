package io.shardkit.lab.load;

import java.util.concurrent.locks.LockSupport;

/** Time as a load sees it; tests have their own. Thread-safe. */
public interface Clock {
    /** The time of this machine. */
    Clock SYSTEM = new Clock() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleepUntil(long nanos) {
            for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
                LockSupport.parkNanos(left);
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
        }
    };

    /** Nanoseconds from any origin, as {@link System#nanoTime()}. */
    long nanos();

    /** Waits until that time; returns at once if it has passed, and earlier if the thread is interrupted. */
    void sleepUntil(long nanos);
}
