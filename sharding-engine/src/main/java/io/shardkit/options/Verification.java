package io.shardkit.options;

/** How closely the tables of the databases are looked at when an application starts. */
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
