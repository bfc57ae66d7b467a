package io.shardkit.execute.session;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.execute.ConnectionOpening;
import io.shardkit.execute.Databases;
import io.shardkit.execute.SessionState;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.Borrowing;
import io.shardkit.execute.watch.Deadline;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Borrows the connections of sessions from their pools, which may let one wait. */
final class PoolBorrowing {
    /** How long a transaction waits for a pool out of the order in which others take from pools. */
    private static final int POOL_SECONDS = 30;

    private PoolBorrowing() {}

    /**
     * A connection with the state of its session.
     *
     * @param enlisted what the session holds already, by data source
     * @param state what was set on the session, or null if nothing was
     */
    static ShardConnection open(
            ShardConnection.Owner session,
            @Nullable ShardConnection[] enlisted,
            int dataSource,
            @Nullable SessionState state,
            boolean autoCommit,
            Deadline deadline)
            throws SQLException {
        if (!(deadline.limited() || holdsFrom(enlisted, dataSource)) || !isPool(session.databases(), dataSource)) {
            return ConnectionOpening.open(session, dataSource, state, autoCommit, null);
        }
        List<String> held = new ArrayList<>();
        for (int i = dataSource; i < enlisted.length; i++) {
            if (enlisted[i] != null) {
                held.add(session.databases().name(i));
            }
        }
        String name = session.databases().name(dataSource);
        Borrowing.Opening<ShardConnection> opening =
                borrowing -> ConnectionOpening.open(session, dataSource, state, autoCommit, borrowing);
        if (autoCommit && dataSource >= session.databases().size() && deadline.limited()) {
            return ofReplica(deadline, name, opening);
        }
        return Borrowing.until(
                deadline.limited() ? deadline : Deadline.in(POOL_SECONDS),
                held.isEmpty() ? name : name + "; the transaction holds " + String.join(", ", held),
                !held.isEmpty(),
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
     * Whether it may be asked on another thread, so that the caller need not wait for it: what cannot be closed is no
     * pool, and may choose its target by the caller's thread.
     */
    private static boolean isPool(Databases databases, int dataSource) {
        return databases.pool(dataSource) instanceof AutoCloseable;
    }

    /** Whether a data source at or above one is held: others may wait for it in the order of the data sources. */
    private static boolean holdsFrom(@Nullable ShardConnection[] enlisted, int dataSource) {
        for (int i = dataSource; i < enlisted.length; i++) {
            if (enlisted[i] != null) {
                return true;
            }
        }
        return false;
    }
}
