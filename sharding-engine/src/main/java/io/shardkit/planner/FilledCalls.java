package io.shardkit.planner;

import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import org.jspecify.annotations.Nullable;

/**
 * For some units, what came of a call that the plan of a shape keeps when the literals of a text stood in it. What is
 * not found is made anew, so threads may overwrite each other's.
 */
final class FilledCalls {
    /** The number of units for which filled calls of a statement are kept. */
    static final int MOST = 8;

    private final @Nullable Filled[] filled = new Filled[MOST];

    private record Filled(ShardCall from, SingleShard to) {}

    /** Returns the filled call made from this very call, or null if none is kept. */
    @SuppressWarnings("ReferenceEquality") // the quick test that ShardCall promises
    @Nullable SingleShard of(ShardCall call) {
        Filled known = filled[call.unit() % MOST];
        return known != null && known.from() == call ? known.to() : null;
    }

    void keep(ShardCall call, SingleShard made) {
        filled[call.unit() % MOST] = new Filled(call, made);
    }
}
