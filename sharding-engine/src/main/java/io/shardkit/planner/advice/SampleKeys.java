package io.shardkit.planner.advice;

import io.shardkit.keygen.EmbeddingKeyGenerator;
import io.shardkit.keygen.KeyGenerator;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers in place of keys, for statements that are planned and not run: a generator may take its keys from a database. */
public final class SampleKeys {
    private SampleKeys() {}

    /** In place of this one. */
    public static KeyGenerator like(KeyGenerator generator) {
        AtomicLong numbers = new AtomicLong();
        return generator instanceof EmbeddingKeyGenerator embedding
                ? new Embedding(embedding.embeddedColumn(), embedding.embeddedShards(), numbers)
                : numbers::incrementAndGet;
    }

    private record Embedding(String embeddedColumn, int embeddedShards, AtomicLong numbers)
            implements EmbeddingKeyGenerator {
        @Override
        public Object nextKey() {
            return numbers.incrementAndGet();
        }

        @Override
        public long nextKey(int shard, int bits) {
            return numbers.incrementAndGet() << bits | shard;
        }
    }
}
