package io.shardkit.execute.transaction;

/**
 * The way in which transactions commit on several databases, as {@link io.shardkit.options.CrossSource} names it. All
 * transactions of shards are committed by one of these. Thread-safe.
 */
public interface CommitProtocol {
    /** For a transaction that begins. */
    Coordinator begin();
}
