package io.shardkit.boot.autoconfigure;

/** The treatment of a column that each database counts by itself. */
public enum AutoIncrement {
    /** Nothing yet: the start, and DDL that makes such a column, are refused. */
    REFUSE,
    /** Its values may repeat, or the servers count so that they do not. */
    ACCEPT
}
