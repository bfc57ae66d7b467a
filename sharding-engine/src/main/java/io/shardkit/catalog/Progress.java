package io.shardkit.catalog;

/** The last sign of life of a long reading. Thread-safe. */
public final class Progress {
    private volatile long last = System.nanoTime();

    /** Notes that the reading goes on, so that its time limit begins anew. */
    public void made() {
        last = System.nanoTime();
    }

    /** Returns the nanoseconds since the last sign of life. */
    public long silence() {
        return System.nanoTime() - last;
    }
}
