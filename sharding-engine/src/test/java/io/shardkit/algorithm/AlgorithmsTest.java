package io.shardkit.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.shardkit.error.ShardingConfigurationException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each algorithm of Java is the one that a configuration makes of the same settings. */
class AlgorithmsTest {
    private static final List<String> FOUR = List.of("t_0", "t_1", "t_2", "t_3");
    private static final List<String> MONTHS = List.of("t_202401", "t_202402");
    private static final String TEMPLATE = "algorithm-expression";

    static Stream<Arguments> algorithms() {
        LocalDate day = LocalDate.of(2024, 1, 1);
        LocalDateTime midnight = day.atStartOfDay();
        return Stream.of(
                arguments(Algorithms.mod(), "mod", Map.of(), FOUR),
                arguments(Algorithms.mod(4), "mod", Map.of("sharding-count", "4"), FOUR),
                arguments(
                        Algorithms.mod(2).numbered().cut(1, 2).zeroPadding(),
                        "mod",
                        Map.of(
                                "sharding-count", "2",
                                "numbered", "true",
                                "start-offset", "1",
                                "stop-offset", "2",
                                "zero-padding", "true"),
                        FOUR),
                arguments(Algorithms.hashMod(), "hash-mod", Map.of(), FOUR),
                arguments(
                        Algorithms.hashMod(4).numbered().negativeKeys(NegativeKeys.AS_INT),
                        "hash-mod",
                        Map.of("sharding-count", "4", "numbered", "true", "negative-keys", "as-int"),
                        FOUR),
                arguments(Algorithms.crc32Mod(), "crc32-mod", Map.of(), FOUR),
                arguments(Algorithms.stringHash(), "string-hash", Map.of(), FOUR),
                arguments(Algorithms.stringHash(-3, 2), "string-hash", Map.of("from", "-3", "length", "2"), FOUR),
                arguments(
                        Algorithms.prefix().put(0, "CN", "TW").put("t_2", 7).others(3),
                        "prefix",
                        Map.of("prefixes", "CN, TW = 0; 7 = t_2", "default", "3"),
                        FOUR),
                arguments(
                        Algorithms.list().put("t_1", 10L, 11).put(2, "x"),
                        "list",
                        Map.of("values", "10, 11 = 1; x = 2"),
                        FOUR),
                arguments(
                        Algorithms.volumeRange(0, 20, 10),
                        "volume-range",
                        Map.of("range-lower", "0", "range-upper", "20", "sharding-volume", "10"),
                        FOUR),
                arguments(
                        Algorithms.boundaryRange(-5, 0, 10).numbered(),
                        "boundary-range",
                        Map.of("sharding-ranges", "-5, 0, 10", "numbered", "true"),
                        FOUR),
                arguments(
                        Algorithms.ranges("0-9=0;10-19=1").others("t_3"),
                        "range-file",
                        Map.of("ranges", "0-9=0;10-19=1", "default", "3"),
                        FOUR),
                arguments(
                        Algorithms.interval(day, PeriodUnit.MONTHS, "yyyyMM"),
                        "interval",
                        Map.of(
                                "datetime-lower", "2024-01-01",
                                "datetime-interval-unit", "months",
                                "sharding-suffix-pattern", "yyyyMM"),
                        MONTHS),
                arguments(
                        Algorithms.interval(day, PeriodUnit.DAYS, "yyyyMM")
                                .amount(31)
                                .upper(day.plusDays(40))
                                .keyPattern("yyyyMMdd"),
                        "interval",
                        Map.of(
                                "datetime-lower", "2024-01-01",
                                "datetime-upper", "2024-02-10",
                                "datetime-interval-amount", "31",
                                "sharding-suffix-pattern", "yyyyMM",
                                "key-pattern", "yyyyMMdd"),
                        MONTHS),
                arguments(
                        Algorithms.autoInterval(midnight, midnight.plusDays(2), Duration.ofDays(1)),
                        "auto-interval",
                        Map.of(
                                "datetime-lower", "2024-01-01 00:00:00",
                                "datetime-upper", "2024-01-03 00:00:00",
                                "sharding-seconds", "86400"),
                        FOUR),
                arguments(
                        Algorithms.consistentHash().virtualNodes(20).weights(1, 1, 2, 1),
                        "consistent-hash",
                        Map.of("virtual-nodes", "20", "weights", "1, 1, 2, 1"),
                        FOUR),
                arguments(
                        Algorithms.inline("t_${a % 4}").negativeKeys(NegativeKeys.REFUSE),
                        "inline",
                        Map.of(TEMPLATE, "t_${a % 4}", "negative-keys", "refuse"),
                        FOUR),
                arguments(Algorithms.hintInline(), "hint-inline", Map.of(), FOUR),
                arguments(
                        Algorithms.hintInline("t_${value % 4}"),
                        "hint-inline",
                        Map.of(TEMPLATE, "t_${value % 4}"),
                        FOUR),
                arguments(
                        Algorithms.complexInline("t_${(a + b) % 4}"),
                        "complex-inline",
                        Map.of(TEMPLATE, "t_${(a + b) % 4}"),
                        FOUR));
    }

