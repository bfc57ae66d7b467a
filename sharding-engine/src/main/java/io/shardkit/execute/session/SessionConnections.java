package io.shardkit.execute.session;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.error.ErrorCode;
import io.shardkit.execute.Databases;
import io.shardkit.execute.SessionState;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailure;
import io.shardkit.execute.watch.Borrowing;
import io.shardkit.execute.watch.Cancelling;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.Watch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The physical connections of a session. A data source is borrowed from when a statement first needs it, and its
 * connection is kept until {@link #close()}, so that prepared statements stay prepared.
 */
public abstract class SessionConnections
        implements OpenConnections, Cancelling.Owner, ShardConnection.Owner, AutoCloseable {
    final Databases databases;
    private final @Nullable ShardConnection[] enlisted;
    private @Nullable SessionSettings settings;
    private int preferred = -1;
    private volatile @Nullable String broken;
    private volatile boolean lost;
    private Deadline deadline = Deadline.NEVER;
    private volatile @Nullable Watch watch;

    /** How many cancels that the user asked for are under way; changed under the lock of {@link #enlisted}. */
    private volatile int cancels;

    /** How many parts of the statement under way need the connections that there are. */
    private int holding;

    /** The data source that the open transaction has used; {@link #NONE} or {@link #SEVERAL}. */
    private int used = NONE;

    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    /** How long a transaction waits for a pool out of the order in which others take from pools. */
    private static final int POOL_SECONDS = 30;

    /** How long a cancel that is under way may keep what comes next from its connection. */
    private static final long CANCEL_NANOS = 2 * Watch.GRACE_NANOS;

    /** How long it may take to undo and give back, unless the limits say less. */
    private static final int UNDO_SECONDS = 10;

    /** Whether a connection was used since the last transaction ended, so that there may be one. */
    boolean begun;

    SessionConnections(Databases databases) {
        this.databases = databases;
        this.enlisted = new ShardConnection[databases.size()];
    }

    /** Whether a connection that joins is to be in autocommit. */
    abstract boolean autoCommit();

    /** Must be called before a write is sent to one data source. */
    abstract void beforeWrite(int dataSource) throws SQLException;

    /** Must be told of each exception of a shard's statement. */
    abstract void failed(SQLException failure);

    /** Checks that the open transaction, if there is one, can take another connection. */
    abstract void checkJoin() throws SQLException;

    /** Told of a connection that joined; what it throws keeps the connection away. */
    abstract void joined(ShardConnection shard) throws SQLException;

    /**
     * Told that the session is about to be made read-only, or no longer so, without a word to the databases.
     *
     * @param before what it was
     * @throws SQLException if that is an error in the open transaction
     */
    abstract void readOnlyChanges(boolean before) throws SQLException;

    /**
     * Whether no write is sent where the session is read-only, instead of making its connections read-only: a gather in
     * a read-only transaction needs temporary tables, which some databases do not make then, and on no other connection
     * does it see what the transaction sees.
     */
    public final boolean sendsNoWrites() {
        return databases.dialect().transactions().readOnlyForbidsTemporaryTables()
                && !databases.defaults().readOnly();
    }

    @Override
    public Databases databases() {
        return databases;
    }

    /** Whether {@link SessionSettings#readOnly()}. */
    public final boolean isReadOnly() {
        return settings == null ? databases.defaults().readOnly() : settings.readOnly();
    }

    /** What is set on the logical connection, apart from autocommit. */
    public SessionSettings settings() {
        if (settings == null) {
            settings = new SessionSettings(this, SessionState.of(databases.defaults()));
        }
        return settings;
    }

    /**
     * Checks that the session can go on.
     *
     * @throws SQLException if an earlier failure left it in a state that only {@link #close()} ends
     */
    public void check() throws SQLException {
        if (cancels > 0) {
            awaitCancels();
        }
        if (broken != null) {
            throw ErrorCode.CLOSED.exception(broken);
        }
    }

    /** Whether {@link #check} fails. */
    boolean isBroken() {
        return broken != null;
    }

    /** From now on only {@link #close()} is allowed. */
    public void breakDown(String why) {
        broken = why;
    }

    /** A database did not answer: only a rollback, which undoes what is left, and {@link #close()} are allowed. */
    @Override
    public void lose(String why) {
        lost = true;
        broken = why;
    }

    @Override
    public void cancelBegins() {
        synchronized (enlisted) {
            cancels++;
        }
    }

    @Override
    public void cancelEnds() {
        synchronized (enlisted) {
            cancels--;
            enlisted.notifyAll();
        }
    }

    @Override
    public void awaitCancels() {
        boolean interrupted = false;
        long until = System.nanoTime() + CANCEL_NANOS;
        synchronized (enlisted) {
            for (long left = CANCEL_NANOS; cancels > 0 && !lost && left > 0; left = until - System.nanoTime()) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(enlisted, left);
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
        int least = seconds > 0 ? seconds : databases.options().limits().timeoutSeconds();
        deadline = least > 0 ? Deadline.in(least) : Deadline.NEVER;
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
        int most = databases.options().limits().timeoutSeconds();
        return watch == null ? watch(Deadline.in(most > 0 ? Math.min(most, UNDO_SECONDS) : UNDO_SECONDS), false) : null;
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
        Watch over = isBounded() ? null : watch(false);
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

    @Override
    public void write(ShardConnection shard, ShardConnection.Calls calls) throws SQLException {
        check();
        beforeWrite(shard.dataSource());
        bounded(autoCommit() ? shard.name() : null, () -> {
            try {
                shard.asking(calls);
            } catch (SQLException failure) {
                failed(failure);
                throw failure;
            }
            return true;
        });
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

    /** Number of an enlisted data source, to take where any would do; -1 if there is none. */
    public int preferredDataSource() {
        return preferred;
    }

    /** The connection to a data source if there is one. */
    public @Nullable ShardConnection enlisted(int dataSource) {
        return enlisted[dataSource];
    }

    @Override
    public @Nullable Connection to(int dataSource) {
        ShardConnection shard = enlisted[dataSource];
        return shard == null ? null : shard.connection();
    }

    /** The enlisted connections in the order of their data sources. */
    @Override
    public List<ShardConnection> enlisted() {
        List<ShardConnection> shards = new ArrayList<>(enlisted.length);
        for (ShardConnection shard : enlisted) {
            if (shard != null) {
                shards.add(shard);
            }
        }
        return shards;
    }

    /** The connection to a data source, borrowed if need be. */
    public ShardConnection connection(int dataSource) throws SQLException {
        begun = true;
        ShardConnection shard = enlisted[dataSource];
        if (shard == null) {
            shard = join(dataSource);
        }
        shard.used = true;
        if (used != dataSource && databases.lockLimit() != null) {
            used(shard, databases.lockLimit());
        }
        return shard;
    }

    /** A deadlock of two transactions over two databases is seen by neither; it has to end by itself. */
    private void used(ShardConnection shard, String lockLimit) throws SQLException {
        if (autoCommit()) {
            return;
        }
        if (used == NONE) {
            used = shard.dataSource();
            return;
        }
        ShardConnection first = used >= 0 ? enlisted[used] : null;
        if (first != null) {
            first.limitLocks(lockLimit);
        }
        used = SEVERAL;
        shard.limitLocks(lockLimit);
    }

    /** The transaction has ended, or what it set may be undone. */
    void locksUnlimited(boolean ended) {
        used = ended ? NONE : used;
        for (ShardConnection shard : enlisted) {
            if (shard != null) {
                shard.used &= !ended;
                shard.locksUnlimited();
            }
        }
    }

    /**
     * The connections to several data sources: all or none.
     *
     * @param dataSources their numbers, each once, in any order; pools are asked in ascending order
     * @return the connections in the order of the numbers
     */
    public List<ShardConnection> connections(List<Integer> dataSources) throws SQLException {
        List<Integer> joined = new ArrayList<>();
        // What lies above a missing one may be given back when that one joins, so it is looked up after it.
        for (int dataSource : dataSources.stream().sorted().toList()) {
            if (enlisted[dataSource] == null) {
                try {
                    join(dataSource);
                } catch (SQLException | RuntimeException failure) {
                    joined.forEach(left -> leaveAfter(failure, left));
                    throw failure;
                }
                joined.add(dataSource);
            }
        }
        List<ShardConnection> shards = new ArrayList<>(dataSources.size());
        for (int dataSource : dataSources) {
            shards.add(connection(dataSource));
        }
        return shards;
    }

    /** From now on, or no longer, no connection is given back although nothing is open on it. */
    public void hold(boolean on) {
        holding += on ? 1 : -1;
    }

    private void leaveAfter(Exception failure, int dataSource) {
        try {
            leave(dataSource);
        } catch (SQLException | RuntimeException second) {
            failure.addSuppressed(second);
        }
    }

    private ShardConnection join(int dataSource) throws SQLException {
        check();
        checkJoin();
        begun = true;
        releaseIdleAbove(dataSource);
        ShardConnection shard = open(dataSource, autoCommit());
        try {
            joined(shard);
        } catch (SQLException | RuntimeException failure) {
            shard.release();
            throw failure;
        }
        enlisted[dataSource] = shard;
        if (preferred < 0 || dataSource < preferred) {
            preferred = dataSource;
        }
        return shard;
    }

    private ShardConnection open(int dataSource, boolean inAutoCommit) throws SQLException {
        SessionState state = settings == null ? null : settings.state();
        int own = state == null ? 0 : state.set();
        return (deadline.limited() || holdsFrom(dataSource)) && isPool(dataSource)
                ? openInTime(dataSource, state, own, inAutoCommit)
                : ShardConnection.open(this, dataSource, state, own, inAutoCommit, null);
    }

    /**
     * Whether it may be asked on another thread, so that the caller need not wait for it: what cannot be closed is no
     * pool, and may choose its target by the caller's thread.
     */
    private boolean isPool(int dataSource) {
        return databases.dataSources().get(dataSource) instanceof AutoCloseable;
    }

    private ShardConnection openInTime(int dataSource, @Nullable SessionState state, int bits, boolean inAutoCommit)
            throws SQLException {
        List<String> held = new ArrayList<>();
        for (int i = dataSource; i < enlisted.length; i++) {
            if (enlisted[i] != null) {
                held.add(databases.names().get(i));
            }
        }
        String name = databases.names().get(dataSource);
        return Borrowing.until(
                deadline.limited() ? deadline : Deadline.in(POOL_SECONDS),
                held.isEmpty() ? name : name + "; the transaction holds " + String.join(", ", held),
                !held.isEmpty(),
                borrowing -> ShardConnection.open(this, dataSource, state, bits, inAutoCommit, borrowing));
    }

    /** Whether a data source at or above one is held: others may wait for it in the order of the data sources. */
    private boolean holdsFrom(int dataSource) {
        for (int i = dataSource; i < enlisted.length; i++) {
            if (enlisted[i] != null) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void beforeWaitingFor(int dataSource) throws SQLException {
        releaseIdleAbove(dataSource);
    }

    /**
     * Pools are taken from in ascending order only, so that two sessions never wait for each other; all but what the
     * open transaction has used can be given back for that.
     */
    private void releaseIdleAbove(int dataSource) throws SQLException {
        if (holding > 0) {
            return;
        }
        for (int i = dataSource + 1; i < enlisted.length; i++) {
            ShardConnection shard = enlisted[i];
            if (shard != null && shard.idle() && (autoCommit() || !shard.used)) {
                leave(i);
            }
        }
    }

    private void leave(int dataSource) throws SQLException {
        ShardConnection shard = enlisted[dataSource];
        enlisted[dataSource] = null;
        if (shard != null) {
            shard.release();
        }
        used = used == dataSource ? NONE : used;
        preferred = -1;
        for (int i = 0; i < enlisted.length && preferred < 0; i++) {
            preferred = enlisted[i] == null ? -1 : i;
        }
    }

    /** Gives all connections back; what was not committed is rolled back. */
    @Override
    public void close() throws SQLException {
        breakDown("the connection is closed");
        Watch undoing = isChanged() ? watchUndoing() : null;
        try {
            giveBack();
        } finally {
            if (undoing != null) {
                undoing.end();
            }
        }
    }

    /** Whether databases have to be asked before connections go back. */
    private boolean isChanged() {
        for (ShardConnection shard : enlisted) {
            if (shard != null && (!autoCommit() || shard.isChanged())) {
                return true;
            }
        }
        return false;
    }

    private void giveBack() throws SQLException {
        SQLException first = null;
        List<Future<?>> endings = null;
        for (int i = 0; i < enlisted.length; i++) {
            ShardConnection shard = enlisted[i];
            enlisted[i] = null;
            if (shard != null) {
                try {
                    Future<?> ending = shard.giveBack(begun);
                    if (ending != null) {
                        endings = endings == null ? new ArrayList<>() : endings;
                        endings.add(ending);
                    }
                } catch (SQLException failure) {
                    first = ShardFailure.joined(first, failure);
                }
            }
        }
        if (endings != null) {
            ShardConnection.awaitEnds(endings);
        }
        if (first != null) {
            throw first;
        }
    }
}
