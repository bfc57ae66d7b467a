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
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the ranges of keys that algorithms name for tables. */
class ShardRangesTest {
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

    private static List<@Nullable KeyRange> keys(RoutedTable table, KeyType type, int... missing) {
        ShardingAlgorithm algorithm = algorithm(table, type);
        BitSet present = new BitSet();
        present.set(0, algorithm.shardCount());
        IntStream.of(missing).forEach(present::clear);
        return ShardRanges.of(algorithm, present);
    }

    /** A query by a key of an actual table that does not exist yet has to read another one, and so finds out when it does. */
    @Test
    void rangesOfTablesThatExistTakeTheKeysOfOthers() {
        RoutedTable table = table(Algorithms.boundaryRange(10, 20, 30, 40, 50));
        assertThat(keys(table, KeyType.INTEGER, 0, 2, 3, 5))
                .containsExactly(null, new KeyRange(null, 39L), null, null, new KeyRange(40L, null), null);
        assertThat(keys(table, KeyType.INTEGER, 0, 1, 2, 4, 5))
                .containsExactly(null, null, null, new KeyRange(null, null), null, null);
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
        RoutedTable table = table(Algorithms.ranges("0-9 = 1; 10-19 = 1; 20-29 = 2"));
        assertThat(keys(table, KeyType.INTEGER))
                .containsExactly(null, new KeyRange(null, 19L), new KeyRange(20L, null), null, null, null);
    }

    /** A query by a key that no shard has is not to contradict all ranges. */
    @Test
    void rangesLeaveNoGaps() {
        RoutedTable table = table(Algorithms.ranges("0-9 = 0; 20-29 = 1; 40-44 = 2"), new PlacedKey("15", "ds1.t_vip"));
        assertThat(keys(table, KeyType.INTEGER))
                .containsExactly(
                        new KeyRange(null, 14L),
                        new KeyRange(20L, 39L),
                        new KeyRange(40L, null),
                        null,
                        null,
                        null,
                        new KeyRange(15L, 19L));
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
                assertThat(contains(keys.get(shard), key))
                        .as("%s in %s", key, keys.get(shard))
                        .isTrue();
            }
            assertThat(keys).as("%s", key).anyMatch(range -> contains(range, key));
        }
        assertThat(keys).anyMatch(range -> range != null && range.lower() != null && range.upper() != null);
    }

    private static boolean contains(@Nullable KeyRange range, long key) {
        return range != null
                && (range.lower() == null || range.lower() <= key)
                && (range.upper() == null || key <= range.upper());
    }

    @Test
    void periodsAreWrittenAsTimes() {
        RoutedTable table = (RoutedTable) Objects.requireNonNull(ShardingRuleBuilder.over("ds0")
                .table("t", each -> each.nodes("ds0.t_2026{01..03}")
                        .tableBy("k", Algorithms.interval(LocalDate.of(2026, 1, 1), PeriodUnit.MONTHS, "yyyyMM")))
                .build()
                .shardedTable("t"));
        assertThat(conditions(table, KeyType.DATE))
                .containsExactly(
                        "k < DATE '2026-02-01'",
                        "k >= DATE '2026-02-01' AND k < DATE '2026-03-01'",
                        "k >= DATE '2026-03-01'");
        assertThat(conditions(table, KeyType.DATETIME))
                .containsExactly(
                        "k < TIMESTAMP '2026-02-01 00:00:00.000000'",
                        "k >= TIMESTAMP '2026-02-01 00:00:00.000000' AND k < TIMESTAMP '2026-03-01 00:00:00.000000'",
                        "k >= TIMESTAMP '2026-03-01 00:00:00.000000'");
    }

    /** The databases and the engines have no literals of years with more than four digits in common. */
    @Test
    void endsWithoutLiteralAreOpen() {
        long last = LocalDate.of(9999, 12, 31).toEpochDay();
        assertThat(ExportedBound.of("k", KeyType.DATE, new KeyRange(null, last)))
                .isNull();
        assertThat(condition(KeyType.DATE, new KeyRange(last, last))).isEqualTo("k >= DATE '9999-12-31'");
        assertThat(condition(KeyType.DATE, new KeyRange(LocalDate.of(0, 1, 1).toEpochDay(), 0L)))
                .isEqualTo("k < DATE '1970-01-02'");
    }

    private static List<String> conditions(RoutedTable table, KeyType type) {
        return keys(table, type).stream()
                .map(range -> condition(type, Objects.requireNonNull(range)))
                .toList();
    }

    private static String condition(KeyType type, KeyRange range) {
        return Objects.requireNonNull(ExportedBound.of("k", type, range)).condition(name -> name);
    }
}
