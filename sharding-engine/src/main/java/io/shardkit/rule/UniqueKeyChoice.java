package io.shardkit.rule;

/**
 * What the owner of a table has chosen for a unique key that lacks a sharding column: each database keeps it among the
 * rows of one actual table only.
 */
public enum UniqueKeyChoice {
    /** Nothing yet: the start, and DDL that makes such a key, are refused. */
    REFUSE,
    /** Each write looks for the key in the other units, and locks it until its transaction ends. */
    CHECK,
    /** Equal values in different actual tables are not noticed. */
    ACCEPT
}
