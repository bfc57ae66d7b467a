package io.shardkit.algorithm;

import java.math.BigInteger;

/**
 * Places a key by the remainder of a whole number, or of a string that consists of digits, never negative; a part of the
 * digits may be cut off before. Other strings have no rows. Does what ShardingSphere's MOD does.
 *
 * @param shardCount number of shards, at least 1
 * @param cutAtStart number of characters cut off at the beginning, the sign of a number among them
 * @param cutAtEnd number of characters cut off at the end
 */
record DigitsModAlgorithm(int shardCount, int cutAtStart, int cutAtEnd) implements ShardingAlgorithm {

    @Override
    public ShardingAlgorithm over(int shards) {
        return new DigitsModAlgorithm(shards, cutAtStart, cutAtEnd);
    }

    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER || type == KeyType.TEXT || type == KeyType.PADDED_TEXT;
    }

    @Override
    public int shard(long key) {
        return cutAtStart == 0 && cutAtEnd == 0 ? Math.floorMod(key, shardCount) : shard(Long.toString(key));
    }

    @Override
    public int shard(String key) {
        if (key.length() - cutAtEnd <= cutAtStart) {
            return NOWHERE;
        }
        try {
            return new BigInteger(key.substring(cutAtStart, key.length() - cutAtEnd))
                    .mod(BigInteger.valueOf(shardCount))
                    .intValue();
        } catch (NumberFormatException noNumber) {
            return NOWHERE;
        }
    }
}
