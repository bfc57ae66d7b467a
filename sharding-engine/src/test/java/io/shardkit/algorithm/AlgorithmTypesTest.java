package io.shardkit.algorithm;

import static io.shardkit.algorithm.ShardingAlgorithm.NOWHERE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.differential.Seeds;
import io.shardkit.error.ShardingConfigurationException;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks where each type puts keys, on its borders above all, and which ranges meet which shards. */
class AlgorithmTypesTest {
    private static final AlgorithmRegistry REGISTRY = AlgorithmRegistry.builtIn();

    private static Targets targets(String prefix, int count) {
        return Targets.of(IntStream.range(0, count).mapToObj(i -> prefix + i).toList());
    }

    private static ShardingAlgorithm of(String type, Map<String, String> settings, Targets targets) {
        return REGISTRY.create("sharding.algorithms.a", type, settings, targets);
    }

    private static int[] shards(ShardingAlgorithm algorithm, long... keys) {
        return java.util.Arrays.stream(keys).mapToInt(algorithm::shard).toArray();
    }

    private static List<Integer> range(ShardingAlgorithm algorithm, Long lower, Long upper) {
        BitSet met = algorithm.shards(new KeyRange(lower, upper));
        return met == null ? null : met.stream().boxed().toList();
    }

    private static long day(String date) {
        return LocalDate.parse(date).toEpochDay();
    }

