package io.shardkit.statistics;

/**
 * Buckets of times whose width is a quarter of the power of two that they are above, so that a percentile is exact to within
 * an eighth. Times count in units of 1,024 ns.
 */
final class Latencies {
    private static final int SHIFT = 10;

    /** A power of two has so many buckets. */
    private static final int PARTS = 4;

    private static final int PART_BITS = 2;

    /** Longer times, of some minutes, are in the last bucket. */
    private static final int HIGHEST_BIT = 28;

    /** The number of buckets. */
    static final int BUCKETS = (HIGHEST_BIT - PART_BITS + 2) * PARTS;

    private Latencies() {}

    static int bucket(long nanos) {
        long value = Math.max(0, nanos) >>> SHIFT;
        if (value < PARTS) {
            return (int) value;
        }
        int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        int part = (int) (value >>> (bit - PART_BITS)) & (PARTS - 1);
        return Math.min(BUCKETS - 1, (bit - PART_BITS + 1) * PARTS + part);
    }

    /** Returns the shortest time of a bucket in nanoseconds. */
    static long from(int bucket) {
        if (bucket < PARTS) {
            return (long) bucket << SHIFT;
        }
        int bit = bucket / PARTS - 1 + PART_BITS;
        return (long) (PARTS + bucket % PARTS) << (bit - PART_BITS + SHIFT);
    }

    /**
     * Returns the time that a part of all does not exceed, in nanoseconds.
     *
     * @param share such as 0.95
     * @param longest the longest time
     */
    static double percentile(long[] counts, double share, long longest) {
        long all = 0;
        for (long each : counts) {
            all += each;
        }
        double wanted = share * all;
        double before = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && before + counts[i] >= wanted) {
                double within = (wanted - before) / counts[i];
                double to = i == counts.length - 1 ? (double) longest : (double) from(i + 1);
                double least = (double) from(i);
                return Math.min((double) longest, least + within * (to - least));
            }
            before += counts[i];
        }
        return longest;
    }
}
