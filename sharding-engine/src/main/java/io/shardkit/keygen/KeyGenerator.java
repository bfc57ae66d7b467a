package io.shardkit.keygen;

import io.shardkit.observe.LeaseState;
import org.jspecify.annotations.Nullable;

/** Makes keys that are unique over all shards. Implementations are thread-safe. */
@FunctionalInterface
public interface KeyGenerator {

    /**
     * A new key, never given before: a {@link Long}, a {@link String} or a {@link java.util.UUID}. A UUID is written as it
     * is to a column of type UUID, as its 16 bytes to a binary one, and as its 36 characters to any other.
     *
     * @throws KeyGenerationException if there is none now; the statement is refused with its code
     */
    Object nextKey();

    /** What is known of the worker id that it leases, without asking a database; null if it leases none. */
    default @Nullable LeaseState lease() {
        return null;
    }
}