    @Test
    void volumeRangeHasAShardBelowAndOneAbove() {
        ShardingAlgorithm volume = of(
                "VOLUME_RANGE",
                Map.of("range-lower", "10", "range-upper", "45", "sharding-volume", "10"),
                targets("t_", 6));
        assertThat(volume.shardCount()).isEqualTo(6);
        assertThat(shards(volume, Long.MIN_VALUE, 9, 10, 19, 20, 39, 40, 44, 45, Long.MAX_VALUE))
                .containsExactly(0, 0, 1, 1, 2, 3, 4, 4, 5, 5);
        assertThat(range(volume, 19L, 20L)).containsExactly(1, 2);
        assertThat(range(volume, null, 9L)).containsExactly(0);
        assertThat(range(volume, 45L, null)).containsExactly(5);
        assertThat(range(volume, null, null)).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void boundaryRangeBeginsAShardAtEachBound() {
        ShardingAlgorithm boundary = of("boundary-range", Map.of("sharding-ranges", "1, 5,10"), targets("t_", 4));
        assertThat(shards(boundary, -1, 0, 1, 4, 5, 9, 10)).containsExactly(0, 0, 1, 1, 2, 2, 3);
        assertThat(range(boundary, 5L, 9L)).containsExactly(2);
        assertThatThrownBy(() -> of("boundary-range", Map.of("sharding-ranges", "5,5"), targets("t_", 3)))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("5 is not greater than 5");
    }

    @Test
    void boundaryRangeHasNoKeysBelowTheLeastOne() {
        ShardingAlgorithm boundary =
                of("boundary-range", Map.of("sharding-ranges", Long.MIN_VALUE + ", 0, 5"), targets("t_", 4));
        assertThat(shards(boundary, Long.MIN_VALUE, -1, 0, 4, 5, Long.MAX_VALUE))
                .containsExactly(1, 1, 2, 2, 3, 3);
        assertThat(range(boundary, null, -1L)).containsExactly(1);
        assertThat(range(boundary, null, null)).containsExactly(1, 2, 3);
        ShardingAlgorithm greatest =
                of("boundary-range", Map.of("sharding-ranges", "0, " + Long.MAX_VALUE), targets("t_", 3));
        assertThat(shards(greatest, Long.MIN_VALUE, -1, 0, Long.MAX_VALUE - 1, Long.MAX_VALUE))
                .containsExactly(0, 0, 1, 1, 2);
    }

    /** The first line that has a key decides, in the field's own files: each of theirs ends where the next begins. */
    @Test
    void rangesOfAFileMayShareTheKeyBetweenThem() {
        ShardingAlgorithm shared =
                of("range-file", Map.of("ranges", "0-500M=0\n500M-1000M=1\n1000M-1500M=2"), targets("t_", 3));
        assertThat(shards(shared, -1, 0, 5_000_000, 5_000_001, 10_000_000, 10_000_001, 15_000_000, 15_000_001))
                .containsExactly(NOWHERE, 0, 0, 1, 1, 2, 2, NOWHERE);
        assertThat(range(shared, 5_000_000L, 5_000_000L)).containsExactly(0);
        assertThat(range(shared, 5_000_001L, 10_000_000L)).containsExactly(1);
        ShardingAlgorithm descending = of("range-file", Map.of("ranges", "10-20=1;0-10=0"), targets("t_", 2));
        assertThat(shards(descending, 0, 9, 10, 20)).containsExactly(0, 0, 1, 1);
        assertThatThrownBy(() -> of("range-file", Map.of("ranges", "0-10=0;9-20=1"), targets("t_", 2)))
                .hasMessageContaining("'9-20=1' overlaps 0-10=0");
        assertThatThrownBy(() -> of("range-file", Map.of("ranges", "0-10=0;10-10=1"), targets("t_", 2)))
                .hasMessageContaining("'10-10=1' overlaps 0-10=0");
    }

    @Test
    void rangeFileIncludesBothEndsAndKnowsKAndM() {
        ShardingAlgorithm file = of(
                "range-file", Map.of("ranges", "# keys\n0-500M=0\n500M1-1000M=1\n1000m1-1000M20=0"), targets("t_", 2));
        assertThat(shards(file, -1, 0, 5_000_000, 5_000_001, 10_000_000, 10_000_001, 10_000_020, 10_000_021))
                .containsExactly(NOWHERE, 0, 0, 1, 1, 0, 0, NOWHERE);
        assertThat(range(file, -5L, -1L)).isEmpty();
        assertThat(range(file, null, 0L)).containsExactly(0);
        ShardingAlgorithm others =
                of("range-file", Map.of("ranges", "0-1K=0; 3K-4K=1", "default", "t_2"), targets("t_", 3));
        assertThat(shards(others, -1, 1000, 1001, 2999, 3000, 4001)).containsExactly(2, 0, 2, 2, 1, 2);
        assertThat(range(others, 0L, 1000L)).containsExactly(0);
        assertThat(range(others, 0L, 1001L)).containsExactly(0, 2);
        assertThat(range(others, 500L, 3500L)).containsExactly(0, 1, 2);
        assertThat(range(others, 2000L, 2500L)).containsExactly(2);
    }

    @Test
    void listAndPrefixGoByValue() {
        Targets targets = Targets.of(List.of("t_eu", "t_us", "t_rest"));
        ShardingAlgorithm list = of("list", Map.of("values", "DE, FR = t_eu; US = 1", "default", "t_rest"), targets);
        assertThat(List.of(list.shard("DE"), list.shard("FR"), list.shard("US"), list.shard("us"), list.shard("")))
                .containsExactly(0, 0, 1, 2, 2);
        ShardingAlgorithm numbers = of("list", Map.of("values", "-1, 7 = 0; 9223372036854775807 = 2"), targets);
        assertThat(shards(numbers, -1, 7, 8, Long.MAX_VALUE)).containsExactly(0, 0, NOWHERE, 2);
        ShardingAlgorithm prefix = of("prefix", Map.of("prefixes", "4 = 0; 49 = 1"), targets);
        assertThat(shards(prefix, 4, 41, 49, 491, 5)).containsExactly(0, 0, 1, 1, NOWHERE);
        assertThat(prefix.shard("")).isEqualTo(NOWHERE);
        assertThatThrownBy(() -> of("list", Map.of("values", "DE = t_asia"), targets))
                .hasMessageContaining("'t_asia' is neither a number nor one of");
        assertThatThrownBy(() -> of("list", Map.of("values", "DE = 3"), targets))
                .hasMessageContaining("3 is not between 0 and 2");
    }

    @Test
    void hashesAreThoseOfOthers() {
        // SELECT CRC32('abc') and CRC32(12345) are 891568578 and 3421846044.
        ShardingAlgorithm crc = of("crc32-mod", Map.of(), targets("t_", 1000));
        assertThat(crc.shard("abc")).isEqualTo(578);
        assertThat(crc.shard(12345)).isEqualTo(44);
        assertThat(crc.shard("")).isZero();
        ShardingAlgorithm part = of("string-hash", Map.of("from", "-2", "length", "2"), targets("t_", 16));
        assertThat(part.shard("order-17")).isEqualTo(part.shard("other-17")).isEqualTo(part.shard(17));
        assertThat(part.shard("7")).isEqualTo(Math.floorMod("7".hashCode(), 16));
        assertThat(part.shard("")).isZero();
    }

    @Test
    void consistentHashMovesOnlyWhatANewShardTakes() {
        ShardingAlgorithm four = of("consistent-hash", Map.of(), targets("t_", 4));
        ShardingAlgorithm five = of("consistent-hash", Map.of(), targets("t_", 5));
        int keys = 100_000;
        int moved = 0;
        int[] sizes = new int[5];
        Random random = new Random(7);
        for (int i = 0; i < keys; i++) {
            long key = i % 2 == 0 ? i : random.nextLong();
            int before = four.shard(key);
            int after = five.shard(key);
            assertThat(after == before || after == 4).isTrue();
            moved += after == before ? 0 : 1;
            sizes[after]++;
        }
        assertThat(moved / (double) keys).isBetween(0.15, 0.25);
        for (int size : sizes) {
            assertThat(size / (double) keys).isBetween(0.15, 0.25);
        }
        ShardingAlgorithm weighted = of("consistent-hash", Map.of("weights", "1,3"), targets("t_", 2));
        long heavy = IntStream.range(0, keys)
                .filter(i -> weighted.shard("key" + i) == 1)
                .count();
        assertThat(heavy / (double) keys).isBetween(0.70, 0.80);
    }

    @ParameterizedTest
    @CsvSource({
        "MONTHS, yyyyMM, 2023-12-01, 't_202312,t_202401,t_202402,t_202403', 2023-11-30:-1;2023-12-01:0;2023-12-31:0;2024-01-01:1;2024-02-29:2;2024-03-01:3;2024-03-31:3;2024-04-01:-1",
        "QUARTERS, yyyy'q'Q, 2023-01-01, 't_2023q4,t_2024q1', 2023-09-30:-1;2023-10-01:0;2023-12-31:0;2024-01-01:1;2024-03-31:1;2024-04-01:-1",
        "YEARS, yyyy, 2000-01-01, 't_2023,t_2024', 2022-12-31:-1;2023-01-01:0;2024-02-29:1;2025-01-01:-1",
        "DAYS, yyyyMMdd, 2024-02-28, 't_20240228,t_20240229,t_20240301', 2024-02-27:-1;2024-02-28:0;2024-02-29:1;2024-03-01:2;2024-03-02:-1"
    })
    void intervalsEndWithTheirPeriods(String unit, String suffix, String lower, String names, String days) {
        ShardingAlgorithm interval = of(
                "interval",
                Map.of(
                        "datetime-lower", lower,
                        "sharding-suffix-pattern", suffix,
                        "datetime-interval-unit", unit),
                Targets.of(List.of(names.split(","))));
        assertThat(interval.accepts(KeyType.DATE)).isTrue();
        assertThat(interval.accepts(KeyType.INTEGER)).isFalse();
        for (String each : days.split(";")) {
            String[] pair = each.split(":");
            assertThat(interval.shard(day(pair[0]))).as(pair[0]).isEqualTo(Integer.parseInt(pair[1]));
        }
    }

    @Test
    void suffixesMayHaveWordsInQuotes() {
        ShardingAlgorithm years = of(
                "interval",
                Map.of(
                        "datetime-lower", "2023-01-01",
                        "datetime-interval-unit", "YEARS",
                        "sharding-suffix-pattern", "'year_'yyyy"),
                Targets.of(List.of("t_year_2023", "t_year_2024")));
        assertThat(shards(years, day("2023-12-31"), day("2024-01-01"))).containsExactly(0, 1);
    }

    @Test
    void intervalsOfNumbersReadDays() {
        ShardingAlgorithm interval = of(
                "interval",
                Map.of(
                        "datetime-lower", "2026-10-01 00:00:00",
                        "sharding-suffix-pattern", "yyyyMM",
                        "datetime-interval-unit", "MONTHS",
                        "key-pattern", "yyyyMMdd"),
                Targets.of(List.of("t_202611", "t_202610", "t_202612")));
        assertThat(shards(interval, 20261001, 20261031, 20261122, 20261201, 20261231, 20270101, 20260930))
                .containsExactly(1, 1, 0, 2, 2, NOWHERE, NOWHERE);
        assertThat(range(interval, 20261015L, 20261115L)).containsExactly(0, 1);
        assertThat(range(interval, 20270101L, null)).isEmpty();
        assertThatThrownBy(() -> of(
                        "interval",
                        Map.of(
                                "datetime-lower",
                                "2026-10-02",
                                "sharding-suffix-pattern",
                                "yyyyMM",
                                "datetime-interval-unit",
                                "MONTHS"),
                        Targets.of(List.of("t_202610"))))
                .hasMessageContaining("2026-10-02 is not the first day of one of the months");
        assertThatThrownBy(() -> of(
                        "interval",
                        Map.of(
                                "datetime-lower",
                                "2026-10-01",
                                "sharding-suffix-pattern",
                                "yyyyMM",
                                "datetime-interval-unit",
                                "MONTHS"),
                        Targets.of(List.of("t_202609"))))
                .hasMessageContaining("t_202609");
    }

    @Test
    void segmentsAgreeWithTheirKeysOneByOne() {
        long seed = Seeds.chosen();
        System.out.println("AlgorithmTypesTest: seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            int a = random.nextInt(20);
            int b = a + random.nextInt(10);
            int c = b + 1 + random.nextInt(10);
            int d = c + random.nextInt(10);
            Map<String, String> settings = random.nextBoolean()
                    ? Map.of("ranges", a + "-" + b + "=1;" + c + "-" + d + "=0")
                    : Map.of("ranges", a + "-" + b + "=1;" + c + "-" + d + "=0", "default", "2");
            ShardingAlgorithm algorithm = of("range-file", settings, targets("t_", 3));
            long lower = random.nextInt(60) - 10;
            long upper = lower + random.nextInt(30);
            BitSet expected = new BitSet();
            for (long key = lower; key <= upper; key++) {
                int shard = algorithm.shard(key);
                if (shard != NOWHERE) {
                    expected.set(shard);
                }
            }
            assertThat(algorithm.shards(new KeyRange(lower, upper)))
                    .as("%s %d..%d", settings, lower, upper)
                    .isEqualTo(expected);
        }
    }

    @Test
    void inlineRemaindersAreMod() {
        assertThat(of("INLINE", Map.of("algorithm-expression", "ds_${user_id % 2}"), targets("ds_", 2)))
                .isEqualTo(new ModAlgorithm(2));
        assertThat(of("inline", Map.of("algorithm-expression", "t_order_$->{order_id % 4}"), targets("t_order_", 4)))
                .isEqualTo(new ModAlgorithm(4));
        ShardingAlgorithm shifted = of(
                "inline",
                Map.of("algorithm-expression", "t_order_${order_id % 2 + 1}"),
                Targets.of(List.of("t_order_1", "t_order_2")));
        ShardingAlgorithm items = of(
                "inline",
                Map.of("algorithm-expression", "t_item_${order_id % 2 + 1}"),
                Targets.of(List.of("t_item_1", "t_item_2")));
        assertThat(shards(shifted, 0, 1, 2, 3)).containsExactly(0, 1, 0, 1);
        assertThat(shifted).isEqualTo(items);
        ShardingAlgorithm reversed =
                of("inline", Map.of("algorithm-expression", "t_${id % 2}"), Targets.of(List.of("t_1", "t_0")));
        assertThat(shards(reversed, 0, 1, -1)).containsExactly(1, 0, NOWHERE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "t_${(id % 16).toString().padLeft(2, '0')} ; t_07 ; 23",
                "t_${id.intdiv(10) % 2} ; t_1 ; 15",
                "t_${Math.abs(name.hashCode()) % 4} ; t_2 ; abc",
                "t_${name.substring(0, 2).toLowerCase()} ; t_de ; DE-77",
                "${'t_' + (id % 3 * 2)} ; t_4 ; 5",
                "t_${id % 100 - -3} ; t_10 ; 7",
                "t_${name.length()}_${name.toUpperCase()} ; t_1_A ; a",
                "t_${name.toLong() % 5} ; t_3 ; 13",
                "t_${id > 10 ? 1 : 0} ; t_1 ; 11",
                "t_${id % 2 == 0 ? 'even' : id == 7 ? 'seven' : 'odd'} ; t_seven ; 7",
                "t_${id & 3} ; t_1 ; 13",
                "t_${(id >> 2 | 1) ^ 4} ; t_7 ; 13",
                "t_${id << 1 & 7} ; t_6 ; 7",
                "t_${~id & 3} ; t_2 ; 5",
                "t_${!(id > 3 && id < 9 || id == 20) ? 'out' : 'in'} ; t_in ; 20",
                "t_${name.contains('-') ? 1 : 2} ; t_1 ; DE-77",
                "t_${['DE', 'AT'].contains(name) ? 'eu' : 'us'} ; t_eu ; AT",
                "t_${name == 'x' || name.startsWith('D') ? 1 : 2} ; t_1 ; DE",
                "t_${name != 'x' ? name.endsWith('E') && name < 'E' : 2} ; t_true ; DE",
                "t_${id % 2 ? 'odd' : 'even'} ; t_odd ; 3",
                // Hashes have 32 bits, and so have their sums, products and shifts.
                "t_${(name.hashCode() * 31 + 7) % 1000} ; t_-452 ; abcdef",
                "t_${(name.hashCode() ^ (name.hashCode() >>> 16)) & 15} ; t_10 ; abcdef"
            })
    void inlineExpressions(String template, String target, String key) {
        ShardingAlgorithm inline =
                of("inline", Map.of("algorithm-expression", template), Targets.of(List.of("t_x", target)));
        int shard = key.chars().allMatch(Character::isDigit) && !template.contains("name")
                ? inline.shard(Long.parseLong(key))
                : inline.shard(key);
        assertThat(shard).isEqualTo(1);
        assertThat(inline.shard("")).isNegative();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "t_${id / 2}         | makes a fraction",
                "t_${id % 0}         | a remainder by 0",
                "t_${a % 2 + b % 2}  | a second variable, 'b' beside 'a'",
                "${prefix}_{a % 2}   | a brace without a dollar; an expression is written $->{..}",
                "t_${id.collect()}   | the method 'collect'",
                "t_${id % 2          | its end where '}' is expected",
                "x_${id % 2}         | never names t_0",
                "t_${id ? 1}         | where ':' is expected",
                "t_${id % 010}       | an octal number",
                "t_${id <=> 1}       | '<=>'",
                "t_${['a'] == id}    | a list without .contains",
                "t_${[1, 2].contains(id)} | a list of other values"
            })
    void inlineThatIsNotUnderstoodSaysWhere(String template, String message) {
        assertThatThrownBy(() -> of("inline", Map.of("algorithm-expression", template), targets("t_", 2)))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining(message);
    }

    /** Groovy's answer depends on the class of the key that the application passed. */
    @ParameterizedTest
    @ValueSource(strings = {"t_${id == '5' ? 0 : 1}", "t_${['5'].contains(id) ? 0 : 1}", "t_${id.equals(5) ? 0 : 1}"})
    void numbersAreNotComparedWithTexts(String template) {
        ShardingAlgorithm inline = of("inline", Map.of("algorithm-expression", template), targets("t_", 2));
        assertThat(inline.shard(5)).isEqualTo(TypedHashAlgorithm.UNDECIDED);
        assertThat(inline.shards(new KeyRange(4L, 6L))).isNull();
    }

    @Test
    void eachTypeRefusesWhatItDoesNotKnow() {
        REGISTRY.types().forEach(type -> assertThatThrownBy(() -> of(type, Map.of("colour", "red"), targets("t_", 2)))
                .as(type)
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("'colour' is not a setting of type " + type));
    }
}
