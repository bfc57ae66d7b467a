package io.shardkit.execute.run;

import io.shardkit.observe.StatementListener;
import io.shardkit.options.ShardingOptions;
import org.jspecify.annotations.Nullable;

/** Makes the observers of connections. */
public final class StatementObservers {
    private StatementObservers() {}

    /** Returns an observer for these options; null if there is neither a listener nor statistics. */
    public static @Nullable StatementObserver of(ShardingOptions options) {
        StatementListener listener = options.listener();
        if (listener != StatementListener.NONE) {
            return new ToldStatements(listener);
        }
        return options.statistics() == null ? null : new CountedStatements();
    }
}
