package io.shardkit.benchmarks;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The keys of one thread: the same keys in the same order for every subject that has a JVM of its own. No two threads
 * have a row in common, so that they do not wait for each other's locks.
 */
@State(Scope.Thread)
public class ThreadKeys {
    private static final long FIRST_FRESH = 1_000_000_000L;
    private static final long FRESH_PER_THREAD = 1_000_000_000L;

    private int thread;
    private int threads = 1;
    private long random = 0x9E3779B97F4A7C15L;
    private AtomicLong fresh = new AtomicLong(FIRST_FRESH);
    private long count;
    private @Nullable KeptStatement kept;

    /** Gives the thread its keys. */
    @Setup
    public void start(ThreadParams params) {
        thread = params.getThreadIndex();
        threads = params.getThreadCount();
        random += thread * 7_046_029_254_386_353_131L;
        fresh.addAndGet(thread * FRESH_PER_THREAD);
    }

    /** One of the thread's own rows, at random. */
    long existing(int rows) {
        int own = rows / threads;
        return (long) thread * own + next(own);
    }

    /** Returns the first of so many consecutive ids that were not used before. */
    long fresh(int ids) {
        return fresh.getAndAdd(ids);
    }

    /** From now on takes what is fresh where the other takes it, so that both insert at the same places of an index. */
    void takeFreshFrom(ThreadKeys other) {
        fresh = other.fresh;
    }

    /** Another number at each call. */
    long different() {
        return ++count * threads + thread;
    }

    /** A number from 0 to below a bound, at random. */
    int next(int bound) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (int) Math.floorMod(random >> 16, (long) bound);
    }

    /** The statement that this thread keeps, or null. */
    @Nullable KeptStatement kept() {
        return kept;
    }

    /** Keeps a statement until the end. */
    void keep(KeptStatement statement) {
        kept = statement;
    }

    /** Closes what the thread kept. */
    @TearDown(Level.Trial)
    public void close() throws SQLException {
        if (kept != null) {
            kept.close();
            kept = null;
        }
    }
}
