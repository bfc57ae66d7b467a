package io.shardkit.execute.session;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.transaction.CommitFailure;
import io.shardkit.execute.transaction.CommitFence;
import io.shardkit.execute.transaction.CommitProtocol;
import io.shardkit.execute.transaction.CommitProtocols;
import io.shardkit.execute.transaction.Owner;
import io.shardkit.execute.transaction.Rollback;
import io.shardkit.execute.transaction.Transaction;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.Watch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a session over its physical connections: how they begin and end, by calls and by statements.
 */
public abstract class SessionTransactions extends SessionConnections implements Owner {
    private final CommitProtocols protocols;
    private @Nullable Transaction transaction;
    private boolean autoCommit = true;
    private boolean commitIncomplete;

    /** Whether autocommit was switched off and no call has committed since: after such a commit most switch it on. */
    private boolean firstCommit;

    SessionTransactions(Databases databases, CommitProtocols protocols) {
        super(databases);
        this.protocols = protocols;
    }

    /** Told at the end of each transaction. */
    abstract void transactionEnded();

    /** Whether an earlier statement left the transaction half done. */
    public boolean isRollbackOnly() {
        return !autoCommit
                && transaction().isSpoilt()
                && transaction().isRollbackOnly(enlisted().size());
    }

    /** Whether a statement began the open transaction, and autocommit goes on after it. */
    final boolean isSuspended() {
        return transaction != null && transaction.suspended;
    }

    /** Whether each statement is a transaction of its own. */
    @Override
    public boolean autoCommit() {
        return autoCommit;
    }

    /** As {@link java.sql.Connection#getAutoCommit()}, which drivers tell in their own ways after BEGIN. */
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
        if (value) {
            checkEndsHere();
        }
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
        if (!value) {
            leaveReplicas();
        }
        List<ShardConnection> shards = enlisted();
        SQLException refused = null;
        boolean committed = false;
        boolean bySwitch = switchCommits(shards) && !transaction().isFenced();
        if (begun && value && (!bySwitch || transaction().isRollbackOnly(shards.size()))) {
            refused = endTransaction();
            committed = refused == null;
            // Some may be gone.
            shards = enlisted();
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
        firstCommit = !value;
        if (value && refused == null) {
            settingsCommitted();
        }
        begin();
        if (refused != null) {
            throw refused;
        }
    }

