package io.shardkit.execute.driver;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A logical connection as a server needs it that has one for each of many clients; what the DataSource gives unwraps to
 * it. Not thread-safe, but for {@link Connection#abort}.
 */
public interface FrontEndConnection extends Connection {
    /**
     * Returns true if a transaction is open: a transaction that was begun by a word, or that a statement has run in with
     * autocommit off.
     *
     * @throws SQLException if the connection is closed
     */
    boolean isInTransaction() throws SQLException;

    /**
     * Returns true if a physical connection is kept that {@link #releaseIdle} does not give back, as a statement that is
     * not understood, or something that was handed out, may have left something there.
     *
     * @throws SQLException if the connection is closed
     */
    boolean keepsConnections() throws SQLException;

    /**
     * Gives back to the pools what neither the open transaction nor an open result needs. What is set on this connection
     * stays set. What a database keeps for its own connection does not: temporary tables, locks by name, and the answers
     * of functions that tell of the last statement; where statements made such things, this must not be called.
     *
     * @throws SQLException if this connection is closed, or one that goes back fails
     */
    void releaseIdle() throws SQLException;

    /**
     * The connection to the database where there is only one and no rule, for statements that this one does not know. It
     * stays with this one until that is closed, and is the caller's to leave as it was, or to end with this one. It takes
     * part in the open transaction, and must neither begin nor end one unseen.
     *
     * @throws SQLException a refusal where there are several data sources or a rule for a table, or as no connection is
     *     to be had
     */
    Connection only() throws SQLException;
}
