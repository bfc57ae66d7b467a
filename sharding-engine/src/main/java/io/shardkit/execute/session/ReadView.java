package io.shardkit.execute.session;

import io.shardkit.dialect.facts.Transactions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.transaction.CommitFence;
import io.shardkit.plan.BoundPlan;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells what the reads of a session see of other transactions, and what they leave open. */
public final class ReadView {
    private final SessionTransactions session;
    private final Transactions rules;

    ReadView(SessionTransactions session) {
        this.session = session;
        this.rules = session.databases().dialect().transactions();
    }

    /**
     * Tells whether a read that locks nothing sees, in the open transaction, what others have committed by then, as a write
     * does.
     *
     * @throws SQLException if the database cannot be asked
     */
    public boolean seesNewest(int dataSource) throws SQLException {
        return rules.readOfWrite().isEmpty()
                || session.connection(dataSource).connection().getTransactionIsolation()
                        == Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Tells whether each read sees what has been committed by then: there is no transaction with a snapshot of its own. */
    public boolean isTakenAnew() {
        return session.autoCommit() || session.connections().isolation() < Connection.TRANSACTION_REPEATABLE_READ;
    }

    /**
     * Tells whether the open transaction has used none of these data sources yet and has no savepoints, so that it could end
     * there without a trace. To be asked before {@link Session#connections}, which uses them.
     */
    public boolean isUnused(List<Integer> dataSources) {
        for (int dataSource : dataSources) {
            ShardConnection shard = session.connections().get(dataSource);
            if (shard != null && shard.isActive()) {
                return false;
            }
        }
        return !session.transaction().hasSavepoints();
    }

    /**
     * The fence between a read over several data sources that begins now and commits that are half done, or null if it
     * may meet them. A transaction whose reads lock rows never waits there, as a commit may wait for those locks.
     *
     * @param shard one of the connections
     */
    public @Nullable CommitFence fence(ShardConnection shard) throws SQLException {
        CommitFence fence = session.protocols().fence();
        return fence == null || locksRows(shard) ? null : fence;
    }

    /**
     * Tells whether the reads of the open transaction lock rows.
     *
     * @param shard one of the connections
     */
    public boolean locksRows(ShardConnection shard) throws SQLException {
        return !session.autoCommit()
                && shard.connection().getTransactionIsolation() == Connection.TRANSACTION_SERIALIZABLE;
    }

    /**
     * Tells whether what the session has just read of several data sources shows each row once: a transaction that keeps a
     * snapshot of each may have begun them before and after a row moved from one to another.
     */
    public boolean showsRowsOnce(List<ShardConnection> read) throws SQLException {
        if (read.size() == 1 || isTakenAnew() || (rules.locksWhatItCopies() && locksRows(read.get(0)))) {
            return true;
        }
        BitSet dataSources = new BitSet();
        read.forEach(shard -> dataSources.set(shard.dataSource()));
        return session.transaction().seesRowsOnce(dataSources);
    }

    /**
     * Must be told before a query is run that may write, by a function of a database's: its data sources commit as those that
     * were written to.
     */
    public void mayWrite(BoundPlan query) throws SQLException {
        if (session.autoCommit()) {
            return;
        }
        BitSet asked = new BitSet();
        query.on(dataSource -> {
            asked.set(dataSource);
            return dataSource;
        });
        if (asked.isEmpty()) {
            // A query that gathers rows may call it anywhere.
            asked.set(0, session.databases().size());
        }
        asked.stream().forEach(session.transaction()::mayHaveWritten);
    }
}
