package io.shardkit.options;

/** The depth of the check of the databases' tables when an application starts. */
public enum Verification {
    /** Not at all. */
    OFF,
    /**
     * Names and settings everywhere, columns and keys of one actual table on each data source, of the first logical
     * tables; no row is read.
     */
    FAST,
    /** Columns and keys of every actual table, the rows of broadcast tables, and a sample of the rows of the others. */
    FULL
}
