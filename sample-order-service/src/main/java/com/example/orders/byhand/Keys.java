package com.example.orders.byhand;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids that increase and are unique over both databases: milliseconds, this instance's number, a sequence; the lowest bits
 * are the database of the order's user, so that an order is found by its id alone. Thread-safe.
 */
public final class Keys {

    private static final long EPOCH = 1_477_958_400_000L;
    private static final int SEQUENCE_BITS = 12;
    private static final int WORKER_BITS = 10;

    private static final long STARTS = 1L << (SEQUENCE_BITS - 2);

    private final long worker;
    private final int databases;

    /** Milliseconds and sequence of the last id. */
    private final AtomicLong last = new AtomicLong();

    /**
     * @param worker 0 to 1023, another in each instance
     * @param databases a power of two
     */
    Keys(int worker, int databases) {
        this.worker = worker;
        this.databases = databases;
    }

    /** An id whose lowest bits are the number of a database. */
    public long next(int database) {
        // Steps of so many databases leave the lowest bits free. A millisecond begins anywhere in the first quarter of
        // its sequence,
        // so
        // that ids spread over the tables also where few are made, and goes on in the next where its own is used up
        long start = ThreadLocalRandom.current().nextLong(STARTS) & -databases;
        long now = (System.currentTimeMillis() - EPOCH) << SEQUENCE_BITS | start;
        long made = last.updateAndGet(before -> Math.max(before + databases, now));
        long sequence = made & ((1L << SEQUENCE_BITS) - 1);
        return (made >>> SEQUENCE_BITS) << (SEQUENCE_BITS + WORKER_BITS)
                | worker << SEQUENCE_BITS
                | sequence
                | database;
    }
}
