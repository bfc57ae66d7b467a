package io.shardkit.options;

import io.shardkit.observe.StatementListener;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How the engine behaves, apart from what is sharded. Immutable.
 *
 * @param crossSource what happens when one transaction writes to more than one data source
 * @param executor runs the parallel parts of a scatter; must not be bounded with a blocking queue. The caller's thread
 *     always takes one part itself
 * @param limits how far a single statement may go
 * @param planCacheSize how many plans are kept, at least 1
 * @param planCacheWeight about how many bytes the plans that are kept may occupy, at least 1
 * @param listener told of the calls to the shards
 * @param lockTimeout how long a transaction over several data sources waits for a lock where the database itself would
 *     wait for ever; zero if it may
 * @param atomic what atomic commits need, or null if no transaction asks for one
 * @param commitFence whether reads over several data sources wait for commits over several, and these for the reads, so
 *     that a read sees all of a commit or none
 * @param maxWaiting how many threads may wait for a connection to one data source at a time; 0 for any number
 * @param start what happens if a data source cannot be reached at the start
 */
public record ShardingOptions(
        CrossSource crossSource,
        Executor executor,
        Limits limits,
        int planCacheSize,
        long planCacheWeight,
        StatementListener listener,
        Duration lockTimeout,
        @Nullable AtomicCommits atomic,
        boolean commitFence,
        int maxWaiting,
        Start start) {
    public ShardingOptions {
        crossSource = crossSource.named();
    }

    /** Default of {@code planCacheSize}. */
    public static final int DEFAULT_PLAN_CACHE_SIZE = 2048;

    /** Default of {@code planCacheWeight}: 64 MB. */
    public static final long DEFAULT_PLAN_CACHE_WEIGHT = 64L << 20;

    /** Default of {@code lockTimeout}. */
    public static final Duration DEFAULT_LOCK_TIMEOUT = Duration.ofSeconds(30);

    /** With the defaults of {@code planCacheWeight} and {@code lockTimeout}. */
    public ShardingOptions(
            CrossSource crossSource, Executor executor, Limits limits, int planCacheSize, StatementListener listener) {
        this(crossSource, executor, limits, planCacheSize, DEFAULT_PLAN_CACHE_WEIGHT, listener, DEFAULT_LOCK_TIMEOUT);
    }

    /** With what atomic commits need by default, if they are the usual way. */
    public ShardingOptions(
            CrossSource crossSource,
            Executor executor,
            Limits limits,
            int planCacheSize,
            long planCacheWeight,
            StatementListener listener,
            Duration lockTimeout) {
        this(
                crossSource,
                executor,
                limits,
                planCacheSize,
                planCacheWeight,
                listener,
                lockTimeout,
                crossSource.named() == CrossSource.ATOMIC ? AtomicCommits.DEFAULTS : null,
                false);
    }

    /** Where any number of threads may wait, and all databases have to be there at the start. */
    public ShardingOptions(
            CrossSource crossSource,
            Executor executor,
            Limits limits,
            int planCacheSize,
            long planCacheWeight,
            StatementListener listener,
            Duration lockTimeout,
            @Nullable AtomicCommits atomic,
            boolean commitFence) {
        this(
                crossSource,
                executor,
                limits,
                planCacheSize,
                planCacheWeight,
                listener,
                lockTimeout,
                atomic,
                commitFence,
                0,
                Start.STOP);
    }

    /** Best effort over several sources, the default limits, 2048 plans, no listener. */
    public static ShardingOptions defaults(Executor executor) {
        return new ShardingOptions(
                CrossSource.BEST_EFFORT, executor, Limits.DEFAULTS, DEFAULT_PLAN_CACHE_SIZE, StatementListener.NONE);
    }
}
