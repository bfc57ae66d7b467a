package io.shardkit.execute.transaction;

import io.shardkit.error.ShardingException;
import io.shardkit.execute.WriteSteps;
import java.sql.SQLException;

/**
 * Runs the steps of a statement, none of which is committed if one fails: every transaction that a statement needs is
 * run here. The commits of several databases are made by a {@link Coordinator}, and need not all succeed.
 */
public final class TransactionRunner {
    private TransactionRunner() {}

    /** The transaction that steps are run in. */
    public enum Scope {
        /** The session's, which goes on afterwards: if it is left half done it can only be rolled back. */
        JOINED,

        /** One that begins and ends with the steps. */
        OWN;

        /** Returns the scope of a statement: in autocommit it has a transaction of its own. */
        public static Scope of(Owner owner) {
            return owner.autoCommit() ? OWN : JOINED;
        }
    }

    /**
     * Runs steps within a transaction.
     *
     * @param participants where they are run
     * @throws SQLException what the steps throw, or what became of the commit; nothing is committed unless that says so
     */
    public static <T> T run(Owner owner, Scope scope, Participants participants, WriteSteps<T> steps)
            throws SQLException {
        if (scope == Scope.JOINED) {
            return join(owner, participants, steps);
        }
        OwnTransaction own = participants.ownTransaction(owner);
        own.open();
        T result;
        try {
            result = steps.run(participants.connections(owner), own);
            own.commit();
        } catch (SQLException | RuntimeException | Error failure) {
            own.undo(failure);
            throw failure;
        } finally {
            own.close();
        }
        own.resumeAutoCommit();
        return result;
    }

    private static <T> T join(Owner owner, Participants participants, WriteSteps<T> steps) throws SQLException {
        WriteSteps.Progress progress = new WriteSteps.Progress();
        try {
            return steps.run(participants.connections(owner), progress);
        } catch (SQLException | RuntimeException | Error failure) {
            if (failure instanceof SQLException exception && !(failure instanceof ShardingException)) {
                owner.failed(exception);
            }
            if (progress.count() > 0) {
                owner.transaction().markRollbackOnly();
            }
            throw failure;
        }
    }
}
