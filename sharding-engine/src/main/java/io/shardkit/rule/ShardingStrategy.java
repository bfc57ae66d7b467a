package io.shardkit.rule;

import io.shardkit.algorithm.ShardingAlgorithm;
import java.util.Locale;

/**
 * How one axis, database or table, is chosen.
 *
 * @param column the sharding column, in lower case
 * @param algorithm from the column's value to the target
 */
public record ShardingStrategy(String column, ShardingAlgorithm algorithm) {

    public ShardingStrategy {
        column = column.toLowerCase(Locale.ROOT);
    }
}
