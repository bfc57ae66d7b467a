package io.shardkit.execute.transaction;

/**
 * How transactions commit on several databases: what {@link io.shardkit.options.CrossSource} names. All transactions of
 * shards are committed by one of these. Thread-safe.
 */
public interface CommitProtocol {
    /** For a transaction that begins. */
    Coordinator begin();
}
