package io.shardkit.jdbc;

import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAResource;

/**
 * A transaction that a transaction manager begins and ends. Two are equal if they are the same transaction, whatever
 * thread asks.
 */
public interface GlobalTransaction {
    /**
     * Has a resource take part, whose branch has begun when this returns.
     *
     * @throws SQLException if the transaction takes no more resources, or the branch does not begin
     */
    void enlist(XAResource resource) throws SQLException;

    /**
     * Registers callbacks for the end of the transaction.
     *
     * @param rollbackOnly asked before the transaction is committed whether it has to be rolled back instead
     * @param ended run once when the transaction has ended, on any thread
     * @throws SQLException if the transaction is ending already
     */
    void watch(BooleanSupplier rollbackOnly, Runnable ended) throws SQLException;
}
