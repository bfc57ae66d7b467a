package io.shardkit.differential;

import io.shardkit.observe.StatementListener;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the calls to shards, to tell how many units a statement touched. Thread-safe. */
final class ShardCalls implements StatementListener {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
        calls.incrementAndGet();
    }

    /** The calls since the last time it was asked. */
    int take() {
        return calls.getAndSet(0);
    }
}
