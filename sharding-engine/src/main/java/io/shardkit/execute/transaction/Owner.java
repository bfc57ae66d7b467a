package io.shardkit.execute.transaction;

import java.sql.SQLException;

/** The session that steps are run for: what {@link TransactionRunner} needs of it. */
public interface Owner {
    /** Tells whether each statement is a transaction of its own. */
    boolean autoCommit();

    /** The session's open transaction; must be asked for only if it is not in autocommit. */
    Transaction transaction();

    /** Must be told of each exception of a database. */
    void failed(SQLException failure);

    /** Begins and ends its transactions. */
    TransactionBoundaries boundaries();
}
