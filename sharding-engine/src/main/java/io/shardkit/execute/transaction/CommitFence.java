package io.shardkit.execute.transaction;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * Keeps commits over several databases and reads over several apart, so that a read sees all of a commit or none: any
 * number of commits are under way at a time, or any number of reads, never both. Where both wait they take turns, all
 * that wait of one kind at a time. It knows the commits of this process only. Thread-safe.
 */
public final class CommitFence {
    /** The {@link #mark()} that is never the same. */
    public static final long COMMITTING = -1;

    /** The time that a read waits for commits, of which one may hang. */
    private static final long READ_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Side commits = new Side();
    private final Side reads = new Side();

    /** The number of commits that have begun. */
    private volatile long begun;

    /** The number of commits that have ended. */
    private volatile int ended;

    private static final class Side {
        private int inside;
        private int waiting;

        /** The number of waiting threads that may enter now. */
        private int admitted;
    }

    /** A step that runs on one side of the fence. */
    @FunctionalInterface
    public interface Reading<T> {
        T run() throws SQLException;
    }

    /**
     * Begins the statements of a read while no commit is half done.
     *
     * @param sending sends them, and returns when each database has begun to answer
     * @throws SQLException if commits do not end in ten seconds, if the thread is interrupted, or what the step throws
     */
    public <T> T reading(Reading<T> sending) throws SQLException {
        try {
            if (!enter(reads, commits, READ_NANOS)) {
                throw ShardingExceptions.of(
                        ErrorCode.DEADLINE_PASSED, "a commit over several data sources is under way");
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw ShardingExceptions.of(ErrorCode.INTERRUPTED, "");
        }
        try {
            return sending.run();
        } finally {
            leave(reads, commits);
        }
    }

    /**
     * By which a read that cannot wait here finds out whether a commit was under way at any moment of it: it has to be the
     * same before and after.
     *
     * @return {@link #COMMITTING} if one is under way now
     */
    public synchronized long mark() {
        return commits.inside > 0 ? COMMITTING : begun;
    }

    /** Begins a commit; ended by {@link #committed()}. An interrupt is kept for later. */
    public void committing() {
        boolean interrupted = false;
        while (true) {
            try {
                enter(commits, reads, Long.MAX_VALUE);
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        synchronized (this) {
            begun++;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends a commit, whatever became of it. */
    public void committed() {
        synchronized (this) {
            ended++;
        }
        leave(commits, reads);
    }

    /** The number of commits that have ended, to be compared only. */
    public int ended() {
        return ended;
    }

    /**
     * Tells whether a commit was under way at a moment, or has been since.
     *
     * @param endedThen {@link #ended()} at that moment
     */
    public boolean hasCommittedSince(int endedThen) {
        return (int) begun != endedThen;
    }

    private synchronized boolean enter(Side own, Side other, long nanos) throws InterruptedException {
        if (other.inside == 0 && other.waiting == 0 && other.admitted == 0) {
            own.inside++;
            return true;
        }
        long until = nanos == Long.MAX_VALUE ? nanos : System.nanoTime() + nanos;
        own.waiting++;
        try {
            while (own.admitted == 0) {
                long left = until == Long.MAX_VALUE ? until : until - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, READ_NANOS));
            }
            own.admitted--;
            own.inside++;
            return true;
        } finally {
            own.waiting--;
            // One that was interrupted does not keep the others out by what it was allowed.
            own.admitted = Math.min(own.admitted, own.waiting);
            turn(own, other);
        }
    }

    private synchronized void leave(Side own, Side other) {
        own.inside--;
        turn(own, other);
    }

    /** Admits the waiting threads if no thread is inside or admitted: those of the other side first. */
    private void turn(Side own, Side other) {
        if (own.inside + own.admitted + other.inside + other.admitted > 0) {
            return;
        }
        Side next = other.waiting > 0 ? other : own;
        next.admitted = next.waiting;
        if (next.admitted > 0) {
            notifyAll();
        }
    }
}
