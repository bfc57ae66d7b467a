package io.shardkit.algorithm;

/**
 * An algorithm by strings, to which a whole number is its digits. Dates are left out: their canonical form, a number of
 * days, is nothing that one lists.
 */
interface TextKeyAlgorithm extends ShardingAlgorithm {
    @Override
    default boolean accepts(KeyType type) {
        return type == KeyType.INTEGER || type.isShownAsText();
    }

    @Override
    default int shard(long key) {
        return shard(Long.toString(key));
    }
}
