package io.shardkit.algorithm;

import java.util.Map;

/**
 * Values with the shard of each. A whole number is known by its digits.
 *
 * @param shardCount number of shards, at least 1
 * @param shards by value; a text without trailing blanks
 * @param others the shard of all other values, or {@link #NOWHERE}
 */
record ByValueAlgorithm(int shardCount, Map<String, Integer> shards, int others) implements TextKeyAlgorithm {

    ByValueAlgorithm {
        shards = Map.copyOf(shards);
    }

    @Override
    public int shard(String key) {
        return shards.getOrDefault(key, others);
    }
}
