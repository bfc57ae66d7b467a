package io.shardkit.rule;

import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.keygen.EmbeddingKeyGenerator;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The strategy for one axis, database or table.
 *
 * @param columns the sharding columns, in lower case; several need a {@link ComplexShardingAlgorithm}, and none leaves
 *     the choice to a {@link io.shardkit.hint.ShardingHint}
 * @param algorithm maps the columns' values, or that of the hint, to the target
 * @param byName whether the strategy chooses among the different names that tables have on any data source, in the order
 *     of their first units, and not by a table's position within its data source; only a table strategy beside a database
 *     strategy may do so
 * @param alsoBy a column whose low bits hold the shard of the row's sharding column, in lower case, or null
 * @param spec the algorithm as it was declared, by which it can be made over other targets
 */
public record ShardingStrategy(
        List<String> columns,
        ShardingAlgorithm algorithm,
        boolean byName,
        @Nullable String alsoBy,
        AlgorithmSpec spec) {

    /** Copies the columns. */
    public ShardingStrategy {
        columns =
                columns.stream().map(column -> column.toLowerCase(Locale.ROOT)).toList();
        alsoBy = alsoBy == null ? null : alsoBy.toLowerCase(Locale.ROOT);
    }

    /** By an algorithm that is made already. */
    public ShardingStrategy(
            List<String> columns, ShardingAlgorithm algorithm, boolean byName, @Nullable String alsoBy) {
        this(columns, algorithm, byName, alsoBy, Algorithms.of(algorithm));
    }

    /** By these columns alone. */
    public ShardingStrategy(List<String> columns, ShardingAlgorithm algorithm, boolean byName) {
        this(columns, algorithm, byName, null);
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
        return new ShardingStrategy(columns, algorithm, true, alsoBy, spec);
    }

    /** The same, found by a column as well whose low bits hold the shard. */
    public ShardingStrategy withAlsoBy(@Nullable String other) {
        return new ShardingStrategy(columns, algorithm, byName, other, spec);
    }

    /** Returns the strategy by which generated keys hold its shards: the same, over as many as the keys tell apart. */
    public ShardingStrategy heldBy(@Nullable KeyGeneration keys) {
        int shards = keys != null
                        && keys.column().equals(alsoBy)
                        && keys.generator() instanceof EmbeddingKeyGenerator embedding
                ? embedding.embeddedShards()
                : 0;
        ShardingAlgorithm more = shards == 0 ? null : algorithm.over(shards);
        return more == null ? this : with(more);
    }

    /** The same with another algorithm, which was declared as this one. */
    ShardingStrategy with(ShardingAlgorithm other) {
        return new ShardingStrategy(columns, other, byName, alsoBy, spec);
    }

    /** Returns the algorithm of all keys for which no unit is chosen. */
    public ShardingAlgorithm algorithmOfOthers() {
        return PlacedKeyAlgorithm.others(algorithm);
    }

    /** Returns the reason that keys with units of their own are no values of a column, or null if they are. */
    public @Nullable String misplaced(ColumnKeys keys) {
        return algorithm instanceof PlacedKeyAlgorithm placed ? placed.problem(keys) : null;
    }

    /** Returns true if rows can be placed by values of a column with these keys. */
    public boolean accepts(ColumnKeys keys) {
        return algorithm.accepts(keys.type()) && misplaced(keys) == null;
    }

    /** Returns true if the column, in lower case, decides or holds the shard. */
    boolean isBy(String column) {
        return columns.contains(column) || column.equals(alsoBy);
    }

    /** Returns true if rows that are equal in these columns, in lower case, have the same shard. */
    boolean isToldBy(Collection<String> equal) {
        return (!columns.isEmpty() && equal.containsAll(columns)) || (alsoBy != null && equal.contains(alsoBy));
    }

    /** Compares all but the declaration of the algorithm, which may be written in several ways. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ShardingStrategy strategy
                && strategy.columns.equals(columns)
                && strategy.algorithm.equals(algorithm)
                && strategy.byName == byName
                && Objects.equals(strategy.alsoBy, alsoBy);
    }

    @Override
    public int hashCode() {
        return Objects.hash(columns, algorithm, byName, alsoBy);
    }
}
