package io.shardkit.planner;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;

/** An application's algorithm that places keys above 100 outside of its two shards. */
record BrokenAlgorithm() implements ShardingAlgorithm {

    @Override
    public int shardCount() {
        return 2;
    }

    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER;
    }

    @Override
    public int shard(long key) {
        return key > 100 ? 2 : Math.floorMod(key, 2);
    }

    @Override
    public int shard(String key) {
        throw new IllegalArgumentException("text");
    }
}
