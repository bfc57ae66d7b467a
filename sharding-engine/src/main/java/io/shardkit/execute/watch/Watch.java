package io.shardkit.execute.watch;

import io.shardkit.error.CommitOutcome;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of one statement end: at its deadline, when the caller's thread is interrupted, or when one call has
 * failed, the calls under way are cancelled. A call that does not end by that, or whose cancel request gets no answer,
 * loses its connection, which releases the thread waiting for it. Thread-safe; {@link #end} belongs to the caller's
 * thread.
 */
public final class Watch implements AutoCloseable, Watchdog.Watched {
    /** The time a server may take to end a call that was cancelled at a deadline, or to answer a cancel. */
    public static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    /** The time the next connection may take once a connection was aborted. */
    private static final long NEXT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The time a server that answers may take to end a call that was cancelled for another reason. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** H2 keeps a cancel that comes when a statement has just ended, for the next execution of its text. */
    private static final long ABOUT_TO_END_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long CANCEL_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The number of statements that are cancelled at the same time: with most drivers each cancel opens a connection. */
    private static final int CANCELS_AT_A_TIME = 16;

    /** The states in which databases tell that a statement was cancelled; Connector/J tells it without one. */
    private static final Set<String> CANCELLED = Set.of("57014", "70100", "HYT00", "HY008", "JI001");

    /** Stands for a commit or rollback. */
    private static final Object END = new Object();

    /** A connection that calls are made on. */
    public interface Connection {
        /** Name of its data source. */
        String name();

        /** Takes the connection away from the thread waiting for it. May be called from any thread. */
        void markLost();

        /** Gives it back to its pool, or ends it if it was taken away. */
        void release() throws SQLException;

        /** Tells whether that was done. */
        boolean released();

        /** Tells whether it was taken away. */
        boolean isLost();
    }

    /** The session that owns the connections. */
    public interface Owner {
        /** All of its connections. */
        List<? extends Connection> enlisted();

        /**
         * A database did not answer.
         *
         * @param why what the next call is told
         */
        void markLost(String why);

        /** A watch over its calls has ended. */
        void unwatched(Watch watch);

        /** Watches over the closing of rows, which never takes for ever; null if a watch is open already. */
        @Nullable Watch watchClosing();
    }

    private enum Reason {
        DEADLINE,
        INTERRUPTION,
        FAILURE,
        CANCELLATION
    }

    private final Owner owner;
    private final @Nullable Thread caller;
    private final Deadline deadline;
    private final boolean cancels;

    /** The connections that calls are made on, with the statement if it can be cancelled. */
    private final Map<Connection, Object> busy = new ConcurrentHashMap<>();

    /** The connections that were taken away, in that order. */
    private final List<Connection> aborted = new ArrayList<>();

    private boolean ended;
    private @Nullable Reason reason;
    private boolean cancelledByReason;

    /** True if a call had failed by itself before the time was over or the thread was interrupted. */
    private boolean failedBefore;

    private long cancelFrom;
    private long abortAt;
    private long givenUpAt;
    private long cancelBegun;
    private @Nullable CountDownLatch cancelling;

    private Watch(Owner owner, @Nullable Thread caller, Deadline deadline, boolean cancels) {
        this.owner = owner;
        this.caller = caller;
        this.deadline = deadline;
        this.cancels = cancels;
    }

    /**
     * Watches over calls from now on.
     *
     * @param cancels whether calls are cancelled at the deadline, unless the driver does so
     */
    public static Watch over(Owner owner, Deadline deadline, boolean cancels) {
        Watch watch = new Watch(owner, Thread.currentThread(), deadline, cancels);
        Watchdog.add(watch);
        return watch;
    }

    /** Watches over calls that go on although their time is over, of any thread; its maker has to let it look. */
    static Watch late(Owner owner) {
        return new Watch(owner, null, new Deadline(true, System.nanoTime(), false), true);
    }

    /** A commit or rollback begins on a connection, which nothing but a deadline cuts short soon. */
    public @Nullable Object enterEnd(Connection shard) {
        return busy.put(shard, END);
    }

    /**
     * A call begins on a connection.
     *
     * @return the call that it is a part of, or null
     */
    public @Nullable Object enter(Connection shard, @Nullable Statement statement) {
        return busy.put(shard, statement == null ? this : statement);
    }

    /** The call on a connection has ended; what it was a part of goes on. */
    public void leave(Connection shard, @Nullable Object around) {
        if (around == null) {
            busy.remove(shard);
        } else {
            busy.put(shard, around);
        }
    }

    /** Notes that the other calls under way are no longer needed. */
    public synchronized void fail() {
        begin(Reason.FAILURE, System.nanoTime());
    }

    /** The user cancels the statement; may be called from any thread. */
    public synchronized void stop() {
        begin(Reason.CANCELLATION, System.nanoTime());
    }

    /** Notes that the calls no longer needed have ended, and that other calls may come. */
    public void recover() {
        CountDownLatch pending;
        synchronized (this) {
            if (reason == Reason.FAILURE) {
                reason = null;
            }
            failedBefore = false;
            pending = cancelling;
        }
        awaitCancel(pending);
    }

    private void begin(Reason why, long now) {
        if (reason == null || (reason == Reason.FAILURE && why != Reason.FAILURE)) {
            failedBefore = reason == Reason.FAILURE;
            reason = why;
            cancelledByReason = false;
            cancelFrom = why == Reason.DEADLINE ? now : now + ABOUT_TO_END_NANOS;
            abortAt = now + (why == Reason.DEADLINE ? GRACE_NANOS : PATIENCE_NANOS);
        }
    }

    @Override
    public synchronized void look(long now) {
        if (ended) {
            return;
        }
        if (deadline.limited() && now - deadline.nanos() >= 0) {
            begin(Reason.DEADLINE, now);
        } else if (reason == null && caller != null && Waiting.isInterrupted(caller)) {
            begin(Reason.INTERRUPTION, now);
        }
        if (reason == null) {
            return;
        }
        boolean cancelHangs = cancelling != null && now - cancelBegun >= GRACE_NANOS;
        if (now - abortAt >= 0 || cancelHangs) {
            abort();
            abortAt = now + NEXT_NANOS;
            cancelling = null;
            cancelFrom = Math.max(cancelFrom, now + PATIENCE_NANOS);
        } else if (cancelling == null && now - cancelFrom >= 0 && (cancels || reason != Reason.DEADLINE)) {
            cancel(now);
        }
    }

    private void cancel(long now) {
        List<Statement> statements = new ArrayList<>();
        for (Object each : busy.values()) {
            if (each instanceof Statement statement) {
                statements.add(statement);
            }
        }
        if (statements.isEmpty()) {
            // A call that is neither a statement nor an end is short on a server that answers.
            if (!busy.isEmpty() && !busy.containsValue(END)) {
                abortAt = Math.min(abortAt, cancelFrom + 2 * GRACE_NANOS);
            }
            return;
        }
        int tasks = Math.min(statements.size(), CANCELS_AT_A_TIME);
        CountDownLatch done = new CountDownLatch(tasks);
        cancelling = done;
        cancelBegun = now;
        cancelledByReason = true;
        Queue<Statement> left = new ConcurrentLinkedQueue<>(statements);
        for (int i = 0; i < tasks; i++) {
            HelperThreads.helpers().execute(() -> cancel(left, done));
        }
    }

    /** Cancels what is left of some statements and still runs, as others do at the same time. */
    private void cancel(Queue<Statement> left, CountDownLatch done) {
        try {
            for (Statement each = left.poll(); each != null; each = left.poll()) {
                if (busy.containsValue(each)) {
                    cancel(each);
                }
            }
        } finally {
            done.countDown();
            if (done.getCount() == 0) {
                cancelEnded(done);
            }
        }
    }

    private synchronized void cancelEnded(CountDownLatch done) {
        if (cancelling == done) {
            cancelling = null;
            cancelFrom = System.nanoTime() + CANCEL_INTERVAL_NANOS;
        }
    }

    private static void cancel(Statement statement) {
        try {
            Severing.cancel(statement);
        } catch (SQLException | RuntimeException notCancelled) {
            // It ends by itself then, or loses its connection.
        }
    }

    /** Takes away the connections that calls are made on; all of the session's if no call is noted. */
    private void abort() {
        List<Connection> hanging = new ArrayList<>(busy.keySet());
        if (hanging.isEmpty()) {
            hanging.addAll(owner.enlisted());
        }
        for (Connection shard : hanging) {
            if (!aborted.contains(shard)) {
                aborted.add(shard);
                givenUpAt = System.nanoTime() + NEXT_NANOS;
                shard.markLost();
            }
        }
        if (!hanging.isEmpty()) {
            owner.markLost("a database did not answer in time, and the connection to it was ended");
        }
    }

    /** Returns true if a connection was taken away. */
    synchronized boolean hasAborted() {
        return !aborted.isEmpty();
    }

    /** Returns true if the connections were taken away so long ago that no thread needs to wait for them any longer. */
    public synchronized boolean isGivenUp() {
        return !aborted.isEmpty() && aborted.containsAll(busy.keySet()) && System.nanoTime() - givenUpAt >= 0;
    }

    /** All calls have ended; nothing is cancelled or taken away any more. */
    public void end() {
        Watchdog.remove(this);
        CountDownLatch pending;
        synchronized (this) {
            ended = true;
            pending = cancelling;
        }
        awaitCancel(pending);
        owner.unwatched(this);
    }

    @Override
    public void close() {
        end();
    }

    /** A cancel under way must not meet what runs next on its connection. */
    private void awaitCancel(@Nullable CountDownLatch pending) {
        if (pending == null) {
            return;
        }
        boolean interrupted = false;
        boolean done = false;
        long until = System.nanoTime() + GRACE_NANOS;
        while (!done && System.nanoTime() - until < 0) {
            try {
                done = pending.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (!done) {
            synchronized (this) {
                abort();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells whether a failure comes from what this has cancelled or taken away. */
    synchronized boolean hasEnded(SQLException failure) {
        return !aborted.isEmpty() || (cancelledByReason && isCancelled(failure));
    }

    /**
     * Returns the exception to throw for a failure: that the time was over or the thread interrupted, if the failure
     * comes from that.
     *
     * @param unknown the data source where a write may or may not have been committed, or null if the outcome is known
     */
    public synchronized SQLException explained(SQLException failure, @Nullable String unknown) {
        if (failure instanceof ShardingException coded && coded.errorCode() != ErrorCode.DEADLINE_PASSED) {
            return failure;
        }
        if (reason == null || !hasEnded(failure) || failedBefore) {
            return failure;
        }
        String names = String.join(", ", aborted.stream().map(Connection::name).toList());
        String detail = names.isEmpty() ? "" : "no answer from " + names;
        SQLException coded = unknown != null && !aborted.isEmpty()
                ? ShardingExceptions.unresolved(ErrorCode.COMMIT_INCOMPLETE, CommitOutcome.unknown(unknown), detail)
                : reason == Reason.DEADLINE
                        ? ShardingExceptions.of(ErrorCode.DEADLINE_PASSED, detail)
                        : reason == Reason.INTERRUPTION ? ShardingExceptions.of(ErrorCode.INTERRUPTED, detail) : null;
        if (coded == null) {
            return failure;
        }
        if (coded != failure) {
            coded.initCause(failure);
        }
        return coded;
    }

    private static boolean isCancelled(SQLException failure) {
        String state = failure.getSQLState();
        return failure instanceof SQLTimeoutException || state == null || CANCELLED.contains(state);
    }
}
