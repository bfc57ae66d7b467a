package io.shardkit.algorithm;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From the sharding keys of several columns to a shard's number. What {@link ShardingAlgorithm} demands holds for it as
 * well: it is immutable, thread-safe, deterministic over all time, and {@code equals} another one that places all keys
 * alike.
 */
public interface ComplexShardingAlgorithm extends ShardingAlgorithm {

    /**
     * The shard of a row, 0 to {@code shardCount() - 1}, or {@link #NOWHERE}: a row with these keys is refused, and a
     * statement by them finds none.
     *
     * @param keys one for each column of the strategy, in its order: a {@link Long} or a {@link String}, as the columns'
     *     {@link KeyType types} have it
     */
    int shard(List<Object> keys);

    /**
     * The shards that may hold rows of which only some keys are known; null, the default, for all of them.
     *
     * @param keys as for a row, with null for a column that may have any value
     */
    default @Nullable BitSet shards(List<@Nullable Object> keys) {
        return null;
    }

    @Override
    default int shard(long key) {
        return shard(List.of(key));
    }

    @Override
    default int shard(String key) {
        return shard(List.of(key));
    }
}
