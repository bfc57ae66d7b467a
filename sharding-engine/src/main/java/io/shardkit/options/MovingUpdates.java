package io.shardkit.options;

/** The handling of a row that an UPDATE gives a sharding key of another unit. */
public enum MovingUpdates {
    /** The row moves there, in the transaction of the UPDATE; what a move would not keep is refused. */
    MOVE,
    /** The UPDATE is refused. */
    REFUSE
}
