package io.shardkit.move;

import io.shardkit.membership.Change;
import io.shardkit.membership.RuleChange;
import io.shardkit.rule.RuleText;
import java.sql.SQLException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's hold on a move: renews its lease, writes how far it is, and reads what it is asked for, while the worker does
 * something else. Thread-safe.
 */
final class MoveLease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MoveLease.class);

    /** Time between two renewals. */
    private static final long TICK_MILLIS = 500;

    /** The lease; tests make it shorter. */
    static volatile long leaseMillis = 15_000;

    /** The lease while tables may have names that nothing uses: another worker is to be quick then. */
    static volatile long shortLeaseMillis = 5_000;

    private final RuleChange change;
    private final long madeAt;
    private final ReentrantLock lock = new ReentrantLock();
    private final ScheduledFuture<?> ticking;
    private volatile MoveOperation operation;
    private volatile String request = "";
    private volatile boolean lost;
    private volatile boolean left;
    private volatile boolean urgent;
    private String written = "";

    /** @param held the change as it is stored */
    MoveLease(RuleChange change, Change held, ScheduledExecutorService clock) {
        this.change = change;
        this.madeAt = held.madeAt();
        this.operation = MoveOperation.parse(held.operation());
        this.ticking = clock.scheduleWithFixedDelay(this::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void tick() {
        try {
            locked(() -> {
                if (lost || !change.renew(urgent ? shortLeaseMillis : leaseMillis)) {
                    lost = true;
                    return false;
                }
                Change stored = change.stored();
                request = stored == null ? "" : stored.request();
                return written();
            });
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("The lease of move {} was not renewed", operation.id(), failure);
        }
    }

    /** A step of the store. */
    private interface Step<T> {
        T run() throws SQLException;
    }

    private <T> T locked(Step<T> step) throws SQLException {
        lock.lock();
        try {
            return step.run();
        } finally {
            lock.unlock();
        }
    }

    private boolean written() throws SQLException {
        String text = operation.text();
        if (!text.equals(written)) {
            if (!change.report(text)) {
                lost = true;
                return false;
            }
            written = text;
        }
        return true;
    }

    /** Returns the move as this worker knows it. */
    MoveOperation operation() {
        return operation;
    }

    /** Returns the same for those who watch. */
    MoveState moveState() {
        return operation.state(madeAt);
    }

    /** Returns what the worker is asked for, or an empty text. */
    String request() {
        return request;
    }

    /** Returns true if another worker may have taken the move over. */
    boolean isLost() {
        return lost;
    }

    /** Has work that takes long end, as the instance does. */
    void leave() {
        left = true;
    }

    /** Returns true if work that takes long is to end: the instance does, or another worker may have taken the move over. */
    boolean isLeft() {
        return left || lost;
    }

    /** Changes what is known of the move; it is written soon. */
    void update(UnaryOperator<MoveOperation> newer) {
        lock.lock();
        try {
            operation = newer.apply(operation);
        } finally {
            lock.unlock();
        }
    }

    /** Changes what is known of the move, and writes it at once; false if another worker holds it. */
    boolean save(UnaryOperator<MoveOperation> newer) throws SQLException {
        return locked(() -> {
            operation = newer.apply(operation);
            return written();
        });
    }

    /** Takes back a request that was met. */
    void met(String word) throws SQLException {
        locked(() -> {
            request = "";
            return change.met(word);
        });
    }

    /** Has the lease end soon if this worker stops, from now on or no more. */
    void hurry(boolean now) throws SQLException {
        urgent = now;
        locked(() -> change.renew(now ? shortLeaseMillis : leaseMillis));
    }

    Change.@Nullable State state() throws SQLException {
        lock.lock();
        try {
            Change stored = change.stored();
            if (stored == null) {
                return null;
            }
            request = stored.request();
            return stored.state();
        } finally {
            lock.unlock();
        }
    }

    boolean advance(Change.State from, Change.State to) throws SQLException {
        return locked(() -> change.advance(from, to));
    }

    /** Makes the rule that is to be anew; false if another worker holds the move. */
    boolean rebase(UnaryOperator<RuleText> next) throws SQLException {
        return locked(() -> change.rebase(next) != null);
    }

    long decide(UnaryOperator<RuleText> next) throws SQLException {
        return locked(() -> change.decide(next));
    }

    /** Makes room for other changes; what is known of the move is written with it. */
    boolean keep(Change.State from, UnaryOperator<MoveOperation> newer) throws SQLException {
        return locked(() -> {
            MoveOperation kept = newer.apply(operation);
            if (!change.keep(from, kept.text())) {
                return false;
            }
            operation = kept;
            return true;
        });
    }

    /** Begins the way back; false if another change is under way. */
    boolean recall() throws SQLException {
        return locked(() -> {
            MoveOperation returning = operation.returning();
            if (!change.recall(returning.text())) {
                return false;
            }
            operation = returning;
            request = "";
            return true;
        });
    }

    boolean end(Change.State from) throws SQLException {
        return locked(() -> change.end(from));
    }

    RuleChange change() {
        return change;
    }

    /** Renews no more, and lets another worker take the move over at once. */
    @Override
    public void close() {
        ticking.cancel(false);
        try {
            locked(() -> {
                if (!lost && written()) {
                    change.release();
                }
                lost = true;
                return true;
            });
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("The lease of move {} ends by itself", operation.id(), failure);
        }
    }
}
