package io.shardkit.keygen;

/**
 * Makes whole numbers whose low bits are the shard of another column of the row, so that the key alone tells the shard.
 * Implementations are thread-safe.
 */
public interface EmbeddingKeyGenerator extends KeyGenerator {

    /** The column whose shard is embedded, in lower case. */
    String embeddedColumn();

    /**
     * Returns the number of shards that keys tell apart, a power of two up to 1024, so that there can be as many later: the
     * keys hold the shard that there would be among so many. 0 for as many as there are.
     */
    default int embeddedShards() {
        return 0;
    }

    /**
     * A new key, never given before, by this method or the other.
     *
     * @param shard from 0, of the row's value in that column
     * @param bits how many low bits hold it, 0 to 10
     */
    long nextKey(int shard, int bits);
}
