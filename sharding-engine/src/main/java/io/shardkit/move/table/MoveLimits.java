package io.shardkit.move.table;

/**
 * Limits of one move. Immutable.
 *
 * @param chunkRows the most rows that one step copies, compares or follows
 * @param chunkBytes the size of a chunk from which on the next ones have fewer rows
 * @param seconds the longest time that a statement may take
 * @param attempts the number of times that a step is tried which met a foreign lock
 */
public record MoveLimits(int chunkRows, long chunkBytes, int seconds, int attempts) {
    /** The time after which no further chunk is begun in one transaction. */
    static final long STEP_NANOS = 200_000_000;

    /** The limits where none are given. */
    public static final MoveLimits DEFAULTS = new MoveLimits(1000, 8L << 20, 30, 20);
}
