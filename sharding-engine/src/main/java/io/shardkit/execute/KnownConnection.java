package io.shardkit.execute;

import io.shardkit.dialect.driver.JdbcDriver;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A driver's connection that has the modes of its data source: who has borrowed it, and the statements that stay prepared
 * on it while it lies in its pool, as to prepare one anew for each borrower costs more than all that routing costs. It
 * belongs to whoever has borrowed the connection, but any thread may ask who that is.
 */
final class KnownConnection extends WeakReference<Connection> {
    /** How many statements stay prepared on a connection. */
    static final int KEPT = 16;

    /** How many characters a text may have whose statement stays. */
    private static final int LONGEST = 16_384;

    /** Instead of a place. */
    static final int NOT_KEPT = -1;

    private static final AtomicLongFieldUpdater<KnownConnection> SINCE =
            AtomicLongFieldUpdater.newUpdater(KnownConnection.class, "since");

    /** When its borrower asked for it; 0 while nobody has it. */
    private volatile long since;

    private @Nullable Thread holder;

    /** The kept statements, or null if none are kept, and beside each its text; null where there is none. */
    private final @Nullable PreparedStatement @Nullable [] statements;

    private final @Nullable String[] texts;

    /**
     * A bit for each that is in use. They stay in their places meanwhile: to write to objects as old as these costs a
     * barrier of the garbage collector.
     */
    private int taken;

    /** Where the one is that makes room, if all places are taken. */
    private int next;

    /** It makes kept statements as good as new. */
    private final JdbcDriver jdbc;

    /** As {@link JdbcDriver#commitsBySwitch}. */
    private final boolean commitsBySwitch;

    /** Whether its driver was told of the borrower's last switch of autocommit at once. */
    private boolean told;

    /**
     * @param keeps whether statements may be prepared past the pool, which then does not know of them
     * @param commitsBySwitch as its driver says
     */
    KnownConnection(Connection physical, JdbcDriver jdbc, boolean keeps, boolean commitsBySwitch) {
        super(physical);
        this.jdbc = jdbc;
        this.commitsBySwitch = commitsBySwitch;
        statements = keeps ? new PreparedStatement[KEPT] : null;
        texts = new String[keeps ? KEPT : 0];
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
        told = false;
        SINCE.lazySet(this, asked == 0 ? 1 : asked);
    }

    /** It goes back; what is still in use is forgotten, and closed by the caller. */
    void free() {
        for (int i = 0; taken != 0; i++) {
            if (isTaken(i)) {
                drop(i);
            }
        }
        SINCE.lazySet(this, 0);
    }

    private boolean isTaken(int place) {
        return (taken & 1 << place) != 0;
    }

    /**
     * Closes the statements that are kept, as defaults of the connection may have changed since they were prepared; to be
     * called after {@link #free}.
     */
    void closeKept() throws SQLException {
        for (int i = 0; i < texts.length; i++) {
            PreparedStatement kept = statements()[i];
            if (kept != null) {
                drop(i);
                kept.close();
            }
        }
    }

    /** Forgets a statement, which the caller closes. */
    void drop(int place) {
        texts[place] = null;
        statements()[place] = null;
        taken &= ~(1 << place);
    }

    private @Nullable PreparedStatement[] statements() {
        if (statements == null) {
            throw new IllegalStateException("it keeps none");
        }
        return statements;
    }

    /** Its borrower has switched autocommit. Some pools keep a switch to themselves until the next statement. */
    void switched(boolean on) throws SQLException {
        told = commitsBySwitch && isInAutoCommit() == on;
    }

    /** What the driver itself says. */
    private boolean isInAutoCommit() throws SQLException {
        Connection physical = get();
        return physical != null && physical.getAutoCommit();
    }

    /** Tells whether its database was told of the last switch of autocommit, and commits at the next as at a commit. */
    boolean wasToldOfSwitch() {
        return told;
    }

    /** As of {@link #borrowed}, or 0. */
    long since() {
        return since;
    }

    /** The borrower, or the last one; threads may see it late. */
    @Nullable Thread holder() {
        return holder;
    }

    /** Takes the statement that is kept for this text, and gives its place; {@link #NOT_KEPT} if there is none. */
    int take(String text) {
        int place = find(text);
        if (place != NOT_KEPT) {
            taken |= 1 << place;
        }
        return place;
    }

    @SuppressWarnings("ReferenceEquality") // the quick test: most plans have the same object each time
    private int find(String text) {
        for (int i = 0; i < texts.length; i++) {
            if (texts[i] == text && !isTaken(i)) {
                return i;
            }
        }
        for (int i = 0; i < texts.length; i++) {
            if (text.equals(texts[i]) && !isTaken(i)) {
                return i;
            }
        }
        return NOT_KEPT;
    }

    /** The statement at a place that was taken, or else one that is prepared now; null if none are kept. */
    @Nullable PreparedStatement statement(int place, String text) throws SQLException {
        if (statements == null) {
            return null;
        }
        if (place != NOT_KEPT) {
            return statements[place];
        }
        Connection physical = get();
        return physical == null ? null : physical.prepareStatement(text);
    }

    /**
     * Keeps a statement that {@link #statement} gave and whose last run succeeded, as good as new; closes one if there are
     * too many.
     *
     * @param onlyNumbers whether its parameters hold nothing else
     */
    void keep(int place, String text, PreparedStatement statement, boolean onlyNumbers) throws SQLException {
        boolean renewed = (place != NOT_KEPT || text.length() <= LONGEST) && isRenewed(statement, onlyNumbers);
        if (place != NOT_KEPT && renewed) {
            taken &= ~(1 << place);
            return;
        }
        if (place != NOT_KEPT) {
            drop(place);
        }
        PreparedStatement last = renewed ? put(text, statement) : statement;
        if (last != null) {
            last.close();
        }
    }

    /** Puts a statement where there is none, or in place of one that is not in use; what has no place is returned. */
    private @Nullable PreparedStatement put(String text, PreparedStatement statement) {
        int place = firstFree();
        for (int i = 0; i < KEPT && place == NOT_KEPT; i++) {
            next = (next + 1) % KEPT;
            place = isTaken(next) ? NOT_KEPT : next;
        }
        if (place == NOT_KEPT) {
            return statement;
        }
        PreparedStatement last = statements()[place];
        texts[place] = text;
        statements()[place] = statement;
        return last;
    }

    private int firstFree() {
        for (int i = 0; i < KEPT; i++) {
            if (texts[i] == null) {
                return i;
            }
        }
        return NOT_KEPT;
    }

    private boolean isRenewed(PreparedStatement statement, boolean onlyNumbers) {
        try {
            return jdbc.renew(statement, onlyNumbers);
        } catch (SQLException | RuntimeException failed) {
            return false;
        }
    }

    /**
     * Whether nobody can use it again. One that is lent is not asked: it may be locked by whoever waits in it, and nobody
     * is to wait for that.
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
