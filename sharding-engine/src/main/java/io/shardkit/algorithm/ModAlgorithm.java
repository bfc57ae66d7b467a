package io.shardkit.algorithm;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Remainder of a whole-number key, or of the days since 1970-01-01 of a date, by the number of shards, never negative
 * ({@link Math#floorMod(long, int)}).
 *
 * @param shardCount number of shards, at least 1
 */
public record ModAlgorithm(int shardCount) implements ShardingAlgorithm {

    public ModAlgorithm {
        if (shardCount < 1) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "sharding-count", shardCount + " is less than 1");
        }
    }

    @Override
    public ShardingAlgorithm over(int shards) {
        return new ModAlgorithm(shards);
    }

    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER || type == KeyType.DATE;
    }

    @Override
    public int shard(long key) {
        return Math.floorMod(key, shardCount);
    }

    /** Keys that follow each other are on shards that follow each other. */
    @Override
    public @Nullable BitSet shards(KeyRange range) {
        Long lower = range.lower();
        Long upper = range.upper();
        if (lower == null || upper == null) {
            return null;
        }
        long width = upper - lower;
        if (width < 0 || width >= 4L * shardCount) {
            return null;
        }
        BitSet shards = new BitSet(shardCount);
        int first = shard(lower);
        int last = shard(upper);
        if (width >= shardCount - 1) {
            shards.set(0, shardCount);
        } else if (first <= last) {
            shards.set(first, last + 1);
        } else {
            shards.set(first, shardCount);
            shards.set(0, last + 1);
        }
        return shards;
    }

    @Override
    public int shard(String key) {
        throw new IllegalArgumentException("mod places whole numbers and dates only");
    }
}
