package io.shardkit.differential;

import io.shardkit.algorithm.KeyRange;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** What an application might write: a day such as 20240131 goes to the shard of its month; ranges of days narrow too. */
record MonthAlgorithm(int shardCount) implements ShardingAlgorithm {
    private static final long DAYS = 100;

    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER;
    }

    @Override
    public int shard(long key) {
        return Math.floorMod(monthOf(key), shardCount);
    }

    @Override
    public int shard(String key) {
        throw new IllegalArgumentException("days are numbers");
    }

    /** Months between two real days have numbers in between, so the shards of these months are all there are. */
    @Override
    public @Nullable BitSet shards(KeyRange range) {
        Long lower = range.lower();
        Long upper = range.upper();
        if (lower == null || upper == null || !isDay(lower) || !isDay(upper)) {
            return null;
        }
        long first = monthOf(lower);
        long last = Math.min(monthOf(upper), first + shardCount - 1);
        BitSet shards = new BitSet(shardCount);
        for (long month = first; month <= last; month++) {
            shards.set(Math.floorMod(month, shardCount));
        }
        return shards;
    }

    private static boolean isDay(long key) {
        long month = key / DAYS % DAYS;
        return key > 0 && month >= 1 && month <= 12;
    }

    private static long monthOf(long key) {
        return key / DAYS / DAYS * 12 + key / DAYS % DAYS;
    }
}
