package io.shardkit.algorithm;

import static io.shardkit.algorithm.ShardingAlgorithm.NOWHERE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Rows that ShardingSphere placed are found where they are: the numbers of its algorithms, and its names. */
class NumberedTypesTest {
    private static final Targets ROUND_ROBIN = Targets.of(List.of("t_0", "t_2", "t_1", "t_3"));

    private static ShardingAlgorithm of(String type, Targets targets, String... settings) {
        Map<String, String> all = new HashMap<>(Map.of("numbered", "true"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return AlgorithmRegistry.builtIn().create("sharding.algorithms.a", type, all, targets);
    }

    private static int[] shards(ShardingAlgorithm algorithm, long... keys) {
        return java.util.Arrays.stream(keys).mapToInt(algorithm::shard).toArray();
    }

    @Test
    void numbersAreThoseAtTheEndsOfNames() {
        ShardingAlgorithm mod = of("mod", ROUND_ROBIN);
        assertThat(shards(mod, 0, 1, 2, 3, 4, -1, Long.MIN_VALUE)).containsExactly(0, 2, 1, 3, 0, 3, 0);
        assertThat(Objects.requireNonNull(mod.shards(new KeyRange(1L, 2L))).stream())
                .containsExactly(1, 2);
        assertThat(mod)
                .isEqualTo(of("mod", Targets.of(List.of("i_0", "i_2", "i_1", "i_3"))))
                .isNotEqualTo(of("mod", Targets.of(List.of("i_0", "i_1", "i_2", "i_3"))));
        assertThat(shards(of("mod", Targets.of(List.of("t_00", "t_01", "t_02"))), 0, 1, 2, 4))
                .containsExactly(0, 1, 2, 1);
        assertThat(shards(
                        of(
                                "mod",
                                Targets.of(List.of("t_01", "t_00", "t_11")),
                                "sharding-count",
                                "12",
                                "zero-padding",
                                "true"),
                        0,
                        1,
                        11,
                        2))
                .containsExactly(1, 0, 2, NOWHERE);
        assertThatThrownBy(() -> of("mod", Targets.of(List.of("t_a", "t_b"))))
                .hasMessageContaining("none of the targets [t_a, t_b] ends in a number from 0 to 1");
    }

    @Test
    void modCutsDigitsAndTakesTexts() {
        ShardingAlgorithm cut = of("mod", ROUND_ROBIN, "start-offset", "1", "stop-offset", "2");
        assertThat(shards(cut, 1399, 1299, -3_99, 99)).containsExactly(3, 1, 3, NOWHERE);
        ShardingAlgorithm mod = of("mod", ROUND_ROBIN);
        assertThat(mod.accepts(KeyType.TEXT)).isTrue();
        assertThat(mod.accepts(KeyType.DATE)).isFalse();
        assertThat(List.of(mod.shard("7"), mod.shard("-1"), mod.shard("99999999999999999999"), mod.shard("x")))
                .containsExactly(3, 3, 3, NOWHERE);
        assertThatThrownBy(() -> of("mod", ROUND_ROBIN, "numbered", "false", "start-offset", "1"))
                .hasMessageContaining("it needs numbered to be true");
    }

    @Test
    void hashModKnowsWhatItCannotKnow() {
        ShardingAlgorithm asLong = of("hash-mod", ROUND_ROBIN, "negative-keys", "as-long");
        ShardingAlgorithm asInt = of("hash-mod", ROUND_ROBIN, "negative-keys", "as-int");
        ShardingAlgorithm refuse = of("hash-mod", ROUND_ROBIN, "negative-keys", "refuse");
        for (long key : new long[] {
            0, 1, 7, Integer.MAX_VALUE, 1L << 31, 1L << 32, Long.MAX_VALUE, Integer.MIN_VALUE - 1L, Long.MIN_VALUE
        }) {
            int expected = ROUND_ROBIN.names().indexOf("t_" + Math.abs((long) Long.hashCode(key)) % 4);
            assertThat(shards(asLong, key)).as("%d", key).containsExactly(expected);
            assertThat(shards(asInt, key)).as("%d", key).containsExactly(expected);
            assertThat(shards(refuse, key)).as("%d", key).containsExactly(expected);
        }
        for (int key : new int[] {-1, -2, -3, Integer.MIN_VALUE}) {
            assertThat(asLong.shard(key))
                    .isEqualTo(ROUND_ROBIN.names().indexOf("t_" + Math.abs((long) Long.hashCode(key)) % 4));
            assertThat(asInt.shard(key)).isEqualTo(ROUND_ROBIN.names().indexOf("t_" + Math.abs((long) key) % 4));
            assertThat(refuse.shard(key)).as("no shard, and not nowhere").isLessThan(NOWHERE);
        }
        assertThat(refuse.shards(new KeyRange(-2L, 2L))).as("all").isNull();
        assertThat(refuse.toString()).contains("negative-keys");
        assertThat(asLong.shard("abc")).isEqualTo(ROUND_ROBIN.names().indexOf("t_" + "abc".hashCode() % 4));
        assertThat(asLong.accepts(KeyType.DATE)).isFalse();
    }

    @Test
    void rangesGoByNumberToo() {
        ShardingAlgorithm volume =
                of("volume-range", ROUND_ROBIN, "range-lower", "10", "range-upper", "30", "sharding-volume", "10");
        assertThat(shards(volume, 9, 10, 19, 20, 29, 30)).containsExactly(0, 2, 2, 1, 1, 3);
        assertThat(Objects.requireNonNull(volume.shards(new KeyRange(19L, 20L))).stream())
                .containsExactly(1, 2);
        ShardingAlgorithm boundary = of("boundary-range", ROUND_ROBIN, "sharding-ranges", "1,5,10");
        assertThat(shards(boundary, 0, 1, 4, 5, 10)).containsExactly(0, 2, 2, 1, 3);
    }

    @Test
    void autoIntervalRoundsToTwoDigitsAndThenUp() {
        long lower = LocalDateTime.parse("2020-01-01T00:00:00").toEpochSecond(ZoneOffset.UTC);
        AutoIntervalAlgorithm four = new AutoIntervalAlgorithm(lower, 4, 6);
        assertThat(java.util.stream.LongStream.of(-5, 0, 1, 4, 5, 8, 16, 17, 100)
                        .mapToInt(second -> four.ofSecond(lower + second)))
                .containsExactly(0, 0, 1, 1, 2, 2, 4, 5, 5);
        // 5 of 1000 seconds are 0.005, which rounds to the even 0.00; 6 are 0.01.
        AutoIntervalAlgorithm long1000 = new AutoIntervalAlgorithm(lower, 1000, 6);
        assertThat(java.util.stream.LongStream.of(4, 5, 6, 1000, 1004, 1006, 2005)
                        .mapToInt(second -> long1000.ofSecond(lower + second)))
                .containsExactly(0, shardOf(5, 1000), 1, 1, 1, 2, shardOf(2005, 1000));
    }

    /** As ShardingSphere computes it. */
    private static int shardOf(long distance, long seconds) {
        String position = new java.text.DecimalFormat(
                        "0.00", java.text.DecimalFormatSymbols.getInstance(java.util.Locale.ROOT))
                .format((double) distance / seconds);
        return Math.max(0, (int) Math.ceil(Double.parseDouble(position)));
    }

    @Test
    void autoIntervalPlacesDates() {
        ShardingAlgorithm days = of(
                "auto-interval",
                Targets.of(List.of("t_0", "t_1", "t_2", "t_3")),
                "datetime-lower",
                "2024-01-01 00:00:00",
                "datetime-upper",
                "2024-03-01 00:00:00",
                "sharding-seconds",
                Long.toString(30L * 86_400));
        AutoIntervalAlgorithm seconds =
                new AutoIntervalAlgorithm(LocalDate.parse("2024-01-01").toEpochDay() * 86_400, 30L * 86_400, 4);
        long first = LocalDate.parse("2023-12-01").toEpochDay();
        for (long day = first; day < first + 200; day++) {
            assertThat(days.shard(day))
                    .as(LocalDate.ofEpochDay(day).toString())
                    .isEqualTo(seconds.ofSecond(day * 86_400))
                    .isEqualTo(Math.min(3, shardOf(Math.max(0, day - first - 31), 30)));
        }
        long lower = LocalDate.parse("2024-01-01").toEpochDay();
        assertThat(Objects.requireNonNull(days.shards(new KeyRange(lower, lower + 30))).stream())
                .containsExactly(0, 1);
        assertThat(Objects.requireNonNull(days.shards(new KeyRange(null, null))).cardinality())
                .isEqualTo(4);
        assertThat(shards(days, Long.MIN_VALUE, Long.MAX_VALUE)).containsExactly(0, 3);
        assertThatThrownBy(() -> of("auto-interval", ROUND_ROBIN, "datetime-lower", "2024-02-30 00:00:00"))
                .hasMessageContaining("is not of the form 2024-01-01 00:00:00");
    }

    @Test
    void inlineHashesOfNegativeNumbersAreDecidedToo() {
        Targets targets = Targets.of(List.of("t_0", "t_1", "t_2", "t_3"));
        String template = "t_${Math.abs(id.hashCode()) % 4}";
        Map<String, ShardingAlgorithm> made = new HashMap<>();
        for (String negative : List.of("as-long", "as-int", "refuse")) {
            made.put(
                    negative,
                    AlgorithmRegistry.builtIn()
                            .create(
                                    "sharding.algorithms.a",
                                    "inline",
                                    Map.of("algorithm-expression", template, "negative-keys", negative),
                                    targets));
        }
        ShardingAlgorithm asInt = Objects.requireNonNull(made.get("as-int"));
        ShardingAlgorithm refuse = Objects.requireNonNull(made.get("refuse"));
        for (long key : new long[] {0, 7, Integer.MAX_VALUE, 1L << 31, Integer.MIN_VALUE - 1L, Long.MIN_VALUE}) {
            int expected = Math.abs(Long.hashCode(key)) % 4;
            made.forEach((negative, algorithm) ->
                    assertThat(algorithm.shard(key)).as("%s %d", negative, key).isEqualTo(expected));
        }
        for (int key : new int[] {-1, -5, -8, Integer.MIN_VALUE + 1}) {
            assertThat(Objects.requireNonNull(made.get("as-long")).shard(key))
                    .isEqualTo(Math.abs(Long.hashCode(key)) % 4);
            assertThat(asInt.shard(key)).isEqualTo(Math.abs(key) % 4);
            assertThat(refuse.shard(key)).as("no shard, and not nowhere").isLessThan(NOWHERE);
        }
        assertThat(refuse.shards(new KeyRange(-2L, 2L))).as("all").isNull();
        assertThat(refuse.toString()).contains("negative-keys");
        assertThat(asInt).isNotEqualTo(refuse).isNotEqualTo(made.get("as-long"));
        ShardingAlgorithm plain = AlgorithmRegistry.builtIn()
                .create(
                        "sharding.algorithms.a",
                        "inline",
                        Map.of("algorithm-expression", "t_${(id % 4).abs()}", "negative-keys", "refuse"),
                        targets);
        assertThat(plain.shard(-3)).as("nothing is hashed").isEqualTo(3);
    }

    @Test
    void inlineNumbersOf32BitsAreCutAsJavaCutsThem() {
        ShardingAlgorithm inline = AlgorithmRegistry.builtIn()
                .create(
                        "sharding.algorithms.a",
                        "inline",
                        Map.of("algorithm-expression", "t_${id.intValue() % 4}"),
                        Targets.of(List.of("t_0", "t_1", "t_2", "t_3")));
        long key = (1L << 32) + 5;
        assertThat(inline.shard(key)).isEqualTo((int) key % 4);
        assertThat(inline.shard((1L << 31) + 1)).as("negative").isEqualTo(NOWHERE);
    }

    @Test
    void intervalsOfDaysGoByTheSuffixOfTheirMonth() {
        ShardingAlgorithm days = AlgorithmRegistry.builtIn()
                .create(
                        "sharding.algorithms.a",
                        "interval",
                        Map.of("datetime-lower", "2023-12-30", "sharding-suffix-pattern", "yyyyMM"),
                        Targets.of(List.of("t_202312", "t_202401", "t_202402")));
        assertThat(shards(
                        days,
                        day("2023-12-29"),
                        day("2023-12-31"),
                        day("2024-01-01"),
                        day("2024-01-31"),
                        day("2024-02-29"),
                        day("2024-03-01")))
                .containsExactly(NOWHERE, 0, 1, 1, 2, NOWHERE);
    }

    @Test
    void monthsMayComeRound() {
        ShardingAlgorithm months = AlgorithmRegistry.builtIn()
                .create(
                        "sharding.algorithms.a",
                        "interval",
                        Map.of(
                                "datetime-lower",
                                "2024-01-01",
                                "datetime-upper",
                                "2025-02-28",
                                "datetime-interval-unit",
                                "MONTHS",
                                "sharding-suffix-pattern",
                                "MM"),
                        Targets.of(java.util.stream.IntStream.rangeClosed(1, 12)
                                .mapToObj(month -> String.format(java.util.Locale.ROOT, "t_%02d", month))
                                .toList()));
        assertThat(shards(months, day("2024-01-31"), day("2024-12-31"), day("2025-01-01"), day("2025-02-28")))
                .containsExactly(0, 11, 0, 1);
        assertThat(shards(months, day("2025-03-01"))).containsExactly(NOWHERE);
        assertThat(Objects.requireNonNull(months.shards(new KeyRange(day("2024-12-15"), day("2025-01-15")))).stream())
                .containsExactly(0, 11);
    }

    private static long day(String date) {
        return LocalDate.parse(date).toEpochDay();
    }

    @Test
    void autoIntervalPlacesTimes() {
        ShardingAlgorithm numbered = of(
                        "auto-interval",
                        ROUND_ROBIN,
                        "datetime-lower",
                        "1969-12-31 23:59:50",
                        "datetime-upper",
                        "1970-01-01 00:00:10",
                        "sharding-seconds",
                        "10")
                .forKeys(KeyType.DATETIME);
        long second = 1_000_000;
        // Nothing of a second but the whole of it counts: -0.5 s lies in second -1.
        assertThat(shards(
                        numbered,
                        Long.MIN_VALUE,
                        -11 * second,
                        -10 * second,
                        -9 * second - 1,
                        -9 * second,
                        -1,
                        0,
                        second - 1,
                        second,
                        10 * second,
                        11 * second,
                        Long.MAX_VALUE))
                .containsExactly(0, 0, 0, 0, 2, 2, 2, 2, 1, 1, 3, 3);
        assertThat(Objects.requireNonNull(numbered.shards(new KeyRange(-1L, second))).stream())
                .containsExactly(1, 2);
        assertThat(numbered.accepts(KeyType.INSTANT)).isFalse();
    }
}
