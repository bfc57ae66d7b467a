package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A {@link CommitProtocol} at work for one transaction. */
public interface Coordinator {
    /** Tells whether the transaction may write to one data source only. */
    default boolean writesToOne() {
        return false;
    }

    /** Tells whether all databases commit or none. */
    default boolean isAtomic() {
        return false;
    }

    /**
     * A connection will run its first statement in the transaction, which may be one of several that begin at a time.
     *
     * @throws SQLException if its part of the transaction does not begin; nothing is open on it then
     */
    default void join(ShardConnection shard) throws SQLException {}

    /** A temporary table was or will be made in the transaction. */
    default void makesTemporaryTable(ShardConnection shard) {}

    /**
     * Commits on all participants, each of which has an open transaction that may be committed, or tells what became of
     * it. When it returns, no transaction is open but on a participant that failed or was lost.
     *
     * @param participants in the order in which those that wrote should commit
     * @param wrote whether something may have been written over a participant: the loss of one that only read loses nothing
     * @return null if the transaction is committed
     */
    @Nullable CommitFailure commit(List<ShardConnection> participants, Predicate<ShardConnection> wrote);
}
