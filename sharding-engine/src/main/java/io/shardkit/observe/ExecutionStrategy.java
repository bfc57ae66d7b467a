package io.shardkit.observe;

/** The way a statement ran. */
public enum ExecutionStrategy {
    /** No database ran it: it was refused before, or answered without one. */
    NONE,
    /** One call to one data source. */
    ONE_UNIT,
    /** One call for each of several units, or data sources. */
    SCATTER,
    /** Over rows that were copied to one data source. */
    GATHER,
    /** As a batch of JDBC. */
    BATCH
}
