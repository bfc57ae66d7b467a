package io.shardkit.execute.session;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.execute.ConnectionOpening;
import io.shardkit.execute.ConnectionOwner;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.Borrowing;
import io.shardkit.execute.watch.Deadline;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.stream.Collectors;

/** Borrows the connections of sessions from their pools, which may let one wait. */
final class PoolBorrowing {
    /** Seconds that a transaction waits for a pool out of the order in which others take from pools. */
    private static final int POOL_SECONDS = 30;

    private PoolBorrowing() {}

    /**
     * A connection with the state of its session.
     *
     * @param held what the session holds already
     */
    static ShardConnection open(
            ConnectionOwner session, SessionConnections held, int dataSource, boolean autoCommit, Deadline deadline)
            throws SQLException {
        if (!(deadline.limited() || holdsFrom(held, dataSource)) || !isPool(session.databases(), dataSource)) {
            return ConnectionOpening.open(session, dataSource, held.stateIfSet(), autoCommit, null);
        }
        String others = held.enlisted().stream()
                .filter(shard -> shard.dataSource() >= dataSource)
                .map(ShardConnection::name)
                .collect(Collectors.joining(", "));
        String name = session.databases().name(dataSource);
        Borrowing.Opening<ShardConnection> opening =
                borrowing -> ConnectionOpening.open(session, dataSource, held.stateIfSet(), autoCommit, borrowing);
        if (autoCommit && dataSource >= session.databases().size() && deadline.limited()) {
            return ofReplica(deadline, name, opening);
        }
        return Borrowing.until(
                deadline.limited() ? deadline : Deadline.in(POOL_SECONDS),
                others.isEmpty() ? name : name + "; the transaction holds " + others,
                !others.isEmpty(),
                opening);
    }

    /** Another server has half of the time if a replica gives no connection. */
    private static ShardConnection ofReplica(Deadline deadline, String name, Borrowing.Opening<ShardConnection> opening)
            throws SQLException {
        Deadline half = new Deadline(true, deadline.nanos() - deadline.nanosLeft() / 2, false);
        try {
            return Borrowing.until(half, name, false, opening);
        } catch (SQLException failure) {
            if (failure instanceof ShardingException coded && coded.errorCode() == ErrorCode.NO_CONNECTION) {
                throw new SQLTransientConnectionException(name + " gives no connection", "08001", failure);
            }
            throw failure;
        }
    }

    /**
     * Tells whether it may be asked on another thread, so that the caller need not wait for it: what cannot be closed is no
     * pool, and may choose its target by the caller's thread.
     */
    private static boolean isPool(Databases databases, int dataSource) {
        return databases.pool(dataSource) instanceof AutoCloseable;
    }

    /** Tells whether a data source at or above one is held: others may wait for it in the order of the data sources. */
    private static boolean holdsFrom(SessionConnections held, int dataSource) {
        for (int i = dataSource; i < held.databases().members(); i++) {
            if (held.get(i) != null) {
                return true;
            }
        }
        return false;
    }
}
