package io.shardkit.execute.session;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.transaction.Transaction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transaction of one write in autocommit, over the connections it needs and no others. */
public final class OwnTransaction {
    private OwnTransaction() {}

    public static <T> T run(Session session, List<ShardConnection> connections, WriteSteps<T> steps)
            throws SQLException {
        T result;
        String lockLimit = connections.size() > 1 ? session.databases().lockLimit() : null;
        Beginning progress = new Beginning(lockLimit);
        session.hold(true);
        try {
            result = steps.run(connections, progress);
            checkBegun(connections);
            SQLException incomplete = Transaction.ofWrites(session.databases()).commit(connections);
            if (incomplete != null) {
                session.breakDown("a commit was incomplete");
                throw incomplete;
            }
        } catch (SQLException | RuntimeException | Error failure) {
            undo(session, connections, failure);
            if (progress.failed != null) {
                session.breakDown("autocommit could not be switched on " + progress.failed.name());
            }
            throw failure;
        } finally {
            session.hold(false);
            connections.forEach(ShardConnection::locksUnlimited);
        }
        afterCommit(session, connections);
        return result;
    }

    /** Begins the transaction of each connection when it is first used, so that several do so at the same time. */
    private static final class Beginning extends WriteSteps.Progress {
        private final @Nullable String lockLimit;
        private volatile @Nullable ShardConnection failed;

        Beginning(@Nullable String lockLimit) {
            this.lockLimit = lockLimit;
        }

        @Override
        public void begin(ShardConnection shard) throws SQLException {
            try {
                if (shard.connection().getAutoCommit()) {
                    shard.setAutoCommit(false);
                }
            } catch (SQLException failure) {
                failed = shard;
                throw failure;
            }
            if (lockLimit != null) {
                shard.limitLocks(lockLimit);
            }
        }
    }

    private static void checkBegun(List<ShardConnection> connections) throws SQLException {
        for (ShardConnection shard : connections) {
            if (shard.connection().getAutoCommit()) {
                throw new IllegalStateException("no transaction was begun on " + shard.name());
            }
        }
    }

    /** What is committed must not be reported as failed; a session that cannot go on says so at its next call. */
    private static void afterCommit(Session session, List<ShardConnection> connections) {
        try {
            endAll(session, connections);
        } catch (SQLException | RuntimeException failure) {
            session.breakDown("after a commit autocommit could not be switched on: " + failure.getMessage());
        }
    }

    private static void undo(Session session, List<ShardConnection> connections, Throwable failure) {
        List<ShardConnection> begun = new ArrayList<>();
        try {
            for (ShardConnection shard : connections) {
                if (!shard.isLost() && !shard.connection().getAutoCommit()) {
                    begun.add(shard);
                }
            }
            if (Transaction.rollbackAfter(failure, begun)) {
                endAll(session, begun);
            } else {
                // To switch autocommit on would commit what could not be undone.
                session.breakDown("a write could not be rolled back");
            }
        } catch (SQLException | RuntimeException second) {
            session.breakDown("a write could not be rolled back");
            failure.addSuppressed(second);
        }
    }

    /** Switches autocommit on, where nothing is open: it would be committed. */
    private static void endAll(Session session, List<ShardConnection> connections) throws SQLException {
        for (ShardConnection shard : connections) {
            if (shard.connection().getAutoCommit()) {
                continue;
            }
            try {
                shard.setAutoCommit(true);
            } catch (SQLException failure) {
                session.breakDown("autocommit could not be switched on " + shard.name());
                throw failure;
            }
        }
    }
}
