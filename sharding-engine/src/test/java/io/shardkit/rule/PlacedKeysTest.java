package io.shardkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyRange;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.PeriodUnit;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.KeyGenerators;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys with units of their own: where their rows and those of all other keys lie, and what is refused. */
class PlacedKeysTest {
    private static final AlgorithmRegistry TYPES = AlgorithmRegistry.builtIn();
    private static final String[] SOURCES = {"ds0", "ds1", "ds2"};

    private static ShardMap rule(UnaryOperator<ShardingRuleBuilder> tables) {
        return ShardMap.of(tables.apply(ShardingRuleBuilder.over(SOURCES)).build());
    }

    private static ShardMap only(UnaryOperator<TableDeclaration> declared) {
        return rule(builder -> builder.table("t", declared));
    }

    private static RoutedTable table(ShardMap rule, String name) {
        return Objects.requireNonNull(rule.shardedTable(name));
    }

    private static RoutedTable table(UnaryOperator<TableDeclaration> declared) {
        return table(only(declared), "t");
    }

    private static UnaryOperator<TableDeclaration> grid(String name) {
        return t -> t.nodes("ds{0..1}." + name + "_{0..2}")
                .databaseBy("k", Algorithms.mod())
                .tableBy("k", Algorithms.mod());
    }

    private static UnaryOperator<TableDeclaration> alone(AlgorithmSpec algorithm) {
        return t -> t.nodes("ds1.t_{0..1}, ds0.t_{2..3}").tableBy("k", algorithm);
    }

    static Stream<Arguments> layouts() {
        Stream<AlgorithmSpec> algorithms = Stream.of(
                Algorithms.mod(),
                Algorithms.hashMod(),
                Algorithms.hashMod().numbered(),
                Algorithms.consistentHash(),
                Algorithms.list().put("t_2", 7, 8).put(1, 9),
                Algorithms.volumeRange(0, 200, 100),
                Algorithms.boundaryRange(10, 20, 30),
                Algorithms.inline("t_${k % 4}"));
        return Stream.concat(
                algorithms.map(each -> Arguments.of(each.toString(), alone(each))),
                Stream.of(
                        Arguments.of("grid", grid("t")),
                        Arguments.of("databases", (UnaryOperator<TableDeclaration>)
                                t -> t.nodes("ds{0..1}.t_0").databaseBy("k", Algorithms.mod())),
                        Arguments.of(
                                "uneven", (UnaryOperator<TableDeclaration>) t -> t.nodes("ds0.t_{0..1}, ds1.t_{1..2}")
                                        .databaseBy("k", Algorithms.mod())
                                        .tableBy("k", Algorithms.inline("t_${k % 3}")))));
    }

    /** The unit of a key, as the strategies of the table have it. */
    private static int unit(RoutedTable table, ColumnKeys keys, Object key) {
        int database = shard(table.databaseStrategy(), keys, key);
        int shard = shard(table.tableStrategy(), keys, key);
        return database < 0 || shard < 0 ? ShardingAlgorithm.NOWHERE : table.unit(database, shard);
    }

