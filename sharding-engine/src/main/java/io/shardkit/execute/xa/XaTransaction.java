package io.shardkit.execute.xa;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.CommitFailure;
import io.shardkit.execute.transaction.CommitGate;
import io.shardkit.execute.transaction.CommitProtocol;
import io.shardkit.execute.transaction.CommitProtocols;
import io.shardkit.execute.transaction.Coordinator;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of a transaction manager, with the one session that all connections opened in it share. Connections
 * come and go; the session ends with the transaction. The manager's calls may come from any thread.
 */
public final class XaTransaction implements CommitProtocol, Coordinator, XaBranch.Owner {
    private final List<XaSource> sources;
    private final Enlisting enlisting;
    private final boolean writesToOne;
    private final Session session;
    private final List<XaBranch> branches = new ArrayList<>();
    private final CommitGate gate;

    /** Set once it has begun to commit in two phases, which it may do one branch after the other. */
    private final AtomicBoolean committing = new AtomicBoolean();

    /** The number of open connections, and beside it their thread: statements run on that. */
    private int open;

    private @Nullable Thread user;
    private boolean ended;
    private boolean closed;

    /** Has a resource take part in the transaction: its branch has begun when this returns. */
    @FunctionalInterface
    public interface Enlisting {
        /** @throws SQLException if the transaction takes none any more, or the branch does not begin */
        void enlist(XAResource resource) throws SQLException;
    }

    /**
     * One that has touched no database yet.
     *
     * @param sources the databases, in their order
     * @param protocols how other transactions commit
     * @param onTablesChanged is told when what was known of tables does not hold any longer
     */
    public XaTransaction(
            Databases databases,
            List<XaSource> sources,
            CommitProtocols protocols,
            Runnable onTablesChanged,
            Enlisting enlisting)
            throws SQLException {
        this.sources = sources;
        this.enlisting = enlisting;
        this.writesToOne = protocols.writeToOne();
        this.gate = protocols.gate();
        this.session = new Session(databases, protocols.managedBy(this), onTablesChanged);
        session.ends().setAutoCommit(false);
    }

    /** The session of all its connections. */
    @Override
    public Session session() {
        return session;
    }

    /**
     * A connection is opened, by the thread that will use it.
     *
     * @throws SQLException if the transaction has ended
     */
    public synchronized void opened() throws SQLException {
        if (ended) {
            throw ShardingExceptions.of(ErrorCode.CLOSED, "the transaction has ended");
        }
        open++;
        user = Thread.currentThread();
    }

    /** A connection is closed. */
    public void released() throws SQLException {
        synchronized (this) {
            open--;
        }
        closeIfUnused();
    }

    /** Tells whether it can only be rolled back, as a statement failed in it. */
    public boolean isRollbackOnly() {
        return session.transaction().isRollbackOnly();
    }

    @Override
    public void preparing() {
        if (branches.size() > 1 && committing.compareAndSet(false, true)) {
            gate.enter();
        }
    }

    /** The transaction has ended: what its connections hold goes back, as soon as no other thread may use it. */
    public void ended() throws SQLException {
        if (committing.compareAndSet(true, false)) {
            gate.leave();
        }
        boolean abort;
        synchronized (this) {
            ended = true;
            abort = isBusyElsewhere();
            if (!abort) {
                open = 0;
            }
        }
        if (abort) {
            abort();
        }
        closeIfUnused();
    }

    private void closeIfUnused() throws SQLException {
        synchronized (this) {
            if (!ended || open > 0 || closed) {
                return;
            }
            closed = true;
        }
        session.close();
    }

    @Override
    public synchronized boolean isBusyElsewhere() {
        return open > 0 && user != Thread.currentThread();
    }

    @Override
    public void abort() {
        session.watch().abort();
    }

    @Override
    public Coordinator begin() {
        return this;
    }

    @Override
    public boolean writesToOne() {
        return writesToOne;
    }

    @Override
    public boolean isAtomic() {
        return true;
    }

    @Override
    public void join(ShardConnection shard) throws SQLException {
        XaBranch branch = new XaBranch(this, shard, sources.get(shard.dataSource()));
        enlisting.enlist(branch);
        branches.add(branch);
    }

    @Override
    public void makesTemporaryTable(ShardConnection shard) {
        branches.stream().filter(branch -> branch.isOf(shard)).forEach(XaBranch::madeTemporaryTable);
    }

    @Override
    public @Nullable CommitFailure commit(List<ShardConnection> participants, Predicate<ShardConnection> wrote) {
        return CommitFailure.nothingCommitted(ShardingExceptions.of(ErrorCode.MANAGED_TRANSACTION, ""), participants);
    }
}
