package io.shardkit.rule;

/** The meaning of an actual table that a rule names and its database does not have. */
public enum MissingTable {
    /** A mistake: statements that need it fail. */
    FIXED,

    /** It comes later: until then it has no rows, and a row for it is refused. */
    AWAITED,

    /** As {@link #AWAITED}, and it is created when the first row for it comes. */
    CREATED
}
