package io.shardkit.rule;

import io.shardkit.algorithm.ShardingAlgorithm;
import java.util.Locale;

/**
 * How one axis, database or table, is chosen.
 *
 * @param column the sharding column, in lower case
 * @param algorithm from the column's value to the target
 * @param byName whether it chooses among the different names that tables have on any data source, in the order of their
 *     first units, and not by a table's position among those of its data source; only a table strategy beside a
 *     database strategy may do so
 */
public record ShardingStrategy(String column, ShardingAlgorithm algorithm, boolean byName) {

    public ShardingStrategy {
        column = column.toLowerCase(Locale.ROOT);
    }

    /** By position. */
    public ShardingStrategy(String column, ShardingAlgorithm algorithm) {
        this(column, algorithm, false);
    }

    /** The same, by name. */
    public ShardingStrategy choosingNames() {
        return new ShardingStrategy(column, algorithm, true);
    }
}
