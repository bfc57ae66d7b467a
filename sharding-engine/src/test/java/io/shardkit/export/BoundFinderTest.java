package io.shardkit.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.KeyRange;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.PeriodUnit;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.rule.PlacedKey;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardingRuleBuilder;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bounds by the rule alone: what an algorithm says of ranges. */
class BoundFinderTest {
    private static final long DAY = 86_400_000_000L;

    private static RoutedTable table(AlgorithmSpec algorithm, PlacedKey... placed) {
        return (RoutedTable) Objects.requireNonNull(ShardingRuleBuilder.over("ds0", "ds1")
                .table("t", table -> {
                    table.nodes("ds0.t_{0..2}, ds1.t_{3..5}").tableBy("k", algorithm);
                    List.of(placed).forEach(each -> table.placedKey(each.key(), each.unit()));
                    return table;
                })
                .build()
                .shardedTable("t"));
    }

    private static ShardingAlgorithm algorithm(RoutedTable table, KeyType type) {
        return Objects.requireNonNull(table.tableStrategy()).algorithm().forKeys(type);
    }

    private static List<@Nullable KeyRange> keys(RoutedTable table, KeyType type) {
        List<@Nullable KeyRange> keys = new ArrayList<>();
        for (int unit = 0; unit < table.unitCount(); unit++) {
            keys.add(BoundFinder.keys(algorithm(table, type), table.tableShard(unit)));
        }
        return keys;
    }

    @Test
    void boundsOfRanges() {
        assertThat(keys(table(Algorithms.boundaryRange(10, 20, 30, 40, 50)), KeyType.INTEGER))
                .containsExactly(
                        new KeyRange(null, 9L),
                        new KeyRange(10L, 19L),
                        new KeyRange(20L, 29L),
                        new KeyRange(30L, 39L),
                        new KeyRange(40L, 49L),
                        new KeyRange(50L, null));
    }

    @Test
    void placedKeysAreWithin() {
        RoutedTable table = table(
                Algorithms.boundaryRange(10, 20, 30, 40, 50),
                new PlacedKey("5", "ds1.t_vip"),
                new PlacedKey("77", "ds0.t_1"),
                new PlacedKey("-8", "ds1.t_4"));
        assertThat(keys(table, KeyType.INTEGER))
                .containsExactly(
                        new KeyRange(null, 9L),
                        new KeyRange(10L, 77L),
                        new KeyRange(20L, 29L),
                        new KeyRange(30L, 39L),
                        new KeyRange(-8L, 49L),
                        new KeyRange(50L, null),
                        new KeyRange(5L, 5L));
    }

    @Test
    void remaindersHaveNone() {
        assertThat(keys(table(Algorithms.mod()), KeyType.INTEGER)).containsOnly(new KeyRange(null, null));
        assertThat(keys(table(Algorithms.hashMod()), KeyType.INTEGER)).containsOnly(new KeyRange(null, null));
    }

    @Test
    void shardsWithoutKeysHaveNone() {
        RoutedTable table = table(Algorithms.ranges("0-9 = 1; 10-19 = 1"));
        assertThat(keys(table, KeyType.INTEGER)).containsExactly(null, new KeyRange(0L, 19L), null, null, null, null);
    }

    static List<Arguments> algorithms() {
        LocalDate first = LocalDate.of(2026, 1, 1);
        return List.of(
                Arguments.of(Algorithms.volumeRange(-20, 20, 10), KeyType.INTEGER, 1L),
                Arguments.of(Algorithms.ranges("-40--20 = 3; 0-9 = 1; 30-35 = 1; 10-19 = 4"), KeyType.INTEGER, 1L),
                Arguments.of(
                        Algorithms.autoInterval(
                                first.atStartOfDay(), first.plusDays(9).atStartOfDay(), Duration.ofDays(2)),
                        KeyType.DATE,
                        1L),
                Arguments.of(
                        Algorithms.autoInterval(
                                first.atStartOfDay(), first.plusDays(9).atStartOfDay(), Duration.ofDays(2)),
                        KeyType.DATETIME,
                        DAY / 7));
    }

    /** Each key lies between the bounds of the unit that the algorithm puts it in. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void noKeyLiesOutside(AlgorithmSpec spec, KeyType type, long step) {
        RoutedTable table = table(spec);
        List<@Nullable KeyRange> keys = keys(table, type);
        ShardingAlgorithm algorithm = algorithm(table, type);
        long middle = type == KeyType.INTEGER ? 0 : LocalDate.of(2026, 1, 5).toEpochDay();
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long key = (type == KeyType.DATETIME ? middle * DAY : middle) + random.nextLong(-100, 100) * step;
            int shard = algorithm.shard(key);
            if (shard >= 0) {
                KeyRange range = Objects.requireNonNull(keys.get(shard));
                assertThat(range.lower() == null || range.lower() <= key)
                        .as("%s in %s", key, range)
                        .isTrue();
                assertThat(range.upper() == null || key <= range.upper())
                        .as("%s in %s", key, range)
                        .isTrue();
            }
        }
        assertThat(keys).anyMatch(range -> range != null && range.lower() != null && range.upper() != null);
    }

    @Test
    void periodsAreWrittenAsTimes() {
        RoutedTable table = (RoutedTable) Objects.requireNonNull(ShardingRuleBuilder.over("ds0")
                .table("t", each -> each.nodes("ds0.t_2026{01..03}")
                        .tableBy("k", Algorithms.interval(LocalDate.of(2026, 1, 1), PeriodUnit.MONTHS, "yyyyMM")))
                .build()
                .shardedTable("t"));
        assertThat(condition(table, KeyType.DATE, 1)).isEqualTo("k >= DATE '2026-02-01' AND k <= DATE '2026-02-28'");
        assertThat(condition(table, KeyType.DATETIME, 1))
                .isEqualTo(
                        "k >= TIMESTAMP '2026-02-01 00:00:00.000000' AND k <= TIMESTAMP '2026-02-28 23:59:59.999999'");
    }

    private static String condition(RoutedTable table, KeyType type, int unit) {
        return new ExportedBound(
                        "k", type, Objects.requireNonNull(keys(table, type).get(unit)))
                .condition(name -> name);
    }
}
