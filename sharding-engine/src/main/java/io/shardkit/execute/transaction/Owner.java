package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The session that steps are run for: what {@link TransactionRunner} needs of it. */
public interface Owner {
    /** Whether each statement is a transaction of its own. */
    boolean autoCommit();

    /** The session's open transaction; must be asked for only if it is not in autocommit. */
    Transaction transaction();

    /**
     * How a transaction that begins now commits.
     *
     * @throws SQLException if the application asks for a way that is not there
     */
    CommitProtocol protocol() throws SQLException;

    /** All of its connections, in the order of their data sources. */
    List<ShardConnection> enlisted();

    /** Ends waits for locks in a transaction over several data sources, or null if they end by themselves. */
    @Nullable String lockLimit();

    /** From now on, or no longer, no connection is given back although nothing is open on it. */
    void hold(boolean on);

    /** Must be told of each exception of a database. */
    void failed(SQLException failure);

    /** From now on only closing it is allowed. */
    void breakDown(String why);

    /** Switches autocommit off, on all connections and on those that join. */
    void beginOwn() throws SQLException;

    /** Commits everywhere. */
    void commit() throws SQLException;

    /** Rolls back everywhere and switches autocommit on, or breaks down. */
    void undoOwn(Throwable failure);

    /** Switches autocommit on after a commit, or breaks down. */
    void endOwn();
}
