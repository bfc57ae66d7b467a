package io.shardkit.rule;

/** What it means that an actual table which a rule names is not in its database. */
public enum Growth {
    /** A mistake: statements that need it fail. */
    FIXED,

    /** It comes later: until then it has no rows, and a row for it is refused. */
    AWAITED,

    /** As {@link #AWAITED}, and it is created when the first row for it comes. */
    CREATED
}
