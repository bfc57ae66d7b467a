package io.shardkit.algorithm;

import java.util.Map;

/**
 * Places a key by the beginning of a string, or of the digits of a whole number; the longest matching prefix decides.
 *
 * @param shardCount number of shards, at least 1
 * @param shards by prefix
 * @param others the shard of keys with none of the prefixes, or {@link #NOWHERE}
 */
record PrefixAlgorithm(int shardCount, Map<String, Integer> shards, int others) implements TextKeyAlgorithm {

    PrefixAlgorithm {
        shards = Map.copyOf(shards);
    }

    @Override
    public int shard(String key) {
        for (int length = key.length(); length > 0; length--) {
            Integer shard = shards.get(key.substring(0, length));
            if (shard != null) {
                return shard;
            }
        }
        return others;
    }
}