    private static int shard(@Nullable ShardingStrategy strategy, ColumnKeys keys, Object key) {
        if (strategy == null) {
            return 0;
        }
        ShardingAlgorithm algorithm = strategy.algorithm() instanceof PlacedKeyAlgorithm placed
                ? placed.ofColumn(keys)
                : strategy.algorithm().forKeys(keys.type());
        return key instanceof Long number ? algorithm.shard(number) : algorithm.shard((String) key);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("layouts")
    void otherKeysStayWhereTheyAre(String what, UnaryOperator<TableDeclaration> declared) {
        ColumnKeys keys = KeyNormalizer.of(KeyType.INTEGER);
        RoutedTable before = table(declared);
        String own = before.nodes().get(before.unitCount() - 1).toString();
        ShardMap rule = only(t -> declared.apply(t)
                .placedKey("17", "ds2.t_vip")
                .placedKey("5", own)
                .placedKey("-3", "ds0.t_2_vip")
                .placedKey("18", "ds2.t_vip"));
        RoutedTable after = table(rule, "t");
        assertThat(after.nodes().subList(0, before.unitCount())).isEqualTo(before.nodes());
        assertThat(after.nodes()).hasSize(before.unitCount() + 2);
        for (long key = -40; key < 400; key++) {
            int unit = unit(after, keys, key);
            if (key == 17 || key == 18) {
                assertThat(after.nodes().get(unit)).hasToString("ds2.t_vip");
            } else if (key == -3) {
                assertThat(after.nodes().get(unit)).hasToString("ds0.t_2_vip");
            } else if (key == 5) {
                assertThat(after.nodes().get(unit)).hasToString(own);
            } else {
                assertThat(unit).as(what + ", " + key).isEqualTo(unit(before, keys, key));
            }
        }
        for (int unit = 0; unit < after.unitCount(); unit++) {
            assertThat(after.unit(after.databaseShard(unit), after.tableShard(unit)))
                    .isEqualTo(unit);
        }
        comesBack(rule, only(declared), own);
    }

    /** The rule is the same after it was stored, and is another one than without the keys. */
    private static void comesBack(ShardMap rule, ShardMap without, String own) {
        RuleText text = RuleText.parse(RuleText.of(rule).toString());
        assertThat(text).isEqualTo(RuleText.of(rule));
        assertThat(text.toString())
                .contains("table.t.placed.0 = ds0.t_2_vip -3\n")
                .contains("table.t.placed.1 = ds2.t_vip 17\n")
                .contains("table.t.placed.3 = " + own + " 5\n");
        ShardMap again = text.rule(without, TYPES);
        assertThat(RuleText.of(again)).isEqualTo(text);
        assertThat(table(again, "t").nodes()).isEqualTo(table(rule, "t").nodes());
        assertThat(RuleDifferences.of(text, rule, TYPES).isEmpty()).isTrue();
        assertThat(RuleDifferences.of(text, without, TYPES).inWords())
                .containsExactly(
                        "rows of t lie with '-3' where the algorithm says here, and on ds0.t_2_vip in the stored"
                                + " rule, with '17' where the algorithm says here, and on ds2.t_vip in the stored rule, with '18'"
                                + " where the algorithm says here, and on ds2.t_vip in the stored rule, and 1 more");
        assertThat(RuleDifferences.of(RuleText.of(without), rule, TYPES).inWords())
                .singleElement()
                .asString()
                .startsWith("rows of t lie with '-3' on ds0.t_2_vip here, and where the algorithm says in the stored");
        assertThat(RuleText.usedDataSources(rule)).contains("ds2");
    }

    @Test
    void noOtherKeyGetsToAFurtherUnit() {
        // By name, t_2 on ds0 would be where (ds0, t_2) is looked for, if it were one of those names.
        RoutedTable table = table(t -> t.nodes("ds0.t_{0..1}, ds1.t_{1..2}")
                .databaseBy("k", Algorithms.mod())
                .tableBy("k", Algorithms.inline("t_${k % 3}"))
                .placedKey("1", "ds0.t_2"));
        ColumnKeys keys = KeyNormalizer.of(KeyType.INTEGER);
        assertThat(table.nodes().get(unit(table, keys, 1L))).hasToString("ds0.t_2");
        assertThat(unit(table, keys, 2L)).isEqualTo(ShardingAlgorithm.NOWHERE);
        assertThat(unit(table, keys, 8L)).isEqualTo(ShardingAlgorithm.NOWHERE);
    }

    @Test
    void rangesHaveTheKeysWithin() {
        RoutedTable table = table(t -> alone(Algorithms.boundaryRange(10, 20, 30))
                .apply(t)
                .placedKey("12", "ds2.t_vip")
                .placedKey("25", "ds2.t_big"));
        ShardingAlgorithm algorithm =
                Objects.requireNonNull(table.tableStrategy()).algorithm().forKeys(KeyType.INTEGER);
        int vip = algorithm.shard(12);
        int big = algorithm.shard(25);
        assertThat(algorithm.shards(new KeyRange(11L, 12L))).isEqualTo(bits(1, vip));
        assertThat(algorithm.shards(new KeyRange(13L, 24L))).isEqualTo(bits(1, 2));
        assertThat(algorithm.shards(new KeyRange(null, 15L))).isEqualTo(bits(0, 1, vip));
        assertThat(algorithm.shards(new KeyRange(25L, null))).isEqualTo(bits(2, 3, big));
    }

    private static BitSet bits(int... each) {
        BitSet bits = new BitSet();
        IntStream.of(each).forEach(bits::set);
        return bits;
    }

    private record Broken(int shardCount) implements ShardingAlgorithm {
        @Override
        public boolean accepts(KeyType type) {
            return true;
        }

        @Override
        public int shard(long key) {
            return shardCount;
        }

        @Override
        public int shard(String key) {
            return shardCount;
        }

        @Override
        public BitSet shards(KeyRange range) {
            return bits(shardCount);
        }
    }

    /** A shard that does not exist must not be taken for that of a key. */
    @Test
    void aShardTooFarIsNoFurtherUnit() {
        ShardingAlgorithm algorithm = new PlacedKeyAlgorithm(new Broken(2), 3, Map.of("7", 2));
        assertThat(algorithm.shard(7)).isEqualTo(2);
        assertThat(algorithm.shard(8)).isEqualTo(3);
        assertThat(algorithm.shard("x")).isEqualTo(3);
        assertThat(Objects.requireNonNull(algorithm.shards(new KeyRange(0L, 1L)))
                        .length())
                .isEqualTo(4);
    }

    static Stream<Arguments> columns() {
        return Stream.of(
                Arguments.of(KeyNormalizer.of(KeyType.INTEGER), "4711", 4711L),
                Arguments.of(KeyNormalizer.decimals(), "9007199254740993", 9007199254740993L),
                Arguments.of(KeyNormalizer.of(KeyType.DATE), "1970-01-02", 1L),
                Arguments.of(KeyNormalizer.times(KeyType.DATETIME, 0, true), "1970-01-01 00:00:01", 1_000_000L),
                Arguments.of(KeyNormalizer.times(KeyType.INSTANT, 0, true), "1970-01-01T01:00:00+01", 0L),
                Arguments.of(KeyNormalizer.of(KeyType.TEXT), "Acme, Inc.", "Acme, Inc."),
                Arguments.of(KeyNormalizer.of(KeyType.PADDED_TEXT), "Acme ", "Acme"),
                Arguments.of(KeyNormalizer.folded(true), "ACME ", "acme"),
                Arguments.of(KeyNormalizer.members(List.of("New", "Old"), true), "NEW", "New"),
                Arguments.of(
                        KeyNormalizer.of(KeyType.UUID),
                        "0A000000-0000-0000-0000-000000000001",
                        "0a000000-0000-0000-0000-000000000001"),
                Arguments.of(KeyNormalizer.bytes(2, true), "0AFF", "0aff"));
    }

    @ParameterizedTest
    @MethodSource("columns")
    void aKeyIsTheValueThatTheColumnHas(ColumnKeys keys, String text, Object key) {
        PlacedKeyAlgorithm algorithm =
                new PlacedKeyAlgorithm(Algorithms.hashMod().over(two()), 3, Map.of(text, 2));
        assertThat(algorithm.problem(keys)).isNull();
        ShardingAlgorithm ofColumn = algorithm.ofColumn(keys);
        assertThat(key instanceof Long number ? ofColumn.shard(number) : ofColumn.shard((String) key))
                .isEqualTo(2);
        assertThat(ofColumn).isSameAs(algorithm.ofColumn(keys));
    }

    private static Targets two() {
        return Targets.of(List.of("t_0", "t_1"));
    }

    @Test
    void aKeyThatTheColumnCannotHaveIsNamed() {
        PlacedKeyAlgorithm algorithm =
                new PlacedKeyAlgorithm(new ModAlgorithm(2), 3, Map.of("acme", 2, "ACME", 1, "7", 0));
        assertThat(algorithm.problem(KeyNormalizer.of(KeyType.TEXT))).isNull();
        assertThat(algorithm.problem(KeyNormalizer.folded(false))).isEqualTo("'ACME' and 'acme' are the same value");
        assertThat(algorithm.problem(KeyNormalizer.of(KeyType.INTEGER)))
                .isEqualTo("'ACME' is not how one of its values is written");
        assertThat(new PlacedKeyAlgorithm(new ModAlgorithm(2), 3, Map.of("007", 2))
                        .problem(KeyNormalizer.of(KeyType.INTEGER)))
                .isEqualTo("'007' is not how one of its values is written");
    }

    @Test
    void manyNumbersAreFound() {
        Map<String, Integer> shards = new HashMap<>();
        for (int i = 0; i < PlacedKeys.MOST; i++) {
            shards.put(String.valueOf(i * 64L * (i % 2 == 0 ? 1 : -1)), i + 2);
        }
        ShardingAlgorithm algorithm = new PlacedKeyAlgorithm(new ModAlgorithm(2), 1002, shards);
        for (long key = -70_000; key < 70_000; key++) {
            Integer own = shards.get(String.valueOf(key));
            assertThat(algorithm.shard(key)).isEqualTo(own == null ? (int) Math.floorMod(key, 2L) : own);
        }
    }

    @Test
    void theOrderOfDeclarationsMakesNoDifference() {
        ShardMap one = only(t -> grid("t").apply(t).placedKey("1", "ds2.t_a").placedKey("2", "ds2.t_b"));
        ShardMap other = only(t -> grid("t").apply(t).placedKey("2", "ds2.t_b").placedKey("1", "ds2.t_a"));
        assertThat(RuleText.of(one)).isEqualTo(RuleText.of(other));
        assertThat(table(one, "t").nodes()).isEqualTo(table(other, "t").nodes());
    }

    @Test
    void keysOfAnyCharactersComeBack() {
        ShardMap rule = only(t -> alone(Algorithms.hashMod())
                .apply(t)
                .placedKey("a = b, c\n\\d ", "ds2.t_a")
                .placedKey("", "ds2.t_b"));
        RuleText text = RuleText.parse(RuleText.of(rule).toString());
        assertThat(table(text.rule(rule, TYPES), "t").placedKeys())
                .containsExactly(new PlacedKey("", "ds2.t_b"), new PlacedKey("a = b, c\n\\d ", "ds2.t_a"));
    }

    @Test
    void aFurtherUnitMayHaveMoved() {
        ShardMap rule = only(t -> grid("t").apply(t).placedKey("1", "ds0.t_vip").moved("ds0.t_vip", "ds2"));
        assertThat(table(rule, "t").nodes().get(6)).hasToString("ds2.t_vip");
        RuleText text = RuleText.of(rule);
        assertThat(text.toString()).contains("table.t.moved.ds0.t_vip = ds2\n");
        assertThat(text.places("t")).containsEntry("ds0.t_vip", "ds2.t_vip").hasSize(7);
        ShardMap back = ChangedRule.moved(rule, rule.dataSources(), Map.of("t", Map.of(6, "ds0")));
        assertThat(table(back, "t").nodes().get(6)).hasToString("ds0.t_vip");
        assertThat(table(back, "t").placedKeys()).containsExactly(new PlacedKey("1", "ds0.t_vip"));
        UsedNames used = new UsedNames(List.of(text));
        assertThat(used.isFree(table(back, "t"), 0, "ds2", "t_vip")).isFalse();
        assertThat(used.isFree(table(back, "t"), 6, "ds2", "t_vip")).isTrue();
    }

    @Test
    void boundTablesArePlacedAlike() {
        ShardMap rule =
                rule(builder -> builder.table("o", t -> grid("o").apply(t).placedKey("7", "ds2.o_vip"))
                        .table("i", t -> grid("i").apply(t).placedKey("7", "ds2.i_vip"))
                        .bind("o", "i"));
        assertThat(table(rule, "o").bindingGroup()).isEqualTo(table(rule, "i").bindingGroup());
        refused(
                ErrorCode.BINDING_MISMATCH,
                builder -> builder.table("o", t -> grid("o").apply(t).placedKey("7", "ds2.o_vip"))
                        .table("i", grid("i"))
                        .bind("o", "i"),
                "o and i differ in their placedKey");
        refused(
                ErrorCode.BINDING_MISMATCH,
                builder -> builder.table("o", t -> grid("o").apply(t).placedKey("7", "ds0.o_1"))
                        .table("i", t -> grid("i").apply(t).placedKey("7", "ds0.i_2"))
                        .bind("o", "i"),
                "o and i differ in their placedKey");
        refused(
                ErrorCode.BINDING_MISMATCH,
                builder -> builder.table("o", t -> grid("o").apply(t).placedKey("7", "ds2.o_vip"))
                        .table("i", t -> grid("i").apply(t).placedKey("7", "ds1.i_vip"))
                        .bind("o", "i"),
                "their data sources");
    }

    private static void refused(ErrorCode code, UnaryOperator<ShardingRuleBuilder> tables, String message) {
        assertThatThrownBy(() -> rule(tables))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining(message)
                .extracting(failure -> ((ShardingConfigurationException) failure).errorCode())
                .isSameAs(code);
    }

    private static void refused(UnaryOperator<TableDeclaration> declared, String message) {
        refused(
                ErrorCode.INVALID_SETTING,
                builder -> builder.table("t", t -> declared.apply(t).placedKey("7", "ds2.t_vip")),
                message);
    }

    @Test
    void oneColumnHasToDecideAlone() {
        refused(
                t -> t.nodes("ds{0..1}.t_{0..1}")
                        .databaseBy("k", Algorithms.mod())
                        .tableBy("id", Algorithms.mod()),
                "table t, placedKey: they need one sharding column that decides alone, and rows of t are placed by"
                        + " [k, id]");
        refused(
                t -> t.nodes("ds0.t_{0..1}")
                        .table(StrategySpec.by(List.of("a", "b"), Algorithms.complexInline("t_${(a + b) % 2}"))),
                "placed by [a, b]");
        refused(
                t -> t.nodes("ds0.t_{0..1}").table(StrategySpec.byHint(Algorithms.mod())),
                "rows of t are placed by hints");
        refused(
                t -> t.nodes("ds{0..1}.t_{0..1}")
                        .database(StrategySpec.byHint(Algorithms.mod()))
                        .tableBy("k", Algorithms.mod()),
                "rows of t are placed by [k] and hints");
        refused(t -> t.nodes("ds0.t_0"), "rows of t are placed by none, as it has one actual table");
    }

    @Test
    void keysThatHoldShardsAreRefused() {
        String message = "rows of t are found by the shard in the low bits of a key as well";
        refused(
                t -> t.nodes("ds0.t_{0..1}")
                        .table(StrategySpec.by("k", Algorithms.mod()).alsoBy("id")),
                message);
        refused(
                t -> t.nodes("ds0.t_{0..1}")
                        .table(StrategySpec.by("k", Algorithms.mod()).alsoBy("id"))
                        .generateKeys(
                                "id", KeyGenerators.snowflake(s -> s.worker(1).embed("k"))),
                message);
    }

    @Test
    void whatIsWrongIsNamed() {
        refused(t -> grid("t").apply(t).placedKey("7", "ds1.t_vip"), "the key '7' is there twice");
        refused(
                t -> {
                    for (int i = 0; i < PlacedKeys.MOST; i++) {
                        t.placedKey("x" + i, "ds2.t_vip");
                    }
                    return grid("t").apply(t);
                },
                "1001 keys, and a table has 1000 at most");
        refused(
                ErrorCode.UNKNOWN_DATA_SOURCE,
                builder -> builder.table("t", t -> grid("t").apply(t).placedKey("7", "ds9.t_vip")),
                "table t, placedKey: 'ds9' is not one of the data sources");
        refused(
                ErrorCode.EMPTY_NODE_PATTERN,
                builder -> builder.table("t", t -> grid("t").apply(t).placedKey("7", "t_vip")),
                "'t_vip' is not of the form data-source.table");
        refused(
                ErrorCode.DUPLICATE_TABLE,
                builder -> builder.table("o", grid("o"))
                        .table("t", t -> grid("t").apply(t).placedKey("7", "ds0.o_1")),
                "ds0.o_1");
        refused(
                ErrorCode.DUPLICATE_TABLE,
                builder -> builder.table("t", t -> grid("t").apply(t).placedKey("7", "ds0.T_1")),
                "is also a node of t");
    }

    @Test
    void tablesThatAreNotThereYetKeepThePlacesOfOthers() {
        RoutedTable months = table(t -> t.nodes("ds0.t_{202601..202603}")
                .tableBy("day", Algorithms.interval(LocalDate.of(2026, 1, 1), PeriodUnit.MONTHS, "yyyyMM"))
                .placedKey("2026-02-03", "ds2.t_vip"));
        ColumnKeys keys = KeyNormalizer.of(KeyType.DATE);
        long vip = LocalDate.of(2026, 2, 3).toEpochDay();
        assertThat(months.growth()).isEqualTo(MissingTable.AWAITED);
        assertThat(months.nodes().get(unit(months, keys, vip))).hasToString("ds2.t_vip");
        assertThat(months.nodes().get(unit(months, keys, vip + 1))).hasToString("ds0.t_202602");
        RoutedTable some = months.only(bits(0, 3), new MovedUnitsTest.NothingMissing());
        assertThat(some.nodes().get(unit(some, keys, vip))).hasToString("ds2.t_vip");
        assertThat(unit(some, keys, vip + 1)).isEqualTo(ShardingAlgorithm.NOWHERE);
    }
}
