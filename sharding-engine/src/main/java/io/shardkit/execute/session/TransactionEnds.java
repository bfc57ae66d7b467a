package io.shardkit.execute.session;

import io.shardkit.dialect.facts.Transactions;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.transaction.CommitFailure;
import io.shardkit.execute.transaction.CommitProtocol;
import io.shardkit.execute.transaction.Rollback;
import io.shardkit.execute.transaction.Transaction;
import io.shardkit.execute.transaction.TransactionBoundaries;
import io.shardkit.execute.watch.SessionWatch;
import io.shardkit.execute.watch.Step;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The begins and ends of a session's transactions over all of its connections, by calls and by statements. Not thread-safe. */
public final class TransactionEnds implements TransactionBoundaries {
    private final SessionTransactions session;
    private final SessionConnections connections;
    private final SessionWatch watch;

    TransactionEnds(SessionTransactions session) {
        this.session = session;
        this.connections = session.connections();
        this.watch = session.watch();
    }

    private Transaction transaction() {
        return session.transaction();
    }

    @Override
    public List<ShardConnection> enlisted() {
        return connections.enlisted();
    }

    @Override
    public void hold(boolean on) {
        connections.hold(on);
    }

    @Override
    public void markBroken(String why) {
        watch.markBroken(why);
    }

    @Override
    public @Nullable String lockLimit() {
        return connections.databases().lockLimit();
    }

    @Override
    public CommitProtocol protocol() throws SQLException {
        return session.protocols().current();
    }

