package io.shardkit.execute;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind one logical connection: its physical connections, and here its transaction over them. Not
 * thread-safe.
 */
public final class Session extends SessionConnections {
    private @Nullable Transaction transaction;
    private boolean autoCommit = true;
    private boolean commitIncomplete;
    private int savepointIds;
    private @Nullable Long lastKey;

    /** A session that has touched no database yet. */
    public Session(Databases databases) {
        super(databases);
    }

    /**
     * Checks that a statement can run.
     *
     * @throws SQLException with {@link ErrorCode#ROLLBACK_ONLY} if an earlier one left the transaction half done, so
     *     that even a read would see what no single database shows
     */
    public void checkStatement() throws SQLException {
        check();
        if (!autoCommit
                && transaction().isSpoilt()
                && transaction().isRollbackOnly(enlisted().size())) {
            throw ErrorCode.ROLLBACK_ONLY.exception("");
        }
    }

    @Override
    void checkJoin() throws SQLException {
        if (!autoCommit && transaction().isSpoilt()) {
            throw ErrorCode.ROLLBACK_ONLY.exception("");
        }
    }

    /** Whether each statement is a transaction of its own. */
    @Override
    public boolean autoCommit() {
        return autoCommit;
    }

    /**
     * Switches autocommit; to switch it on ends the open transaction with a commit.
     *
     * @throws SQLException if the commit failed or had to be refused; autocommit is switched all the same unless the
     *     session is broken
     */
    public void setAutoCommit(boolean value) throws SQLException {
        check();
        if (value == autoCommit) {
            return;
        }
        List<ShardConnection> shards = enlisted();
        SQLException refused = null;
        boolean committed = false;
        // A single database commits by the switch itself.
        if (begun && value && (shards.size() > 1 || transaction().isRollbackOnly(shards.size()))) {
            refused = endTransaction(shards);
            committed = refused == null;
        }
        for (ShardConnection shard : shards) {
            try {
                shard.connection().setAutoCommit(value);
            } catch (SQLException failure) {
                breakDown("autocommit could not be switched on " + shard.name() + ": " + failure.getMessage());
                if (committed) {
                    // What is committed must not be reported as failed; the next call tells.
                    return;
                }
                throw failure;
            }
        }
        autoCommit = value;
        begin();
        if (refused != null) {
            throw refused;
        }
    }

    /** What is committed must not be reported as failed; a session that cannot go on says so at its next call. */
    private void afterCommit() {
        try {
            setAutoCommit(true);
        } catch (SQLException | RuntimeException failure) {
            breakDown("after a commit autocommit could not be switched on: " + failure.getMessage());
        }
    }

    private @Nullable SQLException endTransaction(List<ShardConnection> shards) throws SQLException {
        try {
            commit();
            return null;
        } catch (SQLException failure) {
            if (isBroken()) {
                throw failure;
            }
            Transaction.rollbackAfter(failure, shards);
            return failure;
        }
    }

    /** Commits everywhere; see {@link io.shardkit.rule.CrossSource}. */
    public void commit() throws SQLException {
        if (isNothingToEnd()) {
            return;
        }
        List<ShardConnection> shards = enlisted();
        SQLException incomplete = transaction().commit(shards);
        if (incomplete != null) {
            breakDown("a commit was incomplete");
            commitIncomplete = true;
            throw incomplete;
        }
        begun = false;
    }

    private void begin() {
        begun = false;
        transaction().begin();
    }

    /** Rolls back everywhere. */
    public void rollback() throws SQLException {
        if (commitIncomplete) {
            // What could be rolled back has been; a second exception would hide the first from the application.
            return;
        }
        if (isNothingToEnd()) {
            return;
        }
        transaction().rollback(enlisted());
        begun = false;
    }

    /** Sets a savepoint. */
    public SavepointMark setSavepoint(@Nullable String name) throws SQLException {
        checkTransaction();
        return transaction().setSavepoint(++savepointIds, name, enlisted());
    }

    /** Rolls back to a savepoint. */
    public void rollback(SavepointMark savepoint) throws SQLException {
        checkTransaction();
        transaction().rollbackTo(savepoint, enlisted());
    }

    /** Forgets a savepoint and those set after it. */
    public void releaseSavepoint(SavepointMark savepoint) throws SQLException {
        checkTransaction();
        transaction().release(savepoint, enlisted());
    }

    /** Whether autocommit is on and the databases think nothing of ending a transaction then. */
    private boolean isNothingToEnd() throws SQLException {
        check();
        if (autoCommit && databases.dialect().endsOnlyWhatBegan()) {
            checkTransaction();
        }
        return autoCommit;
    }

    private void checkTransaction() throws SQLException {
        check();
        if (autoCommit) {
            throw ErrorCode.INVALID_ARGUMENT.exception("autocommit is on");
        }
    }

    /** Must be called before a write is sent to one data source. */
    public void beforeWrite(int dataSource) throws SQLException {
        if (!autoCommit) {
            transaction().beforeWrite(dataSource);
            transaction().wrote(dataSource);
        }
    }

    /**
     * Must be told of each INSERT.
     *
     * @param generated the first of the keys that the framework made, or null if a database may have made them
     */
    public void inserted(@Nullable Object generated) {
        lastKey = generated instanceof Long key ? key : null;
    }

    /** The first key that the framework made for the last INSERT, or null if it made none. */
    public @Nullable Long lastKey() {
        return lastKey;
    }

    /** Must be told of each exception of a shard's statement. */
    public void failed(SQLException failure) {
        if (!autoCommit) {
            transaction().failed(failure);
        }
    }

    /**
     * Runs several steps, all or nothing: in autocommit in a transaction of their own, else a failure after the first
     * success leaves the open transaction fit for rollback only.
     */
    public <T> T inTransaction(Steps<T> steps) throws SQLException {
        WriteSteps.Progress progress = new WriteSteps.Progress();
        boolean own = autoCommit;
        if (own) {
            setAutoCommit(false);
        }
        T result;
        try {
            result = steps.run(progress);
            if (own) {
                commit();
            }
        } catch (SQLException | RuntimeException failure) {
            if (own) {
                undo(failure);
            } else {
                if (failure instanceof SQLException exception && !(failure instanceof ShardingException)) {
                    failed(exception);
                }
                if (progress.count() > 0) {
                    transaction().markRollbackOnly();
                }
            }
            throw failure;
        }
        if (own) {
            afterCommit();
        }
        return result;
    }

    private void undo(Exception failure) {
        try {
            if (!isBroken()) {
                rollback();
                setAutoCommit(true);
            }
        } catch (SQLException | RuntimeException second) {
            // To switch autocommit on would commit what could not be undone.
            breakDown("a write could not be rolled back");
            failure.addSuppressed(second);
        }
    }

    /**
     * Steps of one write.
     *
     * @param <T> what they answer together
     */
    @FunctionalInterface
    public interface Steps<T> {
        /** Runs them, and tells of each that changed something. */
        T run(WriteSteps.Progress progress) throws SQLException;
    }

    /** The open transaction, for writes over several units. */
    Transaction transaction() {
        if (transaction == null) {
            transaction = new Transaction(databases);
        }
        return transaction;
    }
}
