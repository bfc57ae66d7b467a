package io.shardkit.move.table;

/** Slows the copy and the comparison down. */
@FunctionalInterface
public interface Throttle {
    /** Goes on at once. */
    Throttle NONE = (rows, nanos) -> {};

    /**
     * Waits as long as the databases are to have rest.
     *
     * @param rows the number of rows of the last step
     * @param nanos how long it took
     */
    void pause(int rows, long nanos);
}
