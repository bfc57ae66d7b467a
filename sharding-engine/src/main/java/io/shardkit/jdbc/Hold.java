package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds new transactions on tables that are about to lie elsewhere, for a time at most. Nothing depends on it: what is not
 * held meets a table that is gone. Thread-safe.
 */
final class Hold {
    private final List<String> tables;
    private final long until;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** @param tables logical names, in lower case */
    Hold(Set<String> tables, Duration longest) {
        this.tables = List.copyOf(tables);
        this.until = System.nanoTime() + longest.toNanos();
    }

    /** Returns true if it holds these tables. */
    boolean isOf(Set<String> others) {
        return Set.copyOf(tables).equals(others);
    }

    /** Returns true if a text may be about one of the tables. */
    boolean concerns(String sql) {
        String lower = sql.toLowerCase(Locale.ROOT);
        return tables.stream().anyMatch(lower::contains);
    }

    /**
     * Waits for the end.
     *
     * @param nanos how long a statement may take; 0 for any time
     */
    void await(long nanos) throws SQLException {
        long left = until - System.nanoTime();
        try {
            boolean isOver = ended.await(nanos > 0 ? Math.min(nanos, left) : left, TimeUnit.NANOSECONDS);
            if (!isOver && nanos > 0 && nanos < left) {
                throw ShardingExceptions.of(ErrorCode.DEADLINE_PASSED, "its table is moved at this moment");
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw ShardingExceptions.of(ErrorCode.INTERRUPTED, "");
        }
    }

    void end() {
        ended.countDown();
    }
}
