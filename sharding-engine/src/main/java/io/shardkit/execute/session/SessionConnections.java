package io.shardkit.execute.session;

import io.shardkit.execute.ConnectionEnd;
import io.shardkit.execute.Databases;
import io.shardkit.execute.SessionProperty;
import io.shardkit.execute.SessionState;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailures;
import io.shardkit.execute.watch.SessionWatch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The physical connections that a session has, by the numbers of data sources and, after those, of replicas. A connection is
 * kept until {@link #releaseAll}, so that prepared statements stay prepared. Not thread-safe, but for {@link #enlisted()}.
 */
public final class SessionConnections implements SessionWatch.Connections {
    private static final Logger LOG = LoggerFactory.getLogger(SessionConnections.class);

    private Databases databases;

    /** The connection of most sessions, which have one; null once there were several. */
    private @Nullable ShardConnection only;

    /** By number, once there were several. */
    private @Nullable ShardConnection @Nullable [] several;

    /** The settings of the session, or null if nothing was set. */
    private @Nullable SessionState state;

    /** The number of parts of the statement under way that need all connections; short, as sessions are many. */
    private short holding;

    private boolean makesTemporaryTables;

    SessionConnections(Databases databases) {
        this.databases = databases;
    }

    Databases databases() {
        return databases;
    }

    /** As {@link Session#follow}; connections that nothing needs are given back. */
    boolean follow(Databases others, boolean autoCommit) {
        for (int i = 0; i < databases.members(); i++) {
            ShardConnection shard = get(i);
            if (shard != null && !isSame(i, others)) {
                if (holding > 0 || !shard.isIdle() || (shard.isActive() && !autoCommit)) {
                    return false;
                }
                drop(i);
            }
        }
        @Nullable ShardConnection[] all = several;
        if (all != null) {
            several = Arrays.copyOf(all, others.members());
        }
        databases = others;
        return true;
    }

    /** Tells whether a number stands for one database. */
    private boolean isSame(int number, Databases others) {
        return number < others.size()
                && number < databases.size()
                && databases.name(number).equals(others.name(number))
                && databases.pool(number).equals(others.pool(number));
    }

    @Override
    public int timeoutSeconds() {
        return databases.timeoutSeconds();
    }

    /** The connection to a data source or replica, if there is one. */
    public @Nullable ShardConnection get(int number) {
        if (several != null) {
            return several[number];
        }
        return only != null && only.dataSource() == number ? only : null;
    }

    void add(ShardConnection shard) {
        if (several == null && only == null) {
            only = shard;
            return;
        }
        if (several == null) {
            @Nullable ShardConnection[] all = new ShardConnection[databases.members()];
            if (only != null) {
                all[only.dataSource()] = only;
            }
            several = all;
            only = null;
        }
        several[shard.dataSource()] = shard;
    }

    private @Nullable ShardConnection remove(int number) {
        ShardConnection shard = get(number);
        if (several != null) {
            several[number] = null;
        } else if (shard != null) {
            only = null;
        }
        return shard;
    }

    /** All of them, in the order of their data sources; not changed afterwards. */
    @Override
    public List<ShardConnection> enlisted() {
        @Nullable ShardConnection[] all = several;
        if (all == null) {
            ShardConnection one = only;
            return one == null ? List.of() : List.of(one);
        }
        List<ShardConnection> shards = new ArrayList<>(all.length);
        for (ShardConnection shard : all) {
            if (shard != null) {
                shards.add(shard);
            }
        }
        return shards;
    }

    private boolean any(Predicate<ShardConnection> test) {
        if (several == null) {
            return only != null && test.test(only);
        }
        for (ShardConnection shard : several) {
            if (shard != null && test.test(shard)) {
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        return !any(shard -> true);
    }

    /** Tells whether a database has prepared something and was not told what to do with it. */
    boolean isInDoubt() {
        return any(ShardConnection::isInDoubt);
    }

    /** Tells whether a connection stays that nothing uses, as a statement may have left something there. */
    public boolean isPinned() {
        return any(ShardConnection::isPinned);
    }

    /** Tells whether databases have to be asked before connections go back, even where no transaction is open. */
    boolean isChanged() {
        return any(ShardConnection::isChanged);
    }

    /**
     * Number of an enlisted data source, to take where any would do; -1 if there is none. One whose part of the transaction
     * has no name comes first: some databases have no temporary tables in the others.
     */
    public int preferred() {
        int first = -1;
        for (int i = 0; i < databases.size(); i++) {
            ShardConnection shard = get(i);
            if (shard != null && (first < 0 ? !shard.hasBranch() : shard.isActive() && !shard.hasBranch())) {
                return i;
            }
            first = first < 0 && shard != null ? i : first;
        }
        return first;
    }

    /** Tells all of them that the open transaction has ended. */
    void transactionEnded() {
        for (int i = 0; i < databases.members(); i++) {
            ShardConnection shard = get(i);
            if (shard != null) {
                shard.transactionEnded();
            }
        }
    }

    /** The settings of the session, apart from autocommit, and of each connection that joins. */
    SessionState state() {
        if (state == null) {
            state = SessionState.of(databases.defaults());
        }
        return state;
    }

    /** As {@link #state()}, or null if nothing was set. */
    @Nullable SessionState stateIfSet() {
        return state;
    }

    /** Tells whether the session is read-only. */
    public boolean isReadOnly() {
        return state == null ? databases.defaults().readOnly() : (boolean) state.value(SessionProperty.READ_ONLY);
    }

    /** As {@link java.sql.Connection#getTransactionIsolation()}. */
    int isolation() {
        return state == null ? databases.defaults().isolation() : (int) state.value(SessionProperty.ISOLATION);
    }

    /**
     * Tells whether no write is sent where the session is read-only, instead of making its connections read-only: a gather in
     * a read-only transaction needs temporary tables, which some databases do not make then, and on no other connection
     * does it see what the transaction sees.
     */
    public boolean sendsNoWrites() {
        return databases.dialect().transactions().readOnlyForbidsTemporaryTables()
                && !databases.defaults().readOnly();
    }

    /** The statement that begins makes temporary tables wherever it writes, or has ended. */
    public void makesTemporaryTables(boolean on) {
        makesTemporaryTables = on;
    }

    boolean makesTemporaryTables() {
        return makesTemporaryTables;
    }

    /** From now on, or no longer, no connection is given back although nothing is open on it. */
    public void hold(boolean on) {
        holding += (short) (on ? 1 : -1);
    }

    /**
     * Gives back the connections that nothing needs: neither the open transaction nor anything that was handed out. What
     * is set on the session is set again on those that it takes instead.
     *
     * @param from the number of the first of them
     */
    void releaseIdle(int from, boolean autoCommit) throws SQLException {
        for (int i = from; i < databases.members() && holding == 0; i++) {
            ShardConnection shard = get(i);
            if (shard != null && shard.isIdle() && (autoCommit || !shard.isActive())) {
                leave(i);
            }
        }
    }

    /** Gives connections to replicas back that nothing needs: a transaction that may write has nothing to do with them. */
    void leaveReplicas() {
        for (int i = databases.size(); i < databases.members(); i++) {
            ShardConnection shard = get(i);
            if (shard != null && shard.isIdle()) {
                drop(i);
            }
        }
    }

    /** Ends a connection whose state is not known. */
    public void evict(ShardConnection shard) {
        shard.discard();
        drop(shard.dataSource());
    }

    /** Gives back a connection that has failed; what goes wrong with it does not matter. */
    void drop(int number) {
        try {
            leave(number);
        } catch (SQLException | RuntimeException dead) {
            LOG.debug("The connection to {} was dead", databases.name(number), dead);
        }
    }

    void leave(int number) throws SQLException {
        ShardConnection shard = remove(number);
        if (shard != null) {
            shard.release();
        }
    }

    /** Gives all connections back; what was not committed is rolled back. */
    void releaseAll(boolean begun) throws SQLException {
        SQLException first = null;
        List<Future<?>> endings = null;
        for (int i = 0; i < databases.members(); i++) {
            ShardConnection shard = remove(i);
            if (shard != null) {
                try {
                    Future<?> ending = shard.release(begun);
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
            ConnectionEnd.awaitAll(endings);
        }
        if (first != null) {
            throw first;
        }
    }
}
