package io.shardkit.execute;

import io.shardkit.execute.watch.Borrowing;
import io.shardkit.execute.watch.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Borrows physical connections from their pools and gives them the state of their session. */
public final class ConnectionOpening {
    private ConnectionOpening() {}

    /**
     * Borrows a connection and gives it the session's state; nothing stays borrowed if that fails.
     *
     * @param state what was set on the session, or null if nothing was
     * @param borrowing who waits for it on another thread, or null if the caller does
     */
    public static ShardConnection open(
            ConnectionOwner session,
            int dataSource,
            @Nullable SessionState state,
            boolean autoCommit,
            @Nullable Borrowing<ShardConnection> borrowing)
            throws SQLException {
        Databases databases = session.databases();
        Bulkhead bulkhead = databases.bulkheads().get(dataSource);
        long asked = System.nanoTime();
        Connection connection = null;
        ShardConnection shard = null;
        try {
            connection = autoCommit && dataSource >= databases.size()
                    ? Waiting.whileUseful(
                            bulkhead.name(), () -> databases.isUsable(dataSource), () -> bulkhead.borrow(asked))
                    : bulkhead.borrow(asked);
            if (borrowing != null) {
                borrowing.arrived(connection);
            }
            shard = new ShardConnection(session, dataSource, connection);
            if (borrowing == null) {
                shard.enter(null);
            }
            PhysicalConnection known = databases.modes().check(dataSource, connection, bulkhead);
            if (known != null) {
                shard.driver = known;
                known.borrowed(borrowing == null ? Thread.currentThread() : borrowing.owner(), asked);
            }
            if (state != null && state.isChanged()) {
                shard.apply(state);
            }
            if (shard.isLentInAutoCommit() != autoCommit) {
                connection.setAutoCommit(autoCommit);
                shard.switched(autoCommit);
            }
            if (borrowing == null) {
                shard.leave();
            }
            return shard;
        } catch (SQLException | RuntimeException failure) {
            failure.addSuppressed(ShardFailures.connecting(databases.name(dataSource)));
            if (shard != null) {
                if (borrowing == null) {
                    shard.leave();
                }
                shard.release();
            } else if (connection != null) {
                close(connection, failure);
            }
            throw failure;
        }
    }

    /** A pool may end the connection in this moment, and fail to close what it has ended. */
    private static void close(Connection connection, Exception cause) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException ended) {
            cause.addSuppressed(ended);
        }
    }
}
