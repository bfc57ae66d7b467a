package io.shardkit.execute.session;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailure;
import io.shardkit.execute.transaction.BestEffortCommitter;
import io.shardkit.execute.transaction.CommitFailure;
import io.shardkit.execute.transaction.Committer;
import io.shardkit.execute.transaction.Owner;
import io.shardkit.execute.transaction.Rollback;
import io.shardkit.execute.transaction.SavepointMark;
import io.shardkit.execute.transaction.Transaction;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.Watch;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.TransactionStep;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind one logical connection: its physical connections, and here its transaction over them. Not
 * thread-safe.
 */
public final class Session extends SessionConnections implements Owner {
    private static final String READ_ONLY = "READ ONLY";

    private static final Committer COMMITTER = new BestEffortCommitter();

    private @Nullable Transaction transaction;
    private boolean autoCommit = true;
    private boolean commitIncomplete;
    private @Nullable Long lastKey;
    private final Runnable onTablesChanged;

    /** Whether the open transaction changed tables. */
    private boolean tablesChanged;

    /**
     * A session that has touched no database yet.
     *
     * @param onTablesChanged is told when what was known of tables does not hold any longer
     */
    public Session(Databases databases, Runnable onTablesChanged) {
        super(databases);
        this.onTablesChanged = onTablesChanged;
    }

    /** Must be told after DDL. */
    public void tablesChanged() {
        onTablesChanged.run();
        tablesChanged = !autoCommit;
    }

    /** Whether the open transaction changed tables, which others, and so the catalog, do not see yet. */
    public boolean hasUncommittedDdl() {
        return tablesChanged;
    }

    /** What was learned during a transaction with DDL is of the tables as others saw them: of the old ones. */
    private void transactionEnded() {
        if (tablesChanged) {
            tablesChanged = false;
            onTablesChanged.run();
        }
    }

    /**
     * Checks that a statement can run.
     *
     * @throws SQLException with {@link ErrorCode#ROLLBACK_ONLY} if an earlier one left the transaction half done, so
     *     that even a read would see what no single database shows
     */
    public void checkStatement() throws SQLException {
        check();
        if (isRollbackOnly()) {
            throw ErrorCode.ROLLBACK_ONLY.exception("");
        }
    }

    /** Whether an earlier statement left the transaction half done. */
    public boolean isRollbackOnly() {
        return !autoCommit
                && transaction().isSpoilt()
                && transaction().isRollbackOnly(enlisted().size());
    }

    @Override
    void checkJoin() throws SQLException {
        if (!autoCommit && transaction().isSpoilt()) {
            throw ErrorCode.ROLLBACK_ONLY.exception("");
        }
    }

    @Override
    void joined(ShardConnection shard) throws SQLException {
        if (!autoCommit && transaction().modes != null) {
            shard.execute(transaction().modes);
        }
    }

    /** Whether a statement began the open transaction, and autocommit goes on behind it. */
    private boolean isSuspended() {
        return transaction != null && transaction.suspended;
    }

    /** Whether each statement is a transaction of its own. */
    @Override
    public boolean autoCommit() {
        return autoCommit;
    }

    /** As {@link java.sql.Connection#getAutoCommit()}, which drivers tell in their own ways behind BEGIN. */
    public boolean reportsAutoCommit() {
        return autoCommit
                || (isSuspended() && !databases.dialect().transactions().beginSwitchesAutoCommit());
    }

    /**
     * As {@link java.sql.Connection#setAutoCommit(boolean)}.
     *
     * @throws SQLException as that of a commit
     */
    public void setAutoCommit(boolean value) throws SQLException {
        try {
            setAutoCommitInTime(value);
        } finally {
            transactionEnded();
        }
    }

    private void setAutoCommitInTime(boolean value) throws SQLException {
        if (isSuspended() && !databases.dialect().transactions().beginSwitchesAutoCommit()) {
            check();
            transaction().suspended = value;
        } else if (value == autoCommit || preferredDataSource() < 0 || isBounded()) {
            switchAutoCommit(value);
        } else {
            bounded(() -> {
                switchAutoCommit(value);
                return value;
            });
        }
    }

