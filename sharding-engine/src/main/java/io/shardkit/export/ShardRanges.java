package io.shardkit.export;

import io.shardkit.algorithm.KeyRange;
import io.shardkit.algorithm.ShardingAlgorithm;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The ranges that the keys of each shard of an algorithm lie in. */
final class ShardRanges {
    private ShardRanges() {}

    /**
     * Returns a range of keys for each shard, or null for a shard that no key gets to or that has no actual table. Each key lies
     * in one of the ranges, also one that gets to no such shard: a condition that contradicts all of them would let an engine
     * leave out all that it reads, and with that the checks of the view.
     *
     * @param present the shards that have an actual table
     */
    static List<@Nullable KeyRange> of(ShardingAlgorithm algorithm, BitSet present) {
        List<@Nullable KeyRange> ranges = new ArrayList<>();
        for (int shard = 0; shard < algorithm.shardCount(); shard++) {
            ranges.add(present.get(shard) ? keys(algorithm, shard) : null);
        }
        closeGaps(ranges);
        return ranges;
    }

    /**
     * Returns the keys between the least and the greatest that an algorithm may look for in a shard, or null if it looks for
     * none there.
     */
    private static @Nullable KeyRange keys(ShardingAlgorithm algorithm, int shard) {
        if (!meets(algorithm, new KeyRange(null, null), shard)) {
            return null;
        }
        Long below = lastWithout(algorithm, shard, key -> new KeyRange(null, key), Long.MIN_VALUE, Long.MAX_VALUE);
        Long above = lastWithout(algorithm, shard, key -> new KeyRange(key, null), Long.MAX_VALUE, Long.MIN_VALUE);
        return new KeyRange(below == null ? null : below + 1, above == null ? null : above - 1);
    }

    private static boolean meets(ShardingAlgorithm algorithm, KeyRange range, int shard) {
        BitSet shards = algorithm.shards(range);
        return shards == null || shards.get(shard);
    }

    /**
     * Returns the key farthest from one end of all keys so that the shard has none of those up to it, or null if it may have
     * all. What is returned was asked for itself, so that it holds also where an algorithm is less exact for wider ranges.
     */
    private static @Nullable Long lastWithout(
            ShardingAlgorithm algorithm, int shard, LongFunction<KeyRange> upTo, long end, long otherEnd) {
        if (meets(algorithm, upTo.apply(end), shard) || !meets(algorithm, upTo.apply(otherEnd), shard)) {
            return null;
        }
        long without = end;
        long with = otherEnd;
        for (long middle = middle(without, with); middle != without && middle != with; middle = middle(without, with)) {
            if (meets(algorithm, upTo.apply(middle), shard)) {
                with = middle;
            } else {
                without = middle;
            }
        }
        return without;
    }

    /** Returns the mean, rounded down, where the sum may be too large. */
    private static long middle(long one, long other) {
        return (one & other) + ((one ^ other) >> 1);
    }

    /** Widens each range that ends before a gap up to the next one, the first to all lesser keys and the last to all greater. */
    private static void closeGaps(List<@Nullable KeyRange> ranges) {
        List<Integer> inOrder = IntStream.range(0, ranges.size())
                .filter(shard -> ranges.get(shard) != null)
                .boxed()
                .sorted(Comparator.comparingLong(shard -> least(range(ranges, shard))))
                .toList();
        if (inOrder.isEmpty()) {
            return;
        }
        int farthest = inOrder.get(0);
        ranges.set(farthest, new KeyRange(null, range(ranges, farthest).upper()));
        for (int shard : inOrder) {
            KeyRange before = range(ranges, farthest);
            KeyRange next = range(ranges, shard);
            if (least(next) > greatest(before)) {
                ranges.set(farthest, new KeyRange(before.lower(), least(next) - 1));
            }
            farthest = greatest(next) > greatest(before) ? shard : farthest;
        }
        ranges.set(farthest, new KeyRange(range(ranges, farthest).lower(), null));
    }

    private static KeyRange range(List<@Nullable KeyRange> ranges, int shard) {
        return Objects.requireNonNull(ranges.get(shard));
    }

    private static long least(KeyRange range) {
        return range.lower() == null ? Long.MIN_VALUE : range.lower();
    }

    private static long greatest(KeyRange range) {
        return range.upper() == null ? Long.MAX_VALUE : range.upper();
    }
}
