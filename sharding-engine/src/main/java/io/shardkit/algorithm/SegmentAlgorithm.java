package io.shardkit.algorithm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Segments of the whole numbers, or of the days since 1970-01-01, each with its shard. A key is looked up by binary
 * search; a range meets exactly the shards of the segments that it overlaps.
 */
final class SegmentAlgorithm implements ShardingAlgorithm {
    private static final long MICROS_OF_DAY = 86_400_000_000L;
    private static final long LAST_DAY = Long.MAX_VALUE / MICROS_OF_DAY;

    private final KeyType type;
    private final int shardCount;
    private final int others;
    private final List<Segment> segments;
    private final long[] first;
    private final long[] last;
    private final int[] shards;

    /**
     * Keys that follow each other and have one shard.
     *
     * @param first the least key
     * @param last the greatest key
     */
    record Segment(long first, long last, int shard) {}

    /**
     * @param type {@link KeyType#INTEGER} or {@link KeyType#DATE}
     * @param segments in any order; no two overlap
     * @param others the shard of keys in none of the segments, or {@link #NOWHERE}
     */
    SegmentAlgorithm(KeyType type, int shardCount, List<Segment> segments, int others) {
        List<Segment> sorted = new ArrayList<>(segments);
        sorted.sort(Comparator.comparingLong(Segment::first));
        this.type = type;
        this.shardCount = shardCount;
        this.others = others;
        this.segments = List.copyOf(sorted);
        this.first = sorted.stream().mapToLong(Segment::first).toArray();
        this.last = sorted.stream().mapToLong(Segment::last).toArray();
        this.shards = sorted.stream().mapToInt(Segment::shard).toArray();
    }

    @Override
    public int shardCount() {
        return shardCount;
    }

    /** Days have times: those of a column with a time are the microseconds of the days, of instants in UTC. */
    @Override
    public boolean accepts(KeyType keyType) {
        boolean ofDays = type == KeyType.DATE && (keyType == KeyType.DATETIME || keyType == KeyType.INSTANT);
        return keyType == type || ofDays;
    }

    @Override
    public ShardingAlgorithm forKeys(KeyType keyType) {
        if (type != KeyType.DATE || keyType == KeyType.DATE || !accepts(keyType)) {
            return this;
        }
        List<Segment> ofTimes = segments.stream()
                .map(segment ->
                        new Segment(midnight(segment.first()), midnight(segment.last() + 1) - 1, segment.shard()))
                .toList();
        return new SegmentAlgorithm(keyType, shardCount, ofTimes, others);
    }

    /** Beyond what a column can hold, the end of all times. */
    private static long midnight(long day) {
        return Math.max(-LAST_DAY, Math.min(LAST_DAY, day)) * MICROS_OF_DAY;
    }

    @Override
    public int shard(long key) {
        int segment = segmentFrom(key);
        return segment < first.length && first[segment] <= key ? shards[segment] : others;
    }

    /** The first segment that ends at or after a key; how many there are if none does. */
    private int segmentFrom(long key) {
        int low = 0;
        int high = last.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (last[middle] < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public BitSet shards(KeyRange range) {
        Long lower = range.lower();
        Long upper = range.upper();
        long from = lower == null ? Long.MIN_VALUE : lower;
        long to = upper == null ? Long.MAX_VALUE : upper;
        BitSet met = new BitSet(shardCount);
        long uncovered = from;
        boolean covered = false;
        for (int i = segmentFrom(from); i < first.length && first[i] <= to; i++) {
            met.set(shards[i]);
            addOthers(met, first[i] > uncovered);
            covered = last[i] >= to;
            uncovered = covered ? to : last[i] + 1;
        }
        addOthers(met, !covered);
        return met;
    }

    private void addOthers(BitSet met, boolean gap) {
        if (gap && others != NOWHERE) {
            met.set(others);
        }
    }

    @Override
    public int shard(String key) {
        throw new IllegalArgumentException("segments place whole numbers and dates only");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SegmentAlgorithm algorithm
                && algorithm.type == type
                && algorithm.shardCount == shardCount
                && algorithm.others == others
                && algorithm.segments.equals(segments);
    }

    @Override
    public int hashCode() {
        return segments.hashCode();
    }

    @Override
    public String toString() {
        return segments.size() + " segments over " + shardCount + " shards";
    }
}
