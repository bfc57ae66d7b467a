package io.shardkit.execute.session;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.Watch;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** What ends a session's calls, or the session: deadlines, cancels, and databases that do not answer. */
public abstract class WatchedSession implements ShardConnection.Owner {
    /** How long a cancel that is under way may keep what comes next from its connection. */
    private static final long CANCEL_NANOS = 2 * Watch.GRACE_NANOS;

    /** How long it may take to undo and give back, unless the limits say less. */
    private static final int UNDO_SECONDS = 10;

    final Databases databases;

    private static final AtomicReferenceFieldUpdater<WatchedSession, @Nullable String> BROKEN =
            AtomicReferenceFieldUpdater.newUpdater(WatchedSession.class, String.class, "broken");

    private volatile @Nullable String broken;
    private volatile boolean lost;
    private Deadline deadline = Deadline.NEVER;
    private volatile @Nullable Watch watch;

    /** How many cancels that the user asked for are under way; changed under the lock of this. */
    private volatile int cancels;

    WatchedSession(Databases databases) {
        this.databases = databases;
    }

    /** Its connections, in the order of their data sources. */
    @Override
    public abstract List<ShardConnection> enlisted();

    /**
     * Checks that the session can go on.
     *
     * @throws SQLException if an earlier failure left it in a state that only its end ends
     */
    public void check() throws SQLException {
        if (cancels > 0) {
            awaitCancels();
        }
        if (broken != null) {
            throw ShardingExceptions.of(ErrorCode.CLOSED, broken);
        }
    }

    /** Whether {@link #check} fails. */
    boolean isBroken() {
        return broken != null;
    }

    /** From now on only its end is allowed. */
    public void breakDown(String why) {
        broken = why;
    }

    /** It is about to end, which no other thread has to know at once: that would cost each session more. */
    final void ends(String why) {
        BROKEN.lazySet(this, why);
    }

    /** A database did not answer: only a rollback, which undoes what is left, and its end are allowed. */
    @Override
    public void lose(String why) {
        lost = true;
        broken = why;
    }

    @Override
    public void cancelBegins() {
        synchronized (this) {
            cancels++;
        }
    }

    @Override
    public void cancelEnds() {
        synchronized (this) {
            cancels--;
            notifyAll();
        }
    }

    @Override
    public void awaitCancels() {
        boolean interrupted = false;
        long until = System.nanoTime() + CANCEL_NANOS;
        synchronized (this) {
            for (long left = CANCEL_NANOS; cancels > 0 && !lost && left > 0; left = until - System.nanoTime()) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(this, left);
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        }
        if (cancels > 0 && !lost) {
            enlisted().forEach(ShardConnection::lose);
            lose("a database did not answer a cancel in time, and the connection to it was ended");
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isCancelling() {
        return cancels > 0;
    }

    /** Takes all connections away from whoever uses them. May be called from any thread. */
    public void abort() {
        enlisted().forEach(ShardConnection::lose);
        lose("the connection was aborted");
    }

    /** Whether a connection was taken away because its database did not answer. */
    boolean isLost() {
        return lost;
    }

    /**
     * A statement begins.
     *
     * @param seconds how long it may take; where that is 0, as long as the limits say
     */
    public void limit(int seconds) {
        int least = seconds > 0 ? seconds : databases.timeoutSeconds();
        deadline = least > 0 ? Deadline.in(least) : Deadline.NEVER;
    }

    /** Something begins that has a time limit only if the limits say so. */
    public void unlimited() {
        deadline = Deadline.NEVER;
    }

    /** When the statement under way has to end. */
    final Deadline deadline() {
        return deadline;
    }

    /** Whether the statement under way has a time limit. */
    public boolean isLimited() {
        return deadline.limited();
    }

    /**
     * Watches over the calls of the statement under way; the caller has to end that.
     *
     * @param cancels whether calls are cancelled at the deadline, unless the driver does so
     * @return null if somebody watches already
     */
    public @Nullable Watch watch(boolean cancels) {
        return watch == null ? watch(deadline, cancels) : null;
    }

    private Watch watch(Deadline until, boolean cancels) {
        Watch over = Watch.over(this, until, cancels);
        watch = over;
        return over;
    }

    /** Watches over what undoes something, which never takes for ever; null if somebody watches already. */
    @Nullable Watch watchUndoing() {
        return watch == null ? watch(undoDeadline(), false) : null;
    }

    @Override
    public @Nullable Watch watchClosing() {
        return watch == null ? watch(undoDeadline(), true) : null;
    }

    private Deadline undoDeadline() {
        int most = databases.timeoutSeconds();
        return Deadline.in(most > 0 ? Math.min(most, UNDO_SECONDS) : UNDO_SECONDS);
    }

    /**
     * Runs what makes calls and is no statement, so that it ends when the limits say so, or at the deadline of the
     * statement that it is a part of.
     */
    public final <T> T bounded(Step<T> step) throws SQLException {
        return bounded(null, step);
    }

    /**
     * As the other.
     *
     * @param unknown where something may have been committed if no answer comes, or null
     */
    final <T> T bounded(@Nullable String unknown, Step<T> step) throws SQLException {
        return watched(isBounded() ? null : watch(false), unknown, step);
    }

    /** Runs what makes calls before the statement itself does, within the time that the statement has. */
    public final <T> T withinStatement(Step<T> step) throws SQLException {
        return watched(left() == 0 ? null : watch(false), null, step);
    }

    /**
     * How long the statement under way may still take, in nanoseconds; 0 for any time.
     *
     * @throws SQLException with {@link ErrorCode#DEADLINE_PASSED} if its time is over
     */
    public final long left() throws SQLException {
        if (!deadline.limited()) {
            limit(0);
        }
        return deadline.nanosLeft();
    }

    private static <T> T watched(@Nullable Watch over, @Nullable String unknown, Step<T> step) throws SQLException {
        if (over == null) {
            return step.run();
        }
        try {
            return step.run();
        } catch (SQLException failure) {
            throw over.explained(failure, unknown);
        } finally {
            over.end();
        }
    }

    /** Whether what makes calls and is no statement needs nobody to watch over it, or somebody does. */
    final boolean isBounded() {
        if (watch == null) {
            limit(0);
        }
        return watch != null || !isLimited();
    }

    @Override
    public @Nullable Watch currentWatch() {
        return watch;
    }

    @Override
    public void unwatched(Watch ended) {
        if (watch == ended) {
            watch = null;
        }
    }
}
