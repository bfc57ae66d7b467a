package io.shardkit.algorithm;

import java.util.Map;

/**
 * Values, or beginnings of values, with the shard of each. A whole number is known by its digits; the longest matching
 * prefix decides.
 *
 * @param shardCount number of shards, at least 1
 * @param shards by value or prefix; a string without trailing blanks
 * @param others the shard of all other values, or {@link #NOWHERE}
 * @param prefixes whether {@code shards} has beginnings of values
 */
record ByValueAlgorithm(int shardCount, Map<String, Integer> shards, int others, boolean prefixes)
        implements TextKeyAlgorithm {

    ByValueAlgorithm {
        shards = Map.copyOf(shards);
    }

    @Override
    public int shard(String key) {
        Integer shard = prefixes ? null : shards.get(key);
        for (int length = key.length(); shard == null && prefixes && length > 0; length--) {
            shard = shards.get(key.substring(0, length));
        }
        return shard == null ? others : shard;
    }
}