    /**
     * Switches autocommit; to switch it on ends the open transaction with a commit.
     *
     * @throws SQLException if the commit failed or had to be refused; autocommit is switched all the same unless the
     *     session is broken
     */
    private void switchAutoCommit(boolean value) throws SQLException {
        check();
        if (value == autoCommit) {
            return;
        }
        if (transaction != null) {
            transaction.suspended = false;
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
                shard.setAutoCommit(value);
            } catch (SQLException failure) {
                breakDown("autocommit could not be switched on " + shard.name() + ": " + failure.getMessage());
                if (committed) {
                    // What is committed must not be reported as failed; the next call tells.
                    return;
                }
                if (begun && value && transaction().mayHaveCommitted(failure, shard)) {
                    commitIncomplete = true;
                    throw CommitFailure.unknown(failure, shard).exception();
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

    @Override
    public void beginOwn() throws SQLException {
        switchAutoCommit(false);
    }

    /** What is committed must not be reported as failed; a session that cannot go on says so at its next call. */
    @Override
    public void endOwn() {
        try {
            switchAutoCommit(true);
        } catch (SQLException | RuntimeException failure) {
            breakDown("after a commit autocommit could not be switched on: " + failure.getMessage());
        }
    }

    @Override
    public void undoOwn(Throwable failure) {
        try {
            if (!isBroken()) {
                rollback();
                switchAutoCommit(true);
            }
        } catch (SQLException | RuntimeException second) {
            // To switch autocommit on would commit what could not be undone.
            breakDown("a write could not be rolled back");
            failure.addSuppressed(second);
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
            Rollback.after(failure, shards);
            return failure;
        }
    }

    /** Commits everywhere if a transaction is open; see {@link io.shardkit.options.CrossSource}. */
    @Override
    public void commit() throws SQLException {
        try {
            check();
            if (autoCommit) {
                return;
            }
            if (isBounded()) {
                commitOrUndo();
                return;
            }
            bounded(() -> {
                commitOrUndo();
                return true;
            });
        } finally {
            transactionEnded();
        }
    }

    private void commitOrUndo() throws SQLException {
        try {
            commitEnlisted();
        } catch (SQLException failure) {
            if (isSuspended() && !isBroken() && !transaction().isSpoilt()) {
                undoOwn(failure);
            }
            throw failure;
        }
        if (isSuspended()) {
            endOwn();
        }
    }

    /** Commits everywhere; the next transaction begins in the same way. */
    void commitEnlisted() throws SQLException {
        SQLException incomplete = transaction().commit(enlisted());
        if (incomplete != null) {
            breakDown("a commit was incomplete");
            commitIncomplete = true;
            throw incomplete;
        }
        ended();
    }

    private void begin() {
        ended();
        transaction().begin();
    }

    private void ended() {
        begun = false;
        if (transaction != null) {
            transaction.modes = null;
            transaction.readOnly = null;
        }
        locksUnlimited(true);
    }

    /** Rolls back everywhere if a transaction is open. */
    public void rollback() throws SQLException {
        try {
            rollbackAll();
        } finally {
            transactionEnded();
        }
    }

    private void rollbackAll() throws SQLException {
        if (commitIncomplete) {
            // What could be rolled back has been; a second exception would hide the first from the application.
            return;
        }
        if (isLost() && !autoCommit) {
            // What is lost was not committed, and its database undoes it; a second exception would hide the first.
            List<ShardConnection> left =
                    enlisted().stream().filter(shard -> !shard.isLost()).toList();
            undoing(() -> Rollback.after(ErrorCode.ROLLBACK_ONLY.exception(""), left));
            return;
        }
        check();
        if (autoCommit) {
            return;
        }
        undoing(() -> {
            transaction().rollback(enlisted());
            ended();
            if (isSuspended()) {
                switchAutoCommit(true);
            }
            return true;
        });
    }

    /** Runs what undoes something; a database that does not answer undoes it by itself, and is not waited for. */
    private void undoing(Step<Boolean> step) throws SQLException {
        Watch watch = begun ? watchUndoing() : null;
        if (watch == null) {
            step.run();
            return;
        }
        try {
            step.run();
        } catch (SQLException failure) {
            throw watch.explained(failure, null);
        } finally {
            watch.end();
        }
    }

    /** Checks that drivers let a transaction be ended by a call; some do not in autocommit. */
    public void checkEnds() throws SQLException {
        if (reportsAutoCommit() && databases.dialect().transactions().endsOnlyWhatBegan() && !isBroken()) {
            throw ErrorCode.INVALID_ARGUMENT.exception("autocommit is on");
        }
    }

    /** Sets a savepoint. */
    public SavepointMark setSavepoint(@Nullable String name) throws SQLException {
        checkTransaction();
        checkEnds();
        return bounded(() -> transaction().setSavepoint(name, enlisted()));
    }

    /** Rolls back to a savepoint. */
    public void rollback(SavepointMark savepoint) throws SQLException {
        checkTransaction();
        bounded(() -> {
            rollbackTo(savepoint);
            return savepoint;
        });
    }

    private void rollbackTo(SavepointMark savepoint) throws SQLException {
        transaction().rollbackTo(savepoint, enlisted());
        locksUnlimited(false);
        String modes = transaction().modes;
        if (modes != null) {
            for (ShardConnection shard : enlisted()) {
                if (!savepoint.isOn(shard)) {
                    shard.execute(modes);
                }
            }
        }
    }

    /** Forgets a savepoint and those set after it. */
    public void releaseSavepoint(SavepointMark savepoint) throws SQLException {
        checkTransaction();
        bounded(() -> {
            transaction().release(savepoint, enlisted());
            return savepoint;
        });
    }

    /** Runs a statement to the transaction, with the meaning that it has on one database. */
    public void control(TransactionStep step) throws SQLException {
        try {
            check();
            new TransactionControl(this, step).run();
        } finally {
            if (step.mayEnd()) {
                transactionEnded();
            }
        }
    }

    /** Begins a transaction at whose end autocommit goes on. */
    void suspendAutoCommit() throws SQLException {
        switchAutoCommit(false);
        resumeAtEnd();
    }

    /** Lets autocommit go on behind the open transaction. */
    void resumeAtEnd() {
        transaction().suspended = true;
    }

    /** Sets a savepoint that statements call by its name. */
    void setNamedSavepoint(String name) throws SQLException {
        transaction().setNamed(name, enlisted());
    }

    /** Gives the transaction, which has just begun, modes of its own. */
    void setModes(String own) throws SQLException {
        List<String> told = new ArrayList<>(List.of(own.split(", ?", -1)));
        if (told.contains(READ_ONLY) || told.contains("READ WRITE")) {
            transaction().readOnly = told.lastIndexOf(READ_ONLY) > told.lastIndexOf("READ WRITE");
        }
        if (sendsNoWrites()) {
            told.removeIf(READ_ONLY::equals);
        }
        String modes = databases.dialect().transactions().setModes(String.join(", ", told));
        transaction().modes = modes;
        begun = true;
        if (modes == null) {
            return;
        }
        try {
            for (ShardConnection shard : enlisted()) {
                shard.execute(modes);
            }
        } catch (SQLException failure) {
            transaction().markRollbackOnly();
            throw failure;
        }
    }

    @Override
    void readOnlyChanges(boolean before) throws SQLException {
        if (!autoCommit && begun) {
            if (databases.dialect().transactions().readOnlyIsFixedAtBegin()) {
                throw ErrorCode.INVALID_ARGUMENT.exception("read-only, for a transaction that has begun");
            }
            if (transaction().readOnly == null) {
                transaction().readOnly = before;
            }
        }
    }

    /** Whether nothing can be written. */
    boolean readsOnly() {
        Boolean ofTransaction = transaction == null ? null : transaction.readOnly;
        return ofTransaction == null ? isReadOnly() : ofTransaction;
    }

    /**
     * Must be called before rows are locked by a query.
     *
     * @throws SQLException with {@link ErrorCode#READ_ONLY} where that is an error in a read-only transaction
     */
    public void beforeLock() throws SQLException {
        if (databases.dialect().transactions().readOnlyForbidsLocks() && readsOnly()) {
            throw refused("a query that locks rows");
        }
    }

    private void checkTransaction() throws SQLException {
        check();
        if (autoCommit) {
            throw ErrorCode.INVALID_ARGUMENT.exception("autocommit is on");
        }
    }

    /**
     * Must be called before a write is sent to one data source.
     *
     * @throws SQLException with {@link ErrorCode#READ_ONLY} if nothing may be written
     */
    @Override
    public void beforeWrite(int dataSource) throws SQLException {
        checkWrite();
        if (!autoCommit) {
            transaction().beforeWrite(dataSource);
            transaction().wrote(dataSource);
        }
    }

    /**
     * Checks that something may be written.
     *
     * @throws SQLException with {@link ErrorCode#READ_ONLY} if not
     */
    public void checkWrite() throws SQLException {
        if (readsOnly() && sendsNoWrites()) {
            throw refused("");
        }
    }

    /** A refused write is to the open transaction what the database's own refusal would be. */
    private SQLException refused(String what) {
        SQLException refusal = ErrorCode.READ_ONLY.exception(what);
        failed(refusal);
        return refusal;
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
    @Override
    public void failed(SQLException failure) {
        if (!autoCommit) {
            transaction().failed(failure);
        }
    }

    /**
     * Must be told of each call's failure; hangs on it what one would ask next.
     *
     * @param shard where it failed
     * @param asked how many calls the statement makes
     * @param succeeded how many of them did
     * @param start when it began, by {@link System#nanoTime()}
     */
    public void failed(
            Throwable failure, ShardConnection shard, StatementKind kind, int asked, int succeeded, long start) {
        if (failure instanceof SQLException exception) {
            failed(exception);
        }
        failure.addSuppressed(ShardFailure.calling(shard.name(), kind, asked, succeeded, System.nanoTime() - start));
    }

    @Override
    public void close() throws SQLException {
        try {
            super.close();
        } finally {
            transactionEnded();
        }
    }

    @Override
    public Committer committer() {
        return COMMITTER;
    }

    @Override
    public @Nullable String lockLimit() {
        return databases.lockLimit();
    }

    /** The open transaction. */
    @Override
    public Transaction transaction() {
        if (transaction == null) {
            transaction = new Transaction(databases, COMMITTER);
        }
        return transaction;
    }
}
