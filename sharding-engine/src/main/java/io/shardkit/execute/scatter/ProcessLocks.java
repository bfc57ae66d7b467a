package io.shardkit.execute.scatter;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.transaction.Transaction;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Locks on numbers for a database that this process has for itself and that has none. Thread-safe. */
final class ProcessLocks {
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Map<Long, Transaction> holders = new HashMap<>();

    /** Returns true if the lock was taken, and false if another transaction held it for too long. */
    synchronized boolean take(long number, Transaction own) throws SQLException {
        long until = System.nanoTime() + LONGEST_NANOS;
        try {
            for (Transaction holder = holders.putIfAbsent(number, own);
                    holder != null && !holder.equals(own);
                    holder = holders.putIfAbsent(number, own)) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            return true;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw ShardingExceptions.of(ErrorCode.INTERRUPTED, "");
        }
    }

    synchronized void release(Transaction own) {
        holders.values().removeIf(own::equals);
        notifyAll();
    }
}
