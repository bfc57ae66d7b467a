package io.shardkit.observe;

import org.jspecify.annotations.Nullable;

/**
 * Told of statements, the calls to the shards that they need, and what else costs time. Each method is called on the
 * thread on which it happened; must be thread-safe, quick, and must not throw. Events are made only where there is a
 * listener.
 */
public interface StatementListener {
    /** Does nothing. */
    StatementListener NONE = new StatementListener() {};

    /**
     * Returns the object that the calls to shards made for the statement on this thread belong to, whichever threads make
     * them; null if there is none. Asked on the thread of the statement, and given to {@link #shardCallStarted}.
     */
    default @Nullable Object statement() {
        return null;
    }

    /**
     * A shard is called on this thread; {@link #shardCalled} follows on it, with no other call in between.
     *
     * @param statement what {@link #statement} answered for it
     * @param dataSource the name of the data source
     * @param sql the text that is sent
     */
    default void shardCallStarted(@Nullable Object statement, String dataSource, String sql) {}

    /**
     * A shard answered or failed.
     *
     * @param dataSource the name of the data source
     * @param sql the text that was sent
     * @param nanos time from sending to the first answer
     * @param failed whether it threw
     */
    default void shardCalled(String dataSource, String sql, long nanos, boolean failed) {}

    /** A statement begins to run on this thread; {@link #statementEnded} follows on it, with no other in between. */
    default void statementStarted() {}

    /** The statement that began last on this thread has its first answer, or has failed. */
    default void statementEnded(StatementEnded event) {}

    /** A merged answer was closed. */
    default void rowsMerged(RowsMerged event) {}

    /** Rows were gathered; told before the end of the statement that needs them. */
    default void rowsGathered(RowsGathered event) {}

    /** A transaction was committed, or was not. */
    default void commitEnded(CommitEnded event) {}

    /**
     * The plan of a text was asked for.
     *
     * @param kept whether it was there already, or that of its shape
     */
    default void planRequested(boolean kept) {}

    /** A plan was made. */
    default void planMade(PlanMade event) {}

    /** A worker of this instance copied rows of a table that moves. */
    default void rowsCopied(RowsCopied event) {}

    /** A worker of this instance ended an attempt to switch a move. */
    default void switchEnded(SwitchEnded event) {}
}
