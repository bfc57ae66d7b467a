package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpelInlineTest {
    private static final Targets TARGETS =
            Targets.of(List.of("t_0_x", "t_1_x", "t_2_x")).by(List.of("order_id"));

    private static ShardingAlgorithm of(String template, Targets targets) {
        return new SpelInline()
                .create(new Settings("sharding.algorithms.a.props", Map.of("algorithm-expression", template)), targets);
    }

    @Test
    void anExpressionNamesTheTarget() {
        ShardingAlgorithm algorithm = of("t_#{order_id < 0 ? 2 : order_id % 3}_x", TARGETS);
        assertThat(List.of(algorithm.shard(0), algorithm.shard(7), algorithm.shard(Long.MIN_VALUE)))
                .containsExactly(0, 1, 2);
        assertThat(algorithm.shard(Long.MAX_VALUE)).isEqualTo((int) (Long.MAX_VALUE % 3));
        assertThat(algorithm.accepts(KeyType.DATE)).isFalse();
        assertThat(algorithm)
                .isEqualTo(of("t_#{order_id < 0 ? 2 : order_id % 3}_x", TARGETS))
                .isNotEqualTo(of("t_#{order_id % 3}_x", TARGETS));
    }

    @Test
    void textsHaveTheirMethods() {
        ShardingAlgorithm algorithm = of("t_#{order_id.substring(0, 1)}_x", TARGETS);
        assertThat(List.of(algorithm.shard("2-17"), algorithm.shard("0"))).containsExactly(2, 0);
    }

    @Test
    void aValueWithoutATargetHasNoRow() {
        ShardingAlgorithm algorithm = of("t_#{order_id.substring(0, 1)}_x", TARGETS);
        assertThat(List.of(algorithm.shard(""), algorithm.shard("9"), algorithm.shard(7)))
                .containsOnly(ShardingAlgorithm.NOWHERE);
        assertThat(of("t_#{order_id % 3}_x", TARGETS).shard(-1)).isEqualTo(ShardingAlgorithm.NOWHERE);
    }

    @Test
    void templatesOfTheOlderFrameworkStayWhatTheyAre() {
        Targets targets = Targets.of(List.of("t_0", "t_1")).by(List.of("order_id"));
        assertThat(of("t_$->{order_id % 2}", targets)).isEqualTo(new ModAlgorithm(2));
    }

    @Test
    void whatIsNotUnderstoodStopsTheStart() {
        for (String template : List.of(
                "t_#{order_id %}_x",
                "t_#{user_id % 3}_x",
                "t_#{order_id",
                "t_#{1}#{2}_x",
                "s_#{order_id % 3}_x",
                "t_#{T(java.lang.System).exit(1)}_x",
                "t_#{@bean.shard(order_id)}_x")) {
            assertThatThrownBy(() -> of(template, TARGETS))
                    .as(template)
                    .isInstanceOf(ShardingConfigurationException.class)
                    .hasMessageContaining("sharding.algorithms.a.props.algorithm-expression");
        }
    }
}
