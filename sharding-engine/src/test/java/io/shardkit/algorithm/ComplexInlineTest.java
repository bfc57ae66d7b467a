package io.shardkit.algorithm;

import static io.shardkit.algorithm.ShardingAlgorithm.NOWHERE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Templates of several columns, and of the value of a hint. */
class ComplexInlineTest {
    private static final Targets BY_REGION = Targets.of(List.of("t_de_0", "t_de_1", "t_us_0", "t_us_1", "t_us_10"));

    private static ShardingAlgorithm create(String type, String template, Targets targets) {
        return AlgorithmRegistry.builtIn()
                .create("sharding.algorithms.a", type, Map.of("algorithm-expression", template), targets);
    }

    private static ComplexShardingAlgorithm complex(String template, Targets targets) {
        return (ComplexShardingAlgorithm) create("COMPLEX_INLINE", template, targets);
    }

    private static @Nullable List<Integer> some(ComplexShardingAlgorithm algorithm, @Nullable Object... keys) {
        List<@Nullable Object> given = new ArrayList<>();
        for (Object key : keys) {
            given.add(key);
        }
        BitSet shards = algorithm.shards(given);
        return shards == null ? null : shards.stream().boxed().toList();
    }

    @Test
    void takesTheColumnsInTheOrderOfTheStrategy() {
        Targets targets = Targets.of(List.of("t_0", "t_1", "t_2", "t_3")).by(List.of("B", "a"));
        ComplexShardingAlgorithm algorithm = complex("t_$->{(a * 2 + b) % 4}", targets);
        assertThat(algorithm.shard(List.of(1L, 0L))).isEqualTo(1);
        assertThat(algorithm.shard(List.of(0L, 1L))).isEqualTo(2);
        assertThat(algorithm.shard(List.of(-1L, 0L))).isEqualTo(NOWHERE);
        assertThat(algorithm.shard(List.of("x", 0L))).isEqualTo(NOWHERE);
        assertThat(algorithm.shard(List.of(Long.MAX_VALUE, 1L))).isEqualTo(NOWHERE);
        assertThat(some(algorithm, 1L, null)).isNull();
        assertThat(algorithm).isEqualTo(complex("t_${(a * 2 + b) % 4}", targets));
    }

    @Test
    void leavesTheShardsWhoseNamesHaveWhatIsKnown() {
        ComplexShardingAlgorithm algorithm =
                complex("t_${region.toLowerCase()}_${id % 2}", BY_REGION.by(List.of("region", "id")));
        assertThat(algorithm.shard(List.of("US", 3L))).isEqualTo(3);
        assertThat(algorithm.shard(List.of("fr", 3L))).isEqualTo(NOWHERE);
        assertThat(some(algorithm, "de", null)).containsExactly(0, 1);
        assertThat(some(algorithm, null, 2L)).containsExactly(0, 2);
        assertThat(some(algorithm, null, 3L)).containsExactly(1, 3);
        assertThat(some(algorithm, ".*", null)).isEmpty();
        assertThat(some(algorithm, null, null)).isNull();
    }

    @Test
    void hashesOfNegativeNumbersAreDecided() {
        Targets targets = Targets.of(List.of("t_0", "t_1", "t_2", "t_3")).by(List.of("a", "b"));
        List<ComplexShardingAlgorithm> made = new ArrayList<>();
        for (String negative : List.of("as-int", "refuse")) {
            made.add((ComplexShardingAlgorithm) AlgorithmRegistry.builtIn()
                    .create(
                            "sharding.algorithms.a",
                            "complex-inline",
                            Map.of(
                                    "algorithm-expression",
                                    "t_${Math.abs(a.hashCode() + b) % 4}",
                                    "negative-keys",
                                    negative),
                            targets));
        }
        assertThat(made.get(0).shard(List.of(-5L, 0L))).isEqualTo(1);
        assertThat(made.get(1).shard(List.of(5L, 2L))).isEqualTo(3);
        assertThat(made.get(1).shard(List.of(-5L, 0L))).as("no shard").isLessThan(NOWHERE);
        assertThat(some(made.get(1), -5L, null)).as("all").isNull();
    }

    @Test
    void isOfOneColumnToo() {
        ComplexShardingAlgorithm algorithm =
                complex("t_${a}", Targets.of(List.of("t_x", "t_7")).by(List.of("a")));
        assertThat(algorithm.shard("x")).isZero();
        assertThat(algorithm.shard(7)).isEqualTo(1);
    }

    @Test
    void namesTheSettingThatIsWrong() {
        Targets targets = BY_REGION.by(List.of("region", "id"));
        assertThatThrownBy(() -> complex("t_${region}_${number}", targets))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("sharding.algorithms.a.props.algorithm-expression")
                .hasMessageContaining("'number'");
        assertThatThrownBy(() -> complex("x_${region}_${id}", targets)).hasMessageContaining("t_de_0");
        assertThatThrownBy(() -> AlgorithmRegistry.builtIn()
                        .create(
                                "sharding.algorithms.a",
                                "complex-inline",
                                Map.of("algorithm-expression", "t_${region}_${id}", "sharding-columns", "id"),
                                targets))
                .hasMessageContaining("sharding.algorithms.a.props.sharding-columns");
    }

    @Test
    void takesTheValueOfAHint() {
        Targets four = Targets.of(List.of("t_0", "t_1", "t_2", "t_3"));
        assertThat(create("hint-inline", "t_$->{value % 4}", four)).isEqualTo(new ModAlgorithm(4));
        ShardingAlgorithm itself =
                AlgorithmRegistry.builtIn().create("sharding.algorithms.a", "HINT_INLINE", Map.of(), four);
        assertThat(itself.shard("t_2")).isEqualTo(2);
        assertThat(itself.shard("t_4")).isEqualTo(NOWHERE);
    }
}
