package io.shardkit.rule;

/**
 * The choice of a table's owner for a unique key that lacks a sharding column: each database keeps such a key unique only
 * among the rows of one actual table.
 */
public enum UniqueKeyChoice {
    /** Nothing yet: the start, and DDL that makes such a key, are refused. */
    REFUSE,
    /** Each write looks for the key in the other units, and locks it until its transaction ends. */
    CHECK,
    /** Equal values in different actual tables are not noticed. */
    ACCEPT
}
