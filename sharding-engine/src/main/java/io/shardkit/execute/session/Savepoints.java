package io.shardkit.execute.session;

import io.shardkit.dialect.facts.Transactions;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.transaction.SavepointMark;
import io.shardkit.execute.transaction.Transaction;
import io.shardkit.execute.watch.Step;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sets savepoints in the open transaction of a session, on all of its connections, and goes back to them. */
public final class Savepoints {
    private final SessionTransactions session;
    private final Transactions rules;

    Savepoints(SessionTransactions session) {
        this.session = session;
        this.rules = session.databases().dialect().transactions();
    }

    private Transaction transaction() {
        return session.transaction();
    }

    private List<ShardConnection> enlisted() {
        return session.connections().enlisted();
    }

    /** Sets a savepoint. */
    public SavepointMark set(@Nullable String name) throws SQLException {
        checkTransaction();
        session.refuseInAutoCommit(session.databases().driver().refusesSavepointsInAutoCommit());
        return session.watch().bounded(() -> noted(transaction().setSavepoint(name, enlisted())));
    }

    /** Sets a savepoint that statements call by its name. */
    void setNamed(String name) throws SQLException {
        noted(transaction().setNamed(name, enlisted()));
    }

    private SavepointMark noted(SavepointMark savepoint) {
        if (rules.rollsBackSettings()) {
            transaction().settings(session.connections().state()).savepoint(savepoint.id());
        }
        return savepoint;
    }

    /** Rolls back to a savepoint. */
    public void rollbackTo(SavepointMark savepoint) throws SQLException {
        checkTransaction();
        session.watch().bounded(() -> {
            transaction().rollbackTo(savepoint, enlisted());
            return savepoint;
        });
    }

    /** Forgets a savepoint and those set after it. */
    public void release(SavepointMark savepoint) throws SQLException {
        checkTransaction();
        session.watch().bounded(() -> {
            transaction().release(savepoint, enlisted());
            return savepoint;
        });
    }

    private void checkTransaction() throws SQLException {
        session.watch().check();
        session.checkEndsHere();
        if (session.autoCommit()) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "autocommit is on");
        }
    }

    /**
     * Runs the writes of one statement within the transaction of the session: if one fails, an open transaction is left as it
     * was before, where its database would do so.
     *
     * @param own whether that has begun with the statement and ends with it
     * @param progress is told if what a failure leaves can only be rolled back
     */
    public <T> T allOrNone(boolean own, WriteSteps.Progress progress, Step<T> writes) throws SQLException {
        // If a database would spoil the transaction instead, or a transaction manager ends it, nothing is undone alone.
        boolean marks = !own && !session.isManaged() && !rules.errorAborts();
        SavepointMark before = marks ? noted(transaction().setSavepoint(null, enlisted())) : null;
        T result;
        try {
            result = writes.run();
        } catch (SQLException | RuntimeException | Error failure) {
            undo(before, failure, progress);
            throw failure;
        }
        if (before != null) {
            transaction().release(before, enlisted());
        }
        return result;
    }

    private void undo(@Nullable SavepointMark before, Throwable failure, WriteSteps.Progress progress) {
        if (before == null) {
            // Something may have been written.
            progress.succeeded();
            return;
        }
        try {
            transaction().rollbackTo(before, enlisted());
            transaction().release(before, enlisted());
        } catch (SQLException | RuntimeException second) {
            failure.addSuppressed(second);
            progress.succeeded();
        }
    }
}
