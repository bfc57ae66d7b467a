package io.shardkit.dialect.facts;

/** The way in which a temporary table keeps its rows; databases that have one way only do not tell these apart. */
public enum Storage {
    /** As other tables do. */
    ORDINARY,
    /** Filled faster, but not able to hold everything. */
    LIGHT,
    /** Filled faster, found in the order in which they were written, and sorted as those of other tables are. */
    IN_ORDER
}
