package io.shardkit.lab.workload;

import java.util.BitSet;

/** The rows whose last write has an unknown outcome, as it failed. Thread-safe. */
final class Outcomes {
    private final BitSet unknown = new BitSet();

    /** Writes a row; if that fails, its outcome is unknown from now on. */
    void write(long row, Ledger.Write write) throws Exception {
        boolean done = false;
        try {
            write.run();
            done = true;
        } finally {
            if (!done) {
                synchronized (this) {
                    unknown.set((int) row);
                }
            }
        }
    }

    /** Returns true if all writes of a row were acknowledged. */
    synchronized boolean isKnown(long row) {
        return !unknown.get((int) row);
    }

    /** Returns true if all writes of all rows were acknowledged. */
    synchronized boolean areKnown() {
        return unknown.isEmpty();
    }
}
