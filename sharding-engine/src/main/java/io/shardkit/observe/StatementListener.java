package io.shardkit.observe;

/**
 * Told of every call to a shard. Called on the thread that made the call; must be thread-safe, quick, and must not
 * throw.
 */
public interface StatementListener {
    /** Does nothing. */
    StatementListener NONE = new StatementListener() {};

    /**
     * A shard answered or failed.
     *
     * @param dataSource the name of the data source
     * @param sql the text that was sent
     * @param nanos time from sending to the first answer
     * @param failed whether it threw
     */
    default void shardCalled(String dataSource, String sql, long nanos, boolean failed) {}
}
