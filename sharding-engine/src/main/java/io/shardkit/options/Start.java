package io.shardkit.options;

/** What happens if a data source cannot be reached at the start. */
public enum Start {
    /** Nothing starts. */
    STOP,
    /** What does not need it starts, and it is checked and used as soon as it can be reached. */
    TOLERATE
}
