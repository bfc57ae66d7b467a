package io.shardkit.lab.subject;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;

/**
 * Places keys by turns, so many next to each other: the tables of a server by what is left of a key when the server was
 * chosen.
 *
 * @param together how many neighbouring keys have the same shard
 * @param shardCount number of shards
 */
public record SpreadAlgorithm(int together, int shardCount) implements ShardingAlgorithm {
    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER;
    }

    @Override
    public int shard(long key) {
        return (int) Math.floorMod(Math.floorDiv(key, (long) together), (long) shardCount);
    }

    @Override
    public int shard(String key) {
        throw new IllegalArgumentException("places numbers only");
    }
}
