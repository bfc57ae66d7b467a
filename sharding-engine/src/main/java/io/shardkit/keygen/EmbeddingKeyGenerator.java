package io.shardkit.keygen;

/**
 * Makes whole numbers whose low bits are the shard of another column of the row, so that the key alone tells the shard.
 * Implementations are thread-safe.
 */
public interface EmbeddingKeyGenerator extends KeyGenerator {

    /** The column whose shard is embedded, in lower case. */
    String embeddedColumn();

    /**
     * A new key, never given before, by this method or the other.
     *
     * @param shard from 0, of the row's value in that column
     * @param bits how many low bits hold it, 0 to 10
     */
    long nextKey(int shard, int bits);
}
