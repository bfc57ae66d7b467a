package io.shardkit.plan;

/** What a statement does to the data. */
public enum StatementKind {
    /** Returns rows and changes nothing. */
    QUERY,
    /** Returns rows and locks them. */
    LOCKING_QUERY,
    INSERT,
    UPDATE,
    DELETE,
    DDL;

    /** Whether it returns rows. */
    public boolean returnsRows() {
        return this == QUERY || this == LOCKING_QUERY;
    }

    /** Whether it changes rows or tables. */
    public boolean writes() {
        return !returnsRows();
    }
}
