package io.shardkit.route;

import io.shardkit.algorithm.LowBitsAlgorithm;

/**
 * A column whose low bits hold the shard that another column places a row by, so that rows are found by it as well.
 * Immutable.
 *
 * @param axis finds the shard in the column's values
 * @param bounds what the column takes as it is
 * @param written the axis by which generated keys hold shards: the placing one, over as many shards as keys tell apart
 */
public record HeldShard(Axis axis, KeyBounds bounds, Axis written) {
    /** The column's name, in lower case. */
    public String column() {
        return axis.column();
    }

    /** Returns true if the column holds the shard of that axis. */
    public boolean isOf(Axis placing) {
        return placing.database() == axis.database();
    }

    /** Returns the number of low bits in which a generated key holds a shard. */
    public int bits() {
        return new LowBitsAlgorithm(written.algorithm().shardCount()).bits();
    }
}
