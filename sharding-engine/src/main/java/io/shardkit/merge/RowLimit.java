package io.shardkit.merge;

/**
 * The range of rows of the merged result that is returned.
 *
 * @param offset rows to skip, 0 or more
 * @param count rows to give at most, or {@link #ALL}
 */
public record RowLimit(long offset, long count) {
    /** No upper bound. */
    public static final long ALL = Long.MAX_VALUE;

    /** Every row. */
    public static final RowLimit NONE = new RowLimit(0, ALL);

    /** Offset and count together: how many rows each unit has to give. */
    public long end() {
        long sum = offset + count;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
