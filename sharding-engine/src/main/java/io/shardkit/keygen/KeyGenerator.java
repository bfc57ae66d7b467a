package io.shardkit.keygen;

/** Makes keys that are unique over all shards. Implementations are thread-safe. */
@FunctionalInterface
public interface KeyGenerator {

    /** A new key, never given before: a {@link Long}, a {@link String} or a {@link java.util.UUID}. */
    Object nextKey();
}
