package io.shardkit.lab.workload;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The ledger of acknowledged inserts, each of which has a number of its own: the databases must hold each acknowledged
 * insert once, each of unknown outcome once or not at all, and nothing else. Thread-safe.
 */
final class Ledger {
    private final AtomicLong next = new AtomicLong();
    private final BitSet acknowledged = new BitSet();
    private final BitSet unknown = new BitSet();

    /** Returns a number that was not used before. */
    long next() {
        return next.getAndIncrement();
    }

    /** The first of so many numbers. */
    long next(int count) {
        return next.getAndAdd(count);
    }

    /** Something that writes rows and may fail. */
    @FunctionalInterface
    interface Write {
        void run() throws Exception;
    }

    /** Runs a write of the numbers from one on, and keeps what becomes of them. */
    void keep(long first, int count, Write write) throws Exception {
        boolean done = false;
        try {
            write.run();
            done = true;
        } finally {
            synchronized (this) {
                (done ? acknowledged : unknown).set((int) first, (int) first + count);
            }
        }
    }

    /** Returns the number of acknowledged inserts. */
    synchronized long acknowledged() {
        return acknowledged.cardinality();
    }

    /** The result of reading the databases. Not thread-safe. */
    final class Reading {
        private final BitSet seen = new BitSet();
        private long doubled;
        private long rows;

        /** A row with a number. */
        void row(long number) {
            rows++;
            if (seen.get((int) number)) {
                doubled++;
            }
            seen.set((int) number);
        }

        /** Adds what does not agree. */
        void into(Check check, String what) {
            synchronized (Ledger.this) {
                BitSet lost = (BitSet) acknowledged.clone();
                lost.andNot(seen);
                BitSet foreign = (BitSet) seen.clone();
                foreign.andNot(acknowledged);
                foreign.andNot(unknown);
                check.lost(lost.cardinality());
                check.doubled(doubled);
                check.line(what + " that no client inserted", 0, foreign.cardinality());
                if (unknown.isEmpty()) {
                    check.line(what + " inserted", acknowledged.cardinality(), rows);
                }
            }
        }
    }

    /** A new reading. */
    Reading reading() {
        return new Reading();
    }
}