    private Transactions rules() {
        return connections.databases().dialect().transactions();
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
            session.ended();
        }
    }

    private void setAutoCommitInTime(boolean value) throws SQLException {
        if (value) {
            session.checkEndsHere();
        }
        if (session.isSuspended() && !rules().beginSwitchesAutoCommit()) {
            watch.check();
            transaction().suspend(value);
        } else if (value == session.autoCommit() || connections.preferred() < 0 || watch.isBounded()) {
            switchAutoCommit(value);
        } else {
            watch.bounded(() -> {
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
        watch.check();
        if (value == session.autoCommit()) {
            return;
        }
        Transaction open = transaction();
        open.suspend(false);
        if (!value) {
            connections.leaveReplicas();
        }
        List<ShardConnection> shards = enlisted();
        SQLException refused = null;
        boolean committed = false;
        boolean bySwitch = switchCommits(shards) && !open.isFenced();
        if (session.hasUsed() && value && (!bySwitch || open.refusesCommit(shards.size()))) {
            refused = endTransaction();
            committed = refused == null;
            // Some may be gone.
            shards = enlisted();
        }
        for (ShardConnection shard : shards) {
            try {
                shard.setAutoCommit(value);
            } catch (SQLException failure) {
                markBroken("autocommit could not be switched on " + shard.name() + ": " + failure.getMessage());
                if (committed) {
                    // A committed transaction must not be reported as failed; the next call tells.
                    return;
                }
                if (session.hasUsed() && value && open.mayHaveCommitted(failure, shard)) {
                    open.markIncomplete();
                    throw CommitFailure.unknown(failure, shard).exception();
                }
                throw failure;
            }
        }
        session.switched(value);
        open.markFirst(!value);
        if (value && refused == null) {
            open.settingsCommitted();
        }
        transactionEnded();
        open.begin();
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

    /** {@inheritDoc} A commit must not be reported as failed; a session that cannot go on says so at its next call. */
    @Override
    public void endOwn() {
        try {
            switchAutoCommit(true);
        } catch (SQLException | RuntimeException failure) {
            markBroken("after a commit autocommit could not be switched on: " + failure.getMessage());
        }
    }

    @Override
    public void undoOwn(Throwable failure) {
        try {
            if (!watch.isBroken()) {
                rollback();
                switchAutoCommit(true);
            }
        } catch (SQLException | RuntimeException second) {
            // To switch autocommit on would commit what could not be undone.
            markBroken("a write could not be rolled back");
            failure.addSuppressed(second);
        }
    }

    private @Nullable SQLException endTransaction() throws SQLException {
        try {
            commit();
            return null;
        } catch (SQLException failure) {
            if (watch.isBroken()) {
                throw failure;
            }
            Rollback.after(failure, enlisted());
            return failure;
        }
    }

    /** Begins a transaction at whose end autocommit goes on. */
    void suspendAutoCommit() throws SQLException {
        switchAutoCommit(false);
        transaction().suspend(true);
    }

    /**
     * Must be called before DDL, and before other statements that commit as it does: where the database of such a
     * statement commits what is open, so do the others. What BEGIN began goes on where it switches autocommit off: H2
     * switches it on again at COMMIT and ROLLBACK only.
     *
     * @throws SQLException as that of a commit
     */
    public void commitBeforeDdl() throws SQLException {
        session.checkWrite();
        if (session.endsByDdl()) {
            session.checkStatement();
            boolean goesOn = session.isSuspended() && rules().beginSwitchesAutoCommit();
            commit();
            if (goesOn) {
                suspendAutoCommit();
            }
        }
    }

    /** Commits everywhere if a transaction is open; see {@link io.shardkit.options.CrossSource}. */
    @Override
    public void commit() throws SQLException {
        try {
            watch.check();
            session.checkEndsHere();
            if (session.autoCommit()) {
                return;
            }
            if (watch.isBounded()) {
                commitOrUndo();
                return;
            }
            watch.bounded(() -> {
                commitOrUndo();
                return true;
            });
        } finally {
            session.ended();
        }
    }

    private void commitOrUndo() throws SQLException {
        Transaction open = transaction();
        if (!open.isSuspended()) {
            ShardConnection only = open.isFirst() ? committingBySwitch() : null;
            open.markFirst(false);
            if (only == null) {
                commitEnlisted();
            } else {
                commitBySwitch(only);
            }
            return;
        }
        boolean bySwitch =
                rules().autoCommitCommits() && enlisted().stream().allMatch(ShardConnection::canCommitBySwitch);
        open.commitBySwitch(bySwitch);
        try {
            commitEnlisted();
        } catch (SQLException | RuntimeException failure) {
            if (!watch.isBroken()) {
                if (!open.isRollbackOnly()) {
                    undoOwn(failure);
                } else if (bySwitch) {
                    switchBack();
                }
            }
            throw failure;
        } finally {
            open.commitBySwitch(false);
        }
        endOwn();
    }

    /**
     * The connection that commits by switching autocommit on, or null if the transaction commits as such. Most switch
     * autocommit off for one transaction and on after its commit: where a database is told of both, one call is enough.
     */
    private @Nullable ShardConnection committingBySwitch() {
        if (!rules().autoCommitCommits() || transaction().isRollbackOnly()) {
            return null;
        }
        List<ShardConnection> shards = enlisted();
        return shards.size() == 1 && shards.get(0).commitsBySwitchAlone() ? shards.get(0) : null;
    }

    private void commitBySwitch(ShardConnection only) throws SQLException {
        transaction().commitBySwitch(true);
        try {
            commitEnlisted();
        } catch (SQLException | RuntimeException failure) {
            // Its end undoes what is not committed.
            connections.evict(only);
            transaction().lost();
            throw failure;
        } finally {
            transaction().commitBySwitch(false);
        }
    }

    /** The transaction goes on to its rollback: what has committed by a switch, having read only, takes part in that. */
    private void switchBack() {
        for (ShardConnection shard : enlisted()) {
            try {
                shard.setAutoCommit(false);
            } catch (SQLException | RuntimeException failure) {
                markBroken("after a commit autocommit could not be switched off: " + failure.getMessage());
            }
        }
    }

    /** Commits everywhere; the next transaction begins in the same way. */
    void commitEnlisted() throws SQLException {
        SQLException incomplete = transaction().commit(enlisted());
        if (incomplete != null) {
            markBroken("a commit was incomplete");
            throw incomplete;
        }
        transaction().settingsCommitted();
        transactionEnded();
        if (connections.isInDoubt()) {
            markBroken("a database has not been told yet that the transaction is committed");
        }
    }

    /** The open transaction has ended, and what it set is undone if it was not committed. */
    private void transactionEnded() {
        session.unused();
        Transaction open = session.known();
        if (open != null) {
            try {
                if (open.hasSettings()) {
                    open.settingsEnded(enlisted(), session.autoCommit());
                }
            } catch (SQLException | RuntimeException failure) {
                markBroken("settings that a transaction made could not be undone: " + failure.getMessage());
            }
            open.locksUnlimited();
            connections.transactionEnded();
        }
    }

    /** Rolls back everywhere if a transaction is open. */
    public void rollback() throws SQLException {
        try {
            rollbackAll();
        } finally {
            session.ended();
        }
    }

    private void rollbackAll() throws SQLException {
        session.checkEndsHere();
        Transaction open = session.known();
        if (open != null && open.isIncomplete()) {
            // All that could be rolled back has been; a second exception would hide the first from the application.
            return;
        }
        if (watch.isLost() && !session.autoCommit()) {
            // A lost connection was not committed, and its database undoes it; a second exception would hide the first.
            List<ShardConnection> left =
                    enlisted().stream().filter(shard -> !shard.isLost()).toList();
            undoing(() -> Rollback.after(ShardingExceptions.of(ErrorCode.ROLLBACK_ONLY, ""), left));
            return;
        }
        watch.check();
        if (session.autoCommit()) {
            return;
        }
        undoing(() -> {
            transaction().rollback(enlisted());
            transactionEnded();
            if (session.isSuspended()) {
                switchAutoCommit(true);
            }
            return true;
        });
    }

    /** Runs what undoes something; a database that does not answer undoes it by itself, and is not waited for. */
    private void undoing(Step<Boolean> step) throws SQLException {
        // Some drivers ask their server even where nothing was begun.
        if (session.hasUsed() || !connections.isEmpty()) {
            watch.undoing(step);
        } else {
            step.run();
        }
    }
}
