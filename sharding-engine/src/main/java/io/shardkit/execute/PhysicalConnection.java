package io.shardkit.execute;

import io.shardkit.dialect.driver.JdbcDriver;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A driver's connection that has the modes of its data source: its borrower, and the statements that are cached on it. It
 * belongs to its borrower, but any thread may ask who that is.
 */
final class PhysicalConnection extends WeakReference<Connection> {
    private static final AtomicLongFieldUpdater<PhysicalConnection> SINCE =
            AtomicLongFieldUpdater.newUpdater(PhysicalConnection.class, "since");

    /** The time when its borrower asked for it; 0 while it is in its pool. */
    private volatile long since;

    private @Nullable Thread holder;

    /** Null if none are cached. */
    private final @Nullable StatementCache statements;

    /** As {@link JdbcDriver#commitsBySwitch}. */
    private final boolean commitsBySwitch;

    /** Tells whether its driver was told of the borrower's last switch of autocommit at once. */
    private boolean switchedAtOnce;

    /**
     * @param statements null if none may be prepared past the pool, which then does not know of them
     * @param commitsBySwitch as its driver says
     */
    PhysicalConnection(Connection physical, @Nullable StatementCache statements, boolean commitsBySwitch) {
        super(physical);
        this.statements = statements;
        this.commitsBySwitch = commitsBySwitch;
    }

    /**
     * A thread has borrowed it.
     *
     * @param asked when it asked, by {@link System#nanoTime()}
     */
    void borrowed(Thread thread, long asked) {
        if (holder != thread) {
            holder = thread;
        }
        switchedAtOnce = false;
        SINCE.lazySet(this, asked == 0 ? 1 : asked);
    }

    /** It goes back; statements that are still in use are forgotten, and closed by the caller. */
    void returned() {
        if (statements != null) {
            statements.evictInUse();
        }
        SINCE.lazySet(this, 0);
    }

    /** The cached statements, or null if none are cached. */
    @Nullable StatementCache statements() {
        return statements;
    }

    /**
     * Closes the cached statements, as defaults of the connection may have changed since they were prepared; to be called
     * after {@link #returned}.
     */
    void clearStatements() throws SQLException {
        if (statements != null) {
            statements.clear();
        }
    }

    /** The statement at a place of the cache, or else one that is prepared now; null if none are cached. */
    @Nullable PreparedStatement statement(int place, String sql) throws SQLException {
        if (statements == null) {
            return null;
        }
        if (place != StatementCache.NOT_CACHED) {
            return statements.get(place);
        }
        Connection physical = get();
        return physical == null ? null : physical.prepareStatement(sql);
    }

    /** Its borrower has switched autocommit. Some pools keep a switch to themselves until the next statement. */
    void switched(boolean on) throws SQLException {
        switchedAtOnce = commitsBySwitch && isInAutoCommit() == on;
    }

    /** Asks the driver itself. */
    private boolean isInAutoCommit() throws SQLException {
        Connection physical = get();
        return physical != null && physical.getAutoCommit();
    }

    /** Tells whether its database was told of the last switch of autocommit, and commits at the next as at a commit. */
    boolean canCommitBySwitch() {
        return switchedAtOnce;
    }

    /** As of {@link #borrowed}, or 0. */
    long since() {
        return since;
    }

    /** The borrower, or the last one; threads may see it late. */
    @Nullable Thread holder() {
        return holder;
    }

    /**
     * Tells whether it cannot be used again. One that is lent is not asked: it may be locked by a thread that waits in it, for
     * which no other is to wait.
     */
    boolean isGone() {
        Connection physical = get();
        try {
            return physical == null || (since == 0 && physical.isClosed());
        } catch (SQLException dead) {
            return true;
        }
    }
}
