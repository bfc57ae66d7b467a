package io.shardkit.algorithm;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * From a sharding key to a shard's number. The number counts the targets in the order in which the configuration
 * declares them, from 0.
 *
 * <p>Implementations are immutable, thread-safe and deterministic over all time: where a row was put is where it is
 * looked for. Two algorithms that place every key alike are {@code equals}; binding tables need that.
 */
public interface ShardingAlgorithm {

    /** No shard has rows of the key. */
    int NOWHERE = -1;

    /** Returns the number of shards; at least 1. */
    int shardCount();

    /** Returns true if keys of this type can be placed. */
    boolean accepts(KeyType type);

    /**
     * The shard of a key whose canonical form is a {@link Long}, 0 to {@code shardCount() - 1}, or {@link #NOWHERE}: a
     * row with that key is refused, and a statement by it finds none. Called only for types it accepts; {@link KeyType}
     * says how dates and times are given.
     */
    int shard(long key);

    /**
     * The shard of a key whose canonical form is text, 0 to {@code shardCount() - 1}, or {@link #NOWHERE}. Called only
     * for types it accepts.
     */
    int shard(String key);

    /**
     * The same algorithm for keys of one of the types that it accepts: what a number means depends on it. {@code equals}
     * of algorithms is asked before this.
     */
    default ShardingAlgorithm forKeys(KeyType type) {
        return this;
    }

    /**
     * The same algorithm over another number of shards, if it takes the remainder of a number by that of shards: the shard
     * among few is then the remainder of that among a multiple of them. Null for any other algorithm.
     *
     * @param shards at least 1
     */
    default @Nullable ShardingAlgorithm over(int shards) {
        return null;
    }

    /** The shards that may hold keys of a range, or null for all of them. The range is not empty. */
    default @Nullable BitSet shards(KeyRange range) {
        return enumerate(range, this);
    }

    /** Visits each key of a range that has fewer keys than a few times the shards; null for wider ones. */
    static @Nullable BitSet enumerate(KeyRange range, ShardingAlgorithm algorithm) {
        Long lower = range.lower();
        Long upper = range.upper();
        if (lower == null || upper == null) {
            return null;
        }
        long width = upper - lower;
        if (width < 0 || width >= 4L * algorithm.shardCount()) {
            return null;
        }
        BitSet shards = new BitSet(algorithm.shardCount());
        for (long i = 0; i <= width; i++) {
            int shard = algorithm.shard(lower + i);
            if (shard == TypedHashAlgorithm.UNDECIDED) {
                return null;
            }
            if (shard != NOWHERE) {
                shards.set(shard);
            }
        }
        return shards;
    }
}
