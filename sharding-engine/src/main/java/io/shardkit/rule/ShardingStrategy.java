package io.shardkit.rule;

import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import java.util.List;
import java.util.Locale;

/**
 * How one axis, database or table, is chosen.
 *
 * @param columns the sharding columns, in lower case; several need a {@link ComplexShardingAlgorithm}, and none leaves it
 *     to a {@link io.shardkit.hint.ShardingHint}
 * @param algorithm from the columns' values, or that of the hint, to the target
 * @param byName whether it chooses among the different names that tables have on any data source, in the order of their
 *     first units, and not by a table's position among those of its data source; only a table strategy beside a
 *     database strategy may do so
 */
public record ShardingStrategy(List<String> columns, ShardingAlgorithm algorithm, boolean byName) {

    /** Copies the columns. */
    public ShardingStrategy {
        columns =
                columns.stream().map(column -> column.toLowerCase(Locale.ROOT)).toList();
    }

    /** By one column, and by position. */
    public ShardingStrategy(String column, ShardingAlgorithm algorithm) {
        this(List.of(column), algorithm, false);
    }

    /** By several columns, and by position. */
    public static ShardingStrategy complex(List<String> columns, ComplexShardingAlgorithm algorithm) {
        return new ShardingStrategy(columns, algorithm, false);
    }

    /** By the value of a hint, and by position. */
    public static ShardingStrategy hint(ShardingAlgorithm algorithm) {
        return new ShardingStrategy(List.of(), algorithm, false);
    }

    /** The same, by name. */
    public ShardingStrategy choosingNames() {
        return new ShardingStrategy(columns, algorithm, true);
    }
}
