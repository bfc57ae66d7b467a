package io.shardkit.rule;

import io.shardkit.observe.StatementListener;
import java.util.concurrent.Executor;

/**
 * How the engine behaves, apart from what is sharded. Immutable.
 *
 * @param crossSource what happens when one transaction writes to more than one data source
 * @param executor runs the parallel parts of a scatter; must not be bounded with a blocking queue. The caller's thread
 *     always takes one part itself
 * @param gatherEnabled whether rows of several shards may be gathered in one place to answer a query
 * @param gatherMaxRows how many rows a gather may copy, at least 1; one that needs more is refused
 * @param planCacheSize how many plans are kept, at least 1
 * @param listener told of the calls to the shards
 */
public record ShardingOptions(
        CrossSource crossSource,
        Executor executor,
        boolean gatherEnabled,
        long gatherMaxRows,
        int planCacheSize,
        StatementListener listener) {
    /** Default of {@code planCacheSize}. */
    public static final int DEFAULT_PLAN_CACHE_SIZE = 2048;

    /** Default of {@code gatherMaxRows}. */
    public static final long DEFAULT_GATHER_MAX_ROWS = 100_000;

    /** Best effort over several sources, gathering of up to 100,000 rows, 2048 plans, no listener. */
    public static ShardingOptions defaults(Executor executor) {
        return new ShardingOptions(
                CrossSource.BEST_EFFORT,
                executor,
                true,
                DEFAULT_GATHER_MAX_ROWS,
                DEFAULT_PLAN_CACHE_SIZE,
                StatementListener.NONE);
    }
}
