package io.shardkit.execute.session;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.catalog.Question;
import io.shardkit.execute.ConnectionReturn;
import io.shardkit.execute.Databases;
import io.shardkit.execute.SessionProperty;
import io.shardkit.execute.SessionState;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailures;
import io.shardkit.execute.watch.Watch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The physical connections of a session. A data source is borrowed from when a statement first needs it, and its
 * connection is kept until {@link #close()}, so that prepared statements stay prepared.
 */
public abstract class SessionConnections extends WatchedSession implements OpenConnections, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionConnections.class);

    /** By the numbers of data sources and, after those, of replicas. */
    private final @Nullable ShardConnection[] enlisted;

    /** What was set on the session, or null if nothing was. */
    private @Nullable SessionState state;

    /** Short, as the numbers that follow: a session is made for each connection, and they would cost it a word. */
    private short preferred = -1;

    /** How many parts of the statement under way need the connections that there are. */
    private short holding;

    /** The data source that the open transaction has used; {@link #NONE} or {@link #SEVERAL}. */
    private short used = NONE;

    private static final short NONE = -1;
    private static final short SEVERAL = -2;

    /** Whether the statement under way makes temporary tables wherever it writes. */
    private boolean makesTemporaryTables;

    /** Whether a connection was used since the last transaction ended, so that there may be one. */
    boolean begun;

    SessionConnections(Databases databases) {
        super(databases);
        this.enlisted = new ShardConnection[databases.members()];
    }

    /** Whether a connection that joins is to be in autocommit. */
    abstract boolean autoCommit();

    /** Checks that the open transaction, if there is one, can take another connection. */
    abstract void checkJoin() throws SQLException;

    /** Told of a connection that the open transaction uses for the first time, before it does. */
    abstract void joins(ShardConnection shard) throws SQLException;

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
        return state == null ? databases.defaults().readOnly() : (boolean) state.value(SessionProperty.READ_ONLY);
    }

    /** What is set on the session, apart from autocommit, and on each connection that joins. */
    final SessionState state() {
        if (state == null) {
            state = SessionState.of(databases.defaults());
        }
        return state;
    }

    /**
     * Number of an enlisted data source, to take where any would do; -1 if there is none. One whose part of the transaction
     * has no name comes first: some databases have no temporary tables in the others.
     */
    public int preferredDataSource() {
        ShardConnection shard = preferred < 0 ? null : enlisted[preferred];
        return shard == null || !shard.hasBranch() ? preferred : withoutBranch();
    }

    private int withoutBranch() {
        for (int i = 0; i < databases.size(); i++) {
            ShardConnection shard = enlisted[i];
            if (shard != null && shard.isActive() && !shard.hasBranch()) {
                return i;
            }
        }
        return preferred;
    }

    /** The statement that begins makes temporary tables wherever it writes, or has ended. */
    public void makesTemporaryTables(boolean on) {
        makesTemporaryTables = on;
    }

    @Override
    public boolean makesTemporaryTables() {
        return makesTemporaryTables;
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

    @Override
    public <T> @Nullable T ask(int dataSource, Question<T> question) throws SQLException {
        ShardConnection shard = Objects.requireNonNull(enlisted[dataSource]);
        return withinStatement(() -> Optional.ofNullable(shard.answering(question)))
                .orElse(null);
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

    /** Tells whether there is any connection. */
    final boolean holdsAny() {
        for (ShardConnection shard : enlisted) {
            if (shard != null) {
                return true;
            }
        }
        return false;
    }

    /** Whether a database has prepared something and was not told what to do with it. */
    final boolean isInDoubt() {
        for (ShardConnection shard : enlisted) {
            if (shard != null && shard.isInDoubt()) {
                return true;
            }
        }
        return false;
    }

    /** The connection to a data source, borrowed if need be. */
    public ShardConnection connection(int dataSource) throws SQLException {
        begun = true;
        ShardConnection shard = enlisted[dataSource];
        if (shard == null) {
            shard = join(dataSource);
        }
        awaken(shard);
        if (shard.begins() && !autoCommit()) {
            joins(shard);
        }
        if (used != dataSource && databases.lockLimit() != null && !autoCommit()) {
            used(shard, databases.lockLimit());
        }
        return shard;
    }

    /**
     * Switches autocommit off on a connection that a commit left with it on, before the transaction uses it.
     *
     * @throws SQLException if that fails; the connection is gone then, and nothing was open on it
     */
    final void awaken(ShardConnection shard) throws SQLException {
        if (!shard.isResting()) {
            return;
        }
        try {
            shard.setAutoCommit(false);
        } catch (SQLException | RuntimeException failure) {
            giveUp(shard);
            throw failure;
        }
    }

    /** Ends a connection whose state is not known. */
    final void giveUp(ShardConnection shard) {
        shard.discard();
        drop(shard.dataSource());
    }

    /** A deadlock of two transactions over two databases is seen by neither; it has to end by itself. */
    private void used(ShardConnection shard, String lockLimit) throws SQLException {
        if (used == NONE) {
            used = (short) shard.dataSource();
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
                if (ended) {
                    shard.transactionEnded();
                }
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
        holding += (short) (on ? 1 : -1);
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
        ShardConnection shard = PoolBorrowing.open(this, enlisted, dataSource, state, autoCommit(), deadline());
        try {
            joined(shard);
        } catch (SQLException | RuntimeException failure) {
            shard.release();
            throw failure;
        }
        enlisted[dataSource] = shard;
        if (dataSource < databases.size() && (preferred < 0 || dataSource < preferred)) {
            preferred = (short) dataSource;
        }
        return shard;
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
            if (shard != null && shard.idle() && (autoCommit() || !shard.isActive())) {
                leave(i);
            }
        }
    }

    /**
     * Gives back the connections that nothing needs: neither the open transaction nor anything that was handed out. What
     * is set on the session is set again on those that it takes instead.
     */
    public void giveBackIdle() throws SQLException {
        for (int i = 0; i < enlisted.length && holding == 0; i++) {
            ShardConnection shard = enlisted[i];
            if (shard != null && shard.idle() && (autoCommit() || !shard.isActive())) {
                leave(i);
            }
        }
    }

    /** Whether a connection stays that nothing uses, as a statement may have left something there. */
    public boolean isPinned() {
        for (ShardConnection shard : enlisted) {
            if (shard != null && shard.isPinned()) {
                return true;
            }
        }
        return false;
    }

    /** As {@link java.sql.Connection#getTransactionIsolation()}. */
    final int isolation() {
        return state == null ? databases.defaults().isolation() : (int) state.value(SessionProperty.ISOLATION);
    }

    /** Gives connections to replicas back that nothing needs: a transaction that may write has nothing to do with them. */
    final void leaveReplicas() {
        for (int i = databases.size(); i < enlisted.length; i++) {
            ShardConnection shard = enlisted[i];
            if (shard != null && shard.idle()) {
                drop(i);
            }
        }
    }

    /** Gives a connection up that has failed; what goes wrong with it matters to nobody. */
    final void drop(int number) {
        try {
            leave(number);
        } catch (SQLException | RuntimeException dead) {
            LOG.debug("The connection to {} was dead", databases.name(number), dead);
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
        for (int i = 0; i < databases.size() && preferred < 0; i++) {
            preferred = (short) (enlisted[i] == null ? -1 : i);
        }
    }

    /** Gives all connections back; what was not committed is rolled back. */
    @Override
    public void close() throws SQLException {
        ends("the connection is closed");
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
                    first = ShardFailures.joined(first, failure);
                }
            }
        }
        if (endings != null) {
            ConnectionReturn.awaitEnds(endings);
        }
        if (first != null) {
            throw first;
        }
    }
}
