package io.shardkit.execute.xa;

import io.shardkit.dialect.branch.XaName;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Rollback;
import io.shardkit.execute.transaction.UnknownOutcome;
import java.sql.SQLException;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The branch of a transaction on one data source: begun, prepared and ended over the connection that its statements run on.
 * A connection of which it is not known what its database did is not used again, and whatever is still to be said to the
 * database goes over another. Thread-safe.
 */
final class XaBranch implements XAResource {
    private static final Logger LOG = LoggerFactory.getLogger(XaBranch.class);

    private final Owner transaction;
    private final ShardConnection shard;
    private final XaSource source;
    private @Nullable XaName name;
    private boolean temporary;

    /** Tells whether it is unknown what the connection has open. */
    private boolean gone;

    /** The transaction that it is a part of. */
    interface Owner {
        /** The session that runs its statements. */
        Session session();

        /** Tells whether another thread may be running a statement. */
        boolean isBusyElsewhere();

        /** The transaction is about to commit in two phases; waits while such commits are held. */
        void preparing();

        /** Takes the connections away from their users; their databases undo what is not prepared. */
        void abort();
    }

    XaBranch(Owner transaction, ShardConnection shard, XaSource source) {
        this.transaction = transaction;
        this.shard = shard;
        this.source = source;
    }

    /** Temporary tables were made in it. */
    synchronized void madeTemporaryTable() {
        temporary = true;
    }

    boolean isOf(ShardConnection other) {
        return shard == other;
    }

    @Override
    public synchronized void start(Xid xid, int flags) throws XAException {
        if (flags == TMRESUME) {
            check(xid);
            return;
        }
        if (flags != TMNOFLAGS || name != null) {
            throw XaFailures.of(XAException.XAER_PROTO, "A branch of " + shard.name() + " begins once");
        }
        XaName begun = XaName.of(xid);
        if (source.statements().isNamedAtBegin()) {
            try {
                shard.beginBranch(begun);
            } catch (SQLException | RuntimeException failure) {
                shard.discard();
                throw XaFailures.of(XAException.XAER_RMFAIL, "No branch begins on " + shard.name(), failure);
            }
        }
        name = begun;
    }

    /** Nothing has to be done: the statements of a branch end when it is prepared, committed or rolled back. */
    @Override
    public synchronized void end(Xid xid, int flags) throws XAException {
        check(xid);
    }

    private XaName check(Xid xid) throws XAException {
        XaName begun = name;
        if (begun == null || !begun.equals(XaName.of(xid))) {
            throw XaFailures.of(XAException.XAER_NOTA, "The branch is not one of " + shard.name());
        }
        return begun;
    }

    @Override
    public synchronized int prepare(Xid xid) throws XAException {
        XaName branch = check(xid);
        checkNotRollbackOnly();
        Session session = transaction.session();
        transaction.preparing();
        try {
            if (!session.transaction().hasWritten(shard)) {
                session.watch().bounded(() -> {
                    shard.commit();
                    return true;
                });
                return XA_RDONLY;
            }
            if (temporary && !source.statements().isNamedAtBegin()) {
                throw ShardingExceptions.of(ErrorCode.NOT_PREPARABLE, shard.name());
            }
            session.watch().bounded(() -> {
                shard.prepare(branch);
                return true;
            });
            return XA_OK;
        } catch (SQLException | RuntimeException failure) {
            if (shard.isInDoubt() && UnknownOutcome.isUnknown(failure, shard)) {
                throw lost("It is not known if " + shard.name() + " has prepared", failure);
            }
            shard.notPrepared();
            undo(failure);
            throw XaFailures.rolledBack(shard.name(), failure);
        }
    }

    @Override
    public synchronized void commit(Xid xid, boolean onePhase) throws XAException {
        check(xid);
        if (onePhase) {
            commitAtOnce();
        } else if (gone || shard.isLost() || !shard.isInDoubt()) {
            source.commit(xid, false);
        } else {
            try {
                transaction.session().watch().bounded(() -> {
                    shard.commitPrepared();
                    return true;
                });
            } catch (SQLException | RuntimeException failure) {
                throw lost(shard.name() + " has not been told yet that the transaction is committed", failure);
            }
        }
    }

    private void commitAtOnce() throws XAException {
        checkNotRollbackOnly();
        Session session = transaction.session();
        try {
            session.watch().bounded(() -> {
                shard.commit();
                return true;
            });
        } catch (SQLException | RuntimeException failure) {
            if (session.transaction().hasWritten(shard) && UnknownOutcome.isUnknown(failure, shard)) {
                throw lost("It is not known if " + shard.name() + " has committed", failure);
            }
            undo(failure);
            throw XaFailures.rolledBack(shard.name(), failure);
        }
    }

    /** Rolls back instead what failed half done, or was lost. */
    private void checkNotRollbackOnly() throws XAException {
        boolean lost = gone || shard.isLost();
        if (lost || transaction.session().transaction().isRollbackOnly()) {
            SQLException refusal = ShardingExceptions.of(ErrorCode.ROLLBACK_ONLY, lost ? shard.name() : "");
            undo(refusal);
            throw XaFailures.rolledBack(shard.name(), refusal);
        }
    }

    @Override
    public synchronized void rollback(Xid xid) throws XAException {
        check(xid);
        if (shard.isInDoubt()) {
            rollbackPrepared(xid);
        } else if (transaction.isBusyElsewhere()) {
            // A connection whose statement is still running must not be used. Without the connection its database rolls
            // back.
            transaction.abort();
        } else {
            undo(null);
        }
    }

    private void rollbackPrepared(Xid xid) throws XAException {
        if (gone || shard.isLost()) {
            source.rollback(xid);
            return;
        }
        try {
            transaction.session().watch().bounded(() -> {
                shard.rollback();
                return true;
            });
        } catch (SQLException | RuntimeException failure) {
            throw lost(shard.name() + " has not been told yet that the transaction is rolled back", failure);
        }
    }

    /** Rolls back what is not prepared; where that fails, its database does when the connection ends. */
    private void undo(@Nullable Exception reason) {
        if (gone || shard.isLost()) {
            return;
        }
        Exception failure = reason == null ? new SQLException("rollback") : reason;
        if (!Rollback.after(failure, List.of(shard))) {
            gone = true;
            shard.discard();
            LOG.warn("The connection to {} is ended, as it could not be rolled back", shard.name(), failure);
        }
    }

    private XAException lost(String what, Exception failure) {
        gone = true;
        shard.discard();
        return XaFailures.of(XAException.XAER_RMFAIL, what, failure);
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return source.recover(flag);
    }

    @Override
    public void forget(Xid xid) {
        // No branch is ended otherwise than it was told.
    }

    /** Each is ended for itself: none joins another. */
    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    /** {@inheritDoc} None: the manager watches over the time of a transaction. */
    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    @Override
    public String toString() {
        return source.toString();
    }
}
