package io.shardkit.options;

/** The handling of reads while no replica can be used. */
public enum WithoutReplica {
    /** The primary answers them. */
    PRIMARY,
    /** They are refused. */
    REFUSE
}
