package io.shardkit.proxy.backend;

import java.sql.SQLException;

/**
 * One client's logical database, as the protocol needs it. Not thread-safe, but for {@link #cancel}.
 */
public interface BackendSession extends AutoCloseable {
    LogicalDatabase database();

    /** Runs a statement. The answer has to be closed before the next one runs, but for those of cursors. */
    Answer run(Request request) throws SQLException;

    /**
     * Runs a statement that the engine does not know on the only database, as it is written. Its connection stays with
     * this session. The statement must neither begin nor end a transaction of the engine's.
     *
     * @throws SQLException a refusal where there are several databases or a rule for a table
     */
    Answer runAsWritten(Request request) throws SQLException;

    /** Returns the parameters and columns of a statement that are known before it runs. */
    Description describe(String sql, boolean withColumns) throws SQLException;

    /** The same of a statement that {@link #runAsWritten} is to run. */
    Description describeAsWritten(String sql) throws SQLException;

    void setAutoCommit(boolean on) throws SQLException;

    /** One of the levels of {@link java.sql.Connection}. */
    int isolation() throws SQLException;

    /** One of the levels of {@link java.sql.Connection}. */
    void setIsolation(int level) throws SQLException;

    void setReadOnly(boolean on) throws SQLException;

    boolean isInTransaction() throws SQLException;

    /** Returns true if a connection is kept as a statement may have changed its session state. */
    boolean keepsConnections() throws SQLException;

    /** Gives back to the pools what neither a transaction nor an open answer needs. */
    void giveBack() throws SQLException;

    /** Ends the statement under way, whose thread gets an error. */
    void cancel();

    /** Ends it as {@link #close}, and the connections to the databases with it, which have something of this session. */
    void discard();

    /** Ends it; what is not committed is rolled back. */
    @Override
    void close();
}
