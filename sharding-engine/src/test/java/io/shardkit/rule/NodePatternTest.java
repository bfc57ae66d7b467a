package io.shardkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Braces expand as in a shell. */
class NodePatternTest {
    private static final String PROPERTY = "sharding.tables.t_order.actual-data-nodes";

    private static List<String> expand(String pattern) {
        return NodePattern.expand(pattern, PROPERTY);
    }

    @Test
    void theLastBraceCountsFastest() {
        assertThat(expand("ds{0..1}.t_{0..2}"))
                .containsExactly("ds0.t_0", "ds0.t_1", "ds0.t_2", "ds1.t_0", "ds1.t_1", "ds1.t_2");
    }

    @Test
    void leadingZerosStay() {
        assertThat(expand("ds0.t_{08..11}")).containsExactly("ds0.t_08", "ds0.t_09", "ds0.t_10", "ds0.t_11");
        assertThat(expand("ds0.t_{098..101}")).containsExactly("ds0.t_098", "ds0.t_099", "ds0.t_100", "ds0.t_101");
        assertThat(expand("ds0.t_{0..1}")).containsExactly("ds0.t_0", "ds0.t_1");
    }

    @Test
    void listsAndPlainNames() {
        assertThat(expand("ds0.t_{jan, feb}, ds1.t_mar")).containsExactly("ds0.t_jan", "ds0.t_feb", "ds1.t_mar");
        assertThat(expand("ds0.t")).containsExactly("ds0.t");
        assertThat(expand("ds0.t_{a}")).containsExactly("ds0.t_a");
    }

    @Test
    void theOlderWayToWriteRanges() {
        assertThat(expand("ds$->{0..1}.t_$->{0..1}")).containsExactly("ds0.t_0", "ds0.t_1", "ds1.t_0", "ds1.t_1");
    }

    @Test
    void blanksBesideDotsAreNoPartsOfNames() {
        assertThat(expand("ds{0 .. 1} . t_{0..1}")).containsExactly("ds0.t_0", "ds0.t_1", "ds1.t_0", "ds1.t_1");
        assertThat(NodePattern.shape("ds{0..1} . t_{0..1}")).isEqualTo(NodePattern.shape("ds{0..1}.t_{0..1}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "ds0.t_{0..1",
                "ds0.t_0..1}",
                "ds0.t_}0..1{",
                "ds0.t_{1..0}",
                "ds0.t_{-1..1}",
                "ds0.t_{a..c}",
                "ds0.t_{0..2..2}",
                "ds0.t_{0..}",
                "ds0.t_{}",
                "ds0.t_{a,}",
                "ds0.t_{a{0..1}}",
                "ds0.t_0,,ds1.t_0",
                "ds0.t_0,",
                "ds0.t_{0..200000}",
                "ds{0..999}.t_{0..999}",
                "ds0.t_{0..99999999999}"
            })
    void whatExpandsToNothingIsRefused(String pattern) {
        assertThatThrownBy(() -> expand(pattern))
                .isInstanceOfSatisfying(ShardingConfigurationException.class, e -> assertThat(e.errorCode())
                        .isEqualTo(ErrorCode.EMPTY_NODE_PATTERN))
                .hasMessageContaining(PROPERTY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ds0.t_{0-3} | {0-3} is written {0..3}",
                "ds0.t_{00 - 15} | {00 - 15} is written {00..15}",
                "ds0.t_{[0,1]} | {[0,1]} is written {0,1}",
                "ds0.t_$->{['a', 'b']} | {['a', 'b']} is written {a, b}",
                "ds0.t_{[0..1]} | {[0..1]} is written {0..1}",
                "ds0.t_{'a'} | {'a'} is written {a}",
                "ds0.t_{0..999999} | {0..999999} has more than 100000 numbers",
                "ds0.t_{3..0} | {3..0} counts down; write {0..3}, or a list if the shards are to be in that order",
            })
    void theNotationOfAnotherToolIsExplained(String pattern, String why) {
        assertThatThrownBy(() -> expand(pattern))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining(why);
    }
}
