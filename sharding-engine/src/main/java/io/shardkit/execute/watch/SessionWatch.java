package io.shardkit.execute.watch;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Ends the calls of a session, or the session: at deadlines, by cancels, and where databases do not answer. Belongs to the
 * session's thread, apart from cancels and {@link #abort()}.
 */
public final class SessionWatch implements Cancelling.Owner {
    /** The time that a cancel under way may keep what comes next from its connection. */
    private static final long CANCEL_NANOS = 2 * Watch.GRACE_NANOS;

    /** The time that it may take to undo and give back, unless the limits say less. */
    private static final int UNDO_SECONDS = 10;

    private static final AtomicReferenceFieldUpdater<SessionWatch, @Nullable String> BROKEN =
            AtomicReferenceFieldUpdater.newUpdater(SessionWatch.class, String.class, "broken");

    private final Connections connections;
    private Deadline deadline = Deadline.NEVER;
    private volatile @Nullable Watch current;
    private volatile @Nullable String broken;

    /** The number of the user's cancels under way; changed under the lock of this. */
    private volatile short cancels;

    private volatile boolean lost;

    /** The connections of a session. */
    public interface Connections {
        /** All of them, in the order of their data sources. */
        List<? extends Watch.Connection> enlisted();

        /** Seconds that a statement may take that says nothing of it; 0 for any time. */
        int timeoutSeconds();
    }

    /** A watch over what is done on these connections. */
    public SessionWatch(Connections connections) {
        this.connections = connections;
    }

    @Override
    public List<? extends Watch.Connection> enlisted() {
        return connections.enlisted();
    }

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

    /** Tells whether {@link #check} fails. */
    public boolean isBroken() {
        return broken != null;
    }

    /** Allows nothing but the session's end from now on. */
    public void markBroken(String why) {
        broken = why;
    }

    /** Announces the session's end, which no other thread has to know at once: that would cost each session more. */
    public void ends(String why) {
        BROKEN.lazySet(this, why);
    }

    /** A database did not answer: only a rollback, which undoes what is left, and the session's end are allowed. */
    @Override
    public void markLost(String why) {
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

    /** Waits for the cancels under way, not long: what does not end takes the connections away. */
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
            enlisted().forEach(Watch.Connection::markLost);
            markLost("a database did not answer a cancel in time, and the connection to it was ended");
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells whether a cancel that the user asked for is under way. */
    public boolean isCancelling() {
        return cancels > 0;
    }

    /** Takes all connections away from their users. May be called from any thread. */
    public void abort() {
        enlisted().forEach(Watch.Connection::markLost);
        markLost("the connection was aborted");
    }

    /** Tells whether a connection was taken away because its database did not answer. */
    public boolean isLost() {
        return lost;
    }

    /**
     * A statement begins.
     *
     * @param seconds how long it may take; where that is 0, as long as the limits say
     */
    public void limit(int seconds) {
        int least = seconds > 0 ? seconds : connections.timeoutSeconds();
        deadline = least > 0 ? Deadline.in(least) : Deadline.NEVER;
    }

    /** Something begins that has a time limit only if the limits say so. */
    public void unlimited() {
        deadline = Deadline.NEVER;
    }

    /** The time when the statement under way has to end. */
    public Deadline deadline() {
        return deadline;
    }

    /** Tells whether the statement under way has a time limit. */
    public boolean isLimited() {
        return deadline.limited();
    }

    /** The watch over calls, or null. */
    public @Nullable Watch current() {
        return current;
    }

    /**
     * Watches over the calls of the statement under way; the caller has to end that.
     *
     * @param cancels whether calls are cancelled at the deadline, unless the driver does so
     * @return null if something watches already
     */
    public @Nullable Watch begin(boolean cancels) {
        return current == null ? begin(deadline, cancels) : null;
    }

    private Watch begin(Deadline until, boolean cancels) {
        Watch over = Watch.over(this, until, cancels);
        current = over;
        return over;
    }

    /** Watches over what undoes something, which never takes for ever; null if something watches already. */
    public @Nullable Watch beginUndoing() {
        return current == null ? begin(undoDeadline(), false) : null;
    }

    @Override
    public @Nullable Watch watchClosing() {
        return current == null ? begin(undoDeadline(), true) : null;
    }

    private Deadline undoDeadline() {
        int most = connections.timeoutSeconds();
        return Deadline.in(most > 0 ? Math.min(most, UNDO_SECONDS) : UNDO_SECONDS);
    }

    /**
     * Runs what makes calls and is no statement, so that it ends when the limits say so, or at the deadline of the
     * statement that it is a part of.
     */
    public <T> T bounded(Step<T> step) throws SQLException {
        return bounded(null, step);
    }

    /**
     * As the other.
     *
     * @param unknown where something may have been committed if no answer comes, or null
     */
    public <T> T bounded(@Nullable String unknown, Step<T> step) throws SQLException {
        return watched(isBounded() ? null : begin(false), unknown, step);
    }

    /** Runs what makes calls before the statement itself does, within the time that the statement has. */
    public <T> T withinStatement(Step<T> step) throws SQLException {
        return watched(left() == 0 ? null : begin(false), null, step);
    }

    /** Runs what undoes something. */
    public <T> T undoing(Step<T> step) throws SQLException {
        return watched(beginUndoing(), null, step);
    }

    /**
     * The time that the statement under way may still take, in nanoseconds; 0 for any time.
     *
     * @throws SQLException with {@link ErrorCode#DEADLINE_PASSED} if its time is over
     */
    public long left() throws SQLException {
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

    /** Tells whether nothing has to watch over what makes calls and is no statement, or something does. */
    public boolean isBounded() {
        if (current == null) {
            limit(0);
        }
        return current != null || !isLimited();
    }

    @Override
    public void unwatched(Watch ended) {
        if (current == ended) {
            current = null;
        }
    }
}
