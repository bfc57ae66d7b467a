package io.shardkit.options;

import java.time.Duration;

/**
 * The settings of commits that are {@link CrossSource#ATOMIC}. Immutable.
 *
 * @param table the name of the table of decisions, which each database has
 * @param create whether the table is created where it is missing
 * @param recoverAfter the time a prepared transaction stays without a decision before a process that is not its own asks
 *     for one, and rolls it back if there is none; positive
 */
public record AtomicCommits(String table, boolean create, Duration recoverAfter) {
    /** The usual name of the table of decisions. */
    public static final String TABLE = "sharding_transaction";

    /** A table of the usual name, which is created; 30 seconds. */
    public static final AtomicCommits DEFAULTS = new AtomicCommits(TABLE, true, Duration.ofSeconds(30));
}