    /** A single database commits by the switch itself, unless what is open on it has a name. */
    private static boolean switchCommits(List<ShardConnection> shards) {
        return shards.isEmpty() || (shards.size() == 1 && !shards.get(0).hasBranch());
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

    private @Nullable SQLException endTransaction() throws SQLException {
        try {
            commit();
            return null;
        } catch (SQLException failure) {
            if (isBroken()) {
                throw failure;
            }
            Rollback.after(failure, enlisted());
            return failure;
        }
    }

    /** Commits everywhere if a transaction is open; see {@link io.shardkit.options.CrossSource}. */
    @Override
    public void commit() throws SQLException {
        try {
            check();
            checkEndsHere();
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
        if (!isSuspended()) {
            ShardConnection only = firstCommit ? toRest() : null;
            firstCommit = false;
            if (only == null) {
                commitEnlisted();
            } else {
                commitResting(only);
            }
            return;
        }
        boolean bySwitch = databases.dialect().transactions().autoCommitCommits()
                && enlisted().stream().allMatch(ShardConnection::canCommitBySwitch);
        transaction().commitsBySwitch = bySwitch;
        try {
            commitEnlisted();
        } catch (SQLException | RuntimeException failure) {
            if (!isBroken()) {
                if (!transaction().isSpoilt()) {
                    undoOwn(failure);
                } else if (bySwitch) {
                    switchBack();
                }
            }
            throw failure;
        } finally {
            transaction().commitsBySwitch = false;
        }
        endOwn();
    }

    /**
     * The connection that commits by switching autocommit on, or null if the transaction commits as such. Most switch
     * autocommit off for one transaction and on after its commit: where a database is told of both, one call is enough.
     */
    private @Nullable ShardConnection toRest() {
        if (!databases.dialect().transactions().autoCommitCommits()
                || transaction().isSpoilt()) {
            return null;
        }
        List<ShardConnection> shards = enlisted();
        return shards.size() == 1 && shards.get(0).canRest() ? shards.get(0) : null;
    }

    private void commitResting(ShardConnection only) throws SQLException {
        transaction().commitsBySwitch = true;
        try {
            commitEnlisted();
        } catch (SQLException | RuntimeException failure) {
            // Its end undoes what is not committed.
            giveUp(only);
            transaction().lost();
            throw failure;
        } finally {
            transaction().commitsBySwitch = false;
        }
    }

    /** The transaction goes on to its rollback: what has committed by a switch, having read only, takes part in that. */
    private void switchBack() {
        for (ShardConnection shard : enlisted()) {
            try {
                shard.setAutoCommit(false);
            } catch (SQLException | RuntimeException failure) {
                breakDown("after a commit autocommit could not be switched off: " + failure.getMessage());
            }
        }
    }

    @Override
    public boolean commitsBySwitch() {
        return transaction != null && transaction.commitsBySwitch;
    }

    /** Commits everywhere; the next transaction begins in the same way. */
    void commitEnlisted() throws SQLException {
        SQLException incomplete = transaction().commit(enlisted());
        if (incomplete != null) {
            breakDown("a commit was incomplete");
            commitIncomplete = true;
            throw incomplete;
        }
        settingsCommitted();
        ended();
        if (isInDoubt()) {
            breakDown("a database has not been told yet that the transaction is committed");
        }
    }

    /** What the open transaction set for the session is committed. */
    abstract void settingsCommitted();

    /** The open transaction has ended; what it set is undone if it was not committed. */
    abstract void settingsEnded();

    /** The open transaction, if there is one, will not be used any more. */
    final void leaveTransaction() {
        if (transaction != null) {
            transaction.ended();
        }
    }

    private void begin() {
        ended();
        transaction().begin();
    }

    private void ended() {
        begun = false;
        settingsEnded();
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
        checkEndsHere();
        if (commitIncomplete) {
            // What could be rolled back has been; a second exception would hide the first from the application.
            return;
        }
        if (isLost() && !autoCommit) {
            // What is lost was not committed, and its database undoes it; a second exception would hide the first.
            List<ShardConnection> left =
                    enlisted().stream().filter(shard -> !shard.isLost()).toList();
            undoing(() -> Rollback.after(ShardingExceptions.of(ErrorCode.ROLLBACK_ONLY, ""), left));
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

    /**
     * Checks that the transaction ends by calls and statements of this session.
     *
     * @throws SQLException with {@link ErrorCode#MANAGED_TRANSACTION} if a transaction manager ends it
     */
    public void checkEndsHere() throws SQLException {
        if (protocols.areManaged()) {
            throw ShardingExceptions.of(ErrorCode.MANAGED_TRANSACTION, "");
        }
    }

    /** Whether a transaction manager begins and ends what is open. */
    final boolean isManaged() {
        return protocols.areManaged();
    }

    /** Runs what undoes something; a database that does not answer undoes it by itself, and is not waited for. */
    private void undoing(Step<Boolean> step) throws SQLException {
        // Some drivers ask their server even where nothing was begun.
        Watch watch = begun || holdsAny() ? watchUndoing() : null;
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

    /** Whether nothing can be written. */
    boolean readsOnly() {
        Boolean ofTransaction = transaction == null ? null : transaction.readOnly;
        return ofTransaction == null ? isReadOnly() : ofTransaction;
    }

    /** Checks that drivers let a transaction be ended by a call; some do not in autocommit. */
    public void checkEnds() throws SQLException {
        refuseInAutoCommit(databases.driver().endsOnlyWhatBegan());
    }

    void refuseInAutoCommit(boolean refuses) throws SQLException {
        if (refuses && reportsAutoCommit() && !isBroken()) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "autocommit is on");
        }
    }

    /** Begins a transaction at whose end autocommit goes on. */
    void suspendAutoCommit() throws SQLException {
        switchAutoCommit(false);
        resumeAtEnd();
    }

    /** Lets autocommit go on after the open transaction. */
    void resumeAtEnd() {
        transaction().suspended = true;
    }

    @Override
    public CommitProtocol protocol() throws SQLException {
        return protocols.current();
    }

    /** Whether the open transaction, or else one that begins now, may write to one data source only. */
    public boolean writesToOne() throws SQLException {
        return (autoCommit ? protocols.current().begin() : transaction().coordinator()).writesToOne();
    }

    /**
     * What keeps a read over several data sources that begins now away from commits that are half done, or null if it
     * may meet them. A transaction whose reads lock rows never waits there, as a commit may wait for those locks.
     *
     * @param shard one of the connections
     */
    public @Nullable CommitFence fence(ShardConnection shard) throws SQLException {
        CommitFence fence = protocols.fence();
        return fence == null || locksReads(shard) ? null : fence;
    }

    /**
     * Whether the reads of the open transaction lock rows.
     *
     * @param shard one of the connections
     */
    public boolean locksReads(ShardConnection shard) throws SQLException {
        return !autoCommit && shard.connection().getTransactionIsolation() == Connection.TRANSACTION_SERIALIZABLE;
    }

    /** Whether each of its reads sees what has been committed by then: there is no transaction with a snapshot of its own. */
    public boolean readsAnew() {
        return autoCommit || isolation() < Connection.TRANSACTION_REPEATABLE_READ;
    }

    /**
     * Whether what it has just read of several data sources shows each row once: a transaction that keeps a snapshot of
     * each may have begun them before and after a row moved from one to another.
     */
    public boolean seesRowsOnce(List<ShardConnection> read) throws SQLException {
        boolean locks = databases.dialect().transactions().locksWhatItCopies();
        if (read.size() == 1 || readsAnew() || (locks && locksReads(read.get(0)))) {
            return true;
        }
        BitSet dataSources = new BitSet();
        read.forEach(shard -> dataSources.set(shard.dataSource()));
        return transaction().seesRowsOnce(dataSources);
    }

    @Override
    final void joins(ShardConnection shard) throws SQLException {
        if (!readsOnly() || protocols.areManaged()) {
            transaction().coordinator().join(shard);
        }
        transaction().uses();
    }

    @Override
    public @Nullable String lockLimit() {
        return databases.lockLimit();
    }

    /** The open transaction. */
    @Override
    public Transaction transaction() {
        if (transaction == null) {
            transaction = new Transaction(databases, protocols);
        }
        return transaction;
    }
}
