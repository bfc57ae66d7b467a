package io.shardkit.options;

/** The handling of a data source that cannot be reached at the start. */
public enum Start {
    /** Nothing starts. */
    STOP,
    /**
     * Everything that does not need the data source starts; the data source is checked and used as soon as it can be
     * reached.
     */
    TOLERATE
}
