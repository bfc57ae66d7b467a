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
     * Has somebody asked and told at the end.
     *
     * @param rollbackOnly asked before it is committed whether it has to be rolled back instead
     * @param ended run once when it has ended, on any thread
     * @throws SQLException if it is ending already
     */
    void watch(BooleanSupplier rollbackOnly, Runnable ended) throws SQLException;
}
