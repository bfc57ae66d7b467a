package io.shardkit.observe;

/** The effect of a statement on the data. */
public enum Operation {
    /** Returns rows and changes nothing. */
    QUERY,
    /** Returns rows and locks them. */
    LOCKING_QUERY,
    INSERT,
    UPDATE,
    DELETE,
    /** Changes tables. */
    DDL,
    /** Changes the state of the connection only. */
    SET,
    /** Begins or ends a transaction, or changes how it runs. */
    TRANSACTION,
    /** Anything else, and what was refused before it was known. */
    OTHER
}
