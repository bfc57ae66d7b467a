package io.shardkit.algorithm;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;

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
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER || type == KeyType.DATE;
    }

    @Override
    public int shard(long key) {
        return Math.floorMod(key, shardCount);
    }

    @Override
    public int shard(String key) {
        throw new IllegalArgumentException("mod places whole numbers and dates only");
    }
}
