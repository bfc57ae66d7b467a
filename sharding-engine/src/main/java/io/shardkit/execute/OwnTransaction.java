package io.shardkit.execute;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The transaction of one write in autocommit, over the connections it needs and no others. */
final class OwnTransaction {
    private OwnTransaction() {}

    static <T> T run(Session session, List<ShardConnection> connections, WriteSteps<T> steps) throws SQLException {
        T result;
        try {
            switchAutoCommit(session, connections, false);
            result = steps.run(connections, new WriteSteps.Progress());
            SQLException incomplete = new Transaction(session.databases()).commit(connections);
            if (incomplete != null) {
                session.breakDown("a commit was incomplete");
                throw incomplete;
            }
        } catch (SQLException | RuntimeException | Error failure) {
            undo(session, connections, failure);
            throw failure;
        }
        afterCommit(session, connections);
        return result;
    }

    /** What is committed must not be reported as failed; a session that cannot go on says so at its next call. */
    private static void afterCommit(Session session, List<ShardConnection> connections) {
        try {
            switchAutoCommit(session, connections, true);
        } catch (SQLException | RuntimeException failure) {
            session.breakDown("after a commit autocommit could not be switched on: " + failure.getMessage());
        }
    }

    private static void undo(Session session, List<ShardConnection> connections, Throwable failure) {
        List<ShardConnection> begun = new ArrayList<>();
        try {
            for (ShardConnection shard : connections) {
                if (!shard.connection().getAutoCommit()) {
                    begun.add(shard);
                }
            }
            if (Transaction.rollbackAfter(failure, begun)) {
                switchAutoCommit(session, begun, true);
            } else {
                // To switch autocommit on would commit what could not be undone.
                session.breakDown("a write could not be rolled back");
            }
        } catch (SQLException | RuntimeException second) {
            session.breakDown("a write could not be rolled back");
            failure.addSuppressed(second);
        }
    }

    /** To switch on is only for connections where nothing is open: it would be committed. */
    private static void switchAutoCommit(Session session, List<ShardConnection> connections, boolean value)
            throws SQLException {
        for (ShardConnection shard : connections) {
            if (shard.connection().getAutoCommit() == value) {
                continue;
            }
            try {
                shard.connection().setAutoCommit(value);
            } catch (SQLException failure) {
                session.breakDown("autocommit could not be switched on " + shard.name());
                throw failure;
            }
        }
    }
}
