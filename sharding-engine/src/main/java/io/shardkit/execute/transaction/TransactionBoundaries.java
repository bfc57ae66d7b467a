package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Begins and ends transactions over the connections of a session. */
public interface TransactionBoundaries {
    /**
     * The protocol by which a transaction that begins now commits.
     *
     * @throws SQLException if the application asks for a way that is not there
     */
    CommitProtocol protocol() throws SQLException;

    /** All connections of the session, in the order of their data sources. */
    List<ShardConnection> enlisted();

    /** Ends waits for locks in a transaction over several data sources, or null if they end by themselves. */
    @Nullable String lockLimit();

    /** From now on, or no longer, no connection is given back although nothing is open on it. */
    void hold(boolean on);

    /** Allows nothing but the session's end from now on. */
    void markBroken(String why);

    /** Switches autocommit off, on all connections and on those that join. */
    void beginOwn() throws SQLException;

    /** Commits everywhere. */
    void commit() throws SQLException;

    /** Rolls back everywhere and switches autocommit on, or breaks down. */
    void undoOwn(Throwable failure);

    /** Switches autocommit on after a commit, or breaks down. */
    void endOwn();
}
