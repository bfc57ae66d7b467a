package io.shardkit.algorithm;

/**
 * The shard that the low bits of a whole number hold, as a key generator put it there: as few bits as hold the greatest
 * shard. A number whose bits hold none is nowhere.
 *
 * @param shardCount how many shards there are, at most 1024
 */
public record LowBitsAlgorithm(int shardCount) implements ShardingAlgorithm {
    /** The largest number of shards that the low bits can hold. */
    public static final int MOST_SHARDS = 1024;

    /** Returns the number of bits that hold a shard. */
    public int bits() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(shardCount - 1);
    }

    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER;
    }

    @Override
    public int shard(long key) {
        int held = (int) (key & (1L << bits()) - 1);
        return held < shardCount ? held : NOWHERE;
    }

    @Override
    public int shard(String key) {
        throw new IllegalArgumentException("Only whole numbers have low bits");
    }
}