    @ParameterizedTest(name = "{1} {2}")
    @MethodSource("algorithms")
    void placesAsTheConfigurationDoes(
            AlgorithmSpec inJava, String type, Map<String, String> settings, List<String> names) {
        Targets targets = Targets.of(names).by(type.equals("complex-inline") ? List.of("a", "b") : List.of("a"));
        AlgorithmSpec configured = AlgorithmRegistry.builtIn().spec("sharding.algorithms.a", type, settings);
        ShardingAlgorithm algorithm = inJava.over(targets);
        assertThat(algorithm).isEqualTo(configured.over(targets));
        assertThat(inJava.isOfPeriods()).isEqualTo(configured.isOfPeriods());
        for (long key = -50; algorithm.accepts(KeyType.INTEGER) && key < 50; key++) {
            assertThat(algorithm.shard(key)).isEqualTo(configured.over(targets).shard(key));
        }
    }

    @Test
    void everyTypeIsThere() {
        Set<Object> inJava = algorithms().map(each -> each.get()[1]).collect(Collectors.toSet());
        assertThat(inJava)
                .containsExactlyInAnyOrderElementsOf(AlgorithmRegistry.builtIn().types());
    }

    @Test
    void takesAnAlgorithmOfTheApplication() {
        ShardingAlgorithm own = new ModAlgorithm(3);
        AlgorithmSpec spec = Algorithms.of(own);
        assertThat(spec.over(Targets.of(FOUR))).isSameAs(own);
        assertThat(spec.ignoresTargets()).isTrue();
        assertThat(Algorithms.mod().ignoresTargets()).isFalse();
    }

    @Test
    void takesATypeByItsName() {
        assertThat(Algorithms.ofType("HASH_MOD", Map.of()).over(Targets.of(FOUR)))
                .isEqualTo(new HashModAlgorithm(4));
        assertThatThrownBy(() -> Algorithms.ofType("modulo", Map.of())).hasMessageContaining("not one of the types");
    }

    @Test
    void valuesMayHaveTheSeparatorsOfAConfiguration() {
        ShardingAlgorithm list = Algorithms.list().put(1, "a,b", "c;d=e").over(Targets.of(FOUR));
        assertThat(IntStream.of(list.shard("a,b"), list.shard("c;d=e"), list.shard("a")))
                .containsExactly(1, 1, ShardingAlgorithm.NOWHERE);
    }

    @Test
    void whatIsWrongNamesTheParameter() {
        Targets four = Targets.of(FOUR);
        assertThatThrownBy(() -> Algorithms.volumeRange(0, 10, 0).over(four))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("volume-range.sharding-volume: 0 is less than 1");
        assertThatThrownBy(() -> Algorithms.list().put(0, 1).put(1, 1))
                .hasMessageContaining("list.values: '1' occurs twice");
        assertThatThrownBy(() -> Algorithms.list().over(four)).hasMessageContaining("it has no values");
        assertThatThrownBy(() -> Algorithms.autoInterval(
                                LocalDateTime.of(2024, 1, 1, 0, 0),
                                LocalDateTime.of(2024, 1, 2, 0, 0),
                                Duration.ofMillis(1500))
                        .over(four))
                .hasMessageContaining("auto-interval.sharding-seconds");
    }
}
