package io.shardkit.keygen;

import io.shardkit.observe.LeaseState;
import org.jspecify.annotations.Nullable;

/**
 * Makes keys that are unique over all shards. Implementations are thread-safe.
 *
 * <p>A generator belongs to the code that made it, and is closed before the databases that it uses; a rule and a data
 * source do not close it. {@link KeyGenerators} has the built-in ones.
 */
@FunctionalInterface
public interface KeyGenerator extends AutoCloseable {

    /**
     * A new key, never given before: a {@link Long}, a {@link String} or a {@link java.util.UUID}. A UUID is written as it
     * is to a column of type UUID, as its 16 bytes to a binary one, and as its 36 characters to any other.
     *
     * @throws KeyGenerationException if there is none now; the statement is refused with its code
     */
    Object nextKey();

    /**
     * A new key within the time that the statement still has. The generators that never wait for long leave this as it is,
     * and so do all by default: they have any time.
     *
     * @param nanos how long it may take, in nanoseconds; 0 for as long as {@link #nextKey()} may
     * @throws KeyGenerationException as {@link #nextKey()} does, or with {@link
     *     io.shardkit.error.ErrorCode#DEADLINE_PASSED} if the time is over
     */
    default Object nextKey(long nanos) {
        return nextKey();
    }

    /**
     * Returns the last known state of the worker id that the generator leases, without asking a database; null if it
     * leases none.
     */
    default @Nullable LeaseState lease() {
        return null;
    }

    /** Releases a leased worker id, threads and whatever else is held; no keys are made after it. Nothing by default. */
    @Override
    default void close() {}
}
