package io.shardkit.execute;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.error.ErrorCode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The physical connections of a session. A data source is borrowed from when a statement first needs it, and its
 * connection is kept until {@link #close()}, so that prepared statements stay prepared.
 */
abstract class SessionConnections implements OpenConnections, AutoCloseable {
    final Databases databases;
    private final @Nullable ShardConnection[] enlisted;
    private @Nullable SessionSettings settings;
    private int preferred = -1;
    private @Nullable String broken;

    /** Whether a connection was used since the last transaction ended, so that there may be one. */
    boolean begun;

    SessionConnections(Databases databases) {
        this.databases = databases;
        this.enlisted = new ShardConnection[databases.size()];
    }

    /** Whether a connection that joins is to be in autocommit. */
    abstract boolean autoCommit();

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
    final boolean sendsNoWrites() {
        return databases.dialect().transactions().readOnlyForbidsTemporaryTables()
                && !databases.defaults().readOnly();
    }

    /** The databases. */
    public Databases databases() {
        return databases;
    }

    /** Whether {@link SessionSettings#readOnly()}. */
    final boolean isReadOnly() {
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
        if (broken != null) {
            throw ErrorCode.CLOSED.exception(broken);
        }
    }

    /** Whether {@link #check} fails. */
    boolean isBroken() {
        return broken != null;
    }

    /** From now on only {@link #close()} is allowed. */
    void breakDown(String why) {
        broken = why;
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
        return shard != null ? shard : join(dataSource);
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
                    for (int left : joined) {
                        leave(left);
                    }
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

    private ShardConnection join(int dataSource) throws SQLException {
        check();
        checkJoin();
        begun = true;
        if (autoCommit()) {
            releaseIdleAbove(dataSource);
        }
        SessionState state = settings == null ? null : settings.state();
        ShardConnection shard =
                ShardConnection.open(databases, dataSource, state, state == null ? 0 : state.set(), autoCommit());
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

    /** Pools are taken from in ascending order only, so that two sessions never wait for each other. */
    private void releaseIdleAbove(int dataSource) throws SQLException {
        for (int i = dataSource + 1; i < enlisted.length; i++) {
            ShardConnection shard = enlisted[i];
            if (shard != null && shard.idle()) {
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
        preferred = -1;
        for (int i = 0; i < enlisted.length && preferred < 0; i++) {
            preferred = enlisted[i] == null ? -1 : i;
        }
    }

    /** Gives all connections back; what was not committed is rolled back. */
    @Override
    public void close() throws SQLException {
        breakDown("the connection is closed");
        SQLException first = null;
        for (int i = 0; i < enlisted.length; i++) {
            ShardConnection shard = enlisted[i];
            enlisted[i] = null;
            if (shard != null) {
                try {
                    shard.release(begun);
                } catch (SQLException failure) {
                    first = Transaction.joined(first, failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
