package io.shardkit.algorithm;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;

/**
 * Java's hash of the canonical key, its absolute value, by the number of shards. Rows that ShardingSphere's HASH_MOD
 * placed by {@link Long} or {@link String} values are found where they are.
 *
 * @param shardCount number of shards, at least 1
 */
public record HashModAlgorithm(int shardCount) implements ShardingAlgorithm {

    public HashModAlgorithm {
        if (shardCount < 1) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "sharding-count", shardCount + " is less than 1");
        }
    }

    @Override
    public ShardingAlgorithm over(int shards) {
        return new HashModAlgorithm(shards);
    }

    @Override
    public boolean accepts(KeyType type) {
        return type != KeyType.UNSUPPORTED;
    }

    @Override
    public int shard(long key) {
        return place(Long.hashCode(key));
    }

    @Override
    public int shard(String key) {
        return place(key.hashCode());
    }

    private int place(int hash) {
        return (int) (Math.abs((long) hash) % shardCount);
    }
}
