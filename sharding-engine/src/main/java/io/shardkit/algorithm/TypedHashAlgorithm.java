package io.shardkit.algorithm;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The absolute value of Java's hash of a value as an application gave it, by the number of shards. An {@link Integer} and
 * a {@link Long} of one negative number have different hashes, and a stored number does not tell which of them placed it.
 *
 * @param shardCount number of shards, at least 1
 * @param negative which class the negative numbers had that fit in both
 */
record TypedHashAlgorithm(int shardCount, NegativeKeys negative) implements ShardingAlgorithm {
    /** Below {@link #NOWHERE}: no shard at all, so that a statement by the key is refused whatever it does. */
    static final int UNDECIDED = -2;

    @Override
    public ShardingAlgorithm over(int shards) {
        return new TypedHashAlgorithm(shards, negative);
    }

    /** Other types are left out: their canonical forms are not what an application gave. */
    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER || type == KeyType.TEXT || type == KeyType.PADDED_TEXT;
    }

    @Override
    public int shard(long key) {
        boolean either = NegativeKeys.isEither(key);
        if (either && negative == NegativeKeys.REFUSE) {
            return UNDECIDED;
        }
        return place(either && negative == NegativeKeys.AS_INT ? (int) key : Long.hashCode(key));
    }

    @Override
    public int shard(String key) {
        return place(key.hashCode());
    }

    private int place(int hash) {
        return (int) (Math.abs((long) hash) % shardCount);
    }

    /** All of them: neighbours are apart. */
    @Override
    public @Nullable BitSet shards(KeyRange range) {
        return null;
    }

    /** Stands in the message when a key is refused. */
    @Override
    public String toString() {
        return negative == NegativeKeys.REFUSE
                ? "hash-mod, whose setting negative-keys (as-long or as-int) decides the shard of a negative key,"
                : "hash-mod with negative keys " + negative.written();
    }
}
