package io.shardkit.keygen;

import io.shardkit.observe.LeaseState;
import org.jspecify.annotations.Nullable;

/** The source of a generator's worker id, which no other process may use at the same time. Thread-safe. */
public interface WorkerIds extends AutoCloseable {

    /**
     * The worker id for a key of this moment.
     *
     * @param nowMillis the time that is to stand in the key, in milliseconds of the process's own clock
     * @throws KeyGenerationException if none is held that covers this time
     */
    Grant grant(long nowMillis);

    /**
     * Gives the worker id back.
     *
     * @param lastMillis the greatest time that stands in a key
     */
    default void release(long lastMillis) {}

    /** Returns the last known state of the lease, without asking a database; null if the worker id is not leased. */
    default @Nullable LeaseState lease() {
        return null;
    }

    @Override
    default void close() {
        release(0);
    }

    /**
     * A worker id that may be used.
     *
     * @param worker the worker id
     * @param usedUntilMillis the greatest time that an earlier holder may have put into a key; keys have to be later
     */
    record Grant(long worker, long usedUntilMillis) {}

    /** A worker id that is this process's own for good. */
    static WorkerIds fixed(long worker) {
        Grant grant = new Grant(worker, Long.MIN_VALUE);
        return nowMillis -> grant;
    }
}
