package io.shardkit.rule;

import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Declares how one axis, database or table, is chosen: by which columns, and by which algorithm over the targets that the
 * data nodes of a table give. Immutable.
 */
public final class StrategySpec {
    /** No strategy, where there is a default one. */
    public static final StrategySpec NONE = new StrategySpec(
            List.of(),
            targets -> {
                throw new IllegalStateException("no strategy");
            },
            null);

    private final List<String> columns;
    private final AlgorithmSpec algorithm;
    private final @Nullable String alsoBy;

    private StrategySpec(List<String> columns, AlgorithmSpec algorithm, @Nullable String alsoBy) {
        this.columns = List.copyOf(columns);
        this.algorithm = algorithm;
        this.alsoBy = alsoBy;
    }

    /** Chooses by one column. */
    public static StrategySpec by(String column, AlgorithmSpec algorithm) {
        return new StrategySpec(List.of(column), algorithm, null);
    }

    /** Chooses by several columns, which takes an algorithm for several, as {@code Algorithms.complexInline} is. */
    public static StrategySpec by(List<String> columns, AlgorithmSpec algorithm) {
        return new StrategySpec(columns, algorithm, null);
    }

    /** Chooses by the value of a {@link io.shardkit.hint.ShardingHint}. */
    public static StrategySpec byHint(AlgorithmSpec algorithm) {
        return new StrategySpec(List.of(), algorithm, null);
    }

    /**
     * Finds rows by another column as well, whose low bits hold the shard of the sharding column.
     *
     * @param column filled by a key generator that embeds the shard; null for none
     */
    public StrategySpec alsoBy(@Nullable String column) {
        return new StrategySpec(columns, algorithm, column);
    }

    boolean isOfPeriods() {
        return algorithm.isOfPeriods();
    }

    boolean ignoresTargets() {
        return algorithm.ignoresTargets();
    }

    ShardingStrategy over(Targets targets) {
        ShardingAlgorithm made = algorithm.over(targets.by(columns));
        return new ShardingStrategy(columns, made, false, alsoBy, algorithm);
    }
}
