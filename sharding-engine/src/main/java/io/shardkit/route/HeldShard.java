package io.shardkit.route;

/**
 * A column whose low bits hold the shard that another column places a row by, so that rows are found by it as well.
 * Immutable.
 *
 * @param axis finds the shard in the column's values
 * @param bounds what the column takes as it is
 */
public record HeldShard(Axis axis, KeyBounds bounds) {
    /** The column's name, in lower case. */
    public String column() {
        return axis.column();
    }

    /** Returns true if the column holds the shard of that axis. */
    public boolean isOf(Axis placing) {
        return placing.database() == axis.database();
    }
}
