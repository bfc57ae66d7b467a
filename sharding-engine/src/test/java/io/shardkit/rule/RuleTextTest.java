package io.shardkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.NegativeKeys;
import io.shardkit.algorithm.PeriodUnit;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule as text is the same rule again, and is equal to another text only if rows lie in the same places. */
class RuleTextTest {
    private static final AlgorithmRegistry TYPES = AlgorithmRegistry.builtIn();

    private static ShardMap rule(UnaryOperator<ShardingRuleBuilder> tables) {
        return tables.apply(ShardingRuleBuilder.over("ds0", "ds1")).map();
    }

    private static ShardMap by(AlgorithmSpec algorithm) {
        return rule(builder ->
                builder.table("t", table -> table.nodes("ds0.t_{0..3}").tableBy("k", algorithm)));
    }

    static Stream<Arguments> algorithms() {
        return Stream.of(
                        Algorithms.mod(),
                        Algorithms.mod().numbered(),
                        Algorithms.mod().numbered().cut(1, 1),
                        Algorithms.hashMod(4),
                        Algorithms.hashMod().numbered(),
                        Algorithms.crc32Mod(),
                        Algorithms.stringHash(),
                        Algorithms.stringHash(1, 3),
                        Algorithms.prefix().put(0, "a", "b").put(1, "c").others(3),
                        Algorithms.list().put("t_2", 7, 8).put(1, 9),
                        Algorithms.volumeRange(0, 200, 100),
                        Algorithms.boundaryRange(10, 20, 30),
                        Algorithms.ranges("0-9=0; 10-19=1").others(2),
                        Algorithms.interval(LocalDate.of(2026, 1, 1), PeriodUnit.DAYS, "d")
                                .upper(LocalDate.of(2026, 1, 4)),
                        Algorithms.autoInterval(
                                LocalDateTime.of(2026, 1, 1, 0, 0),
                                LocalDateTime.of(2026, 1, 3, 0, 0),
                                Duration.ofDays(1)),
                        Algorithms.consistentHash().virtualNodes(10).weights(1, 2, 1, 1),
                        Algorithms.inline("t_${k % 4}"),
                        Algorithms.of(new ByLength(4)),
                        Algorithms.of(new Unnamed()))
                .map(Arguments::of);
    }

    private record ByLength(int shardCount) implements ShardingAlgorithm {
        @Override
        public boolean accepts(KeyType type) {
            return type == KeyType.TEXT;
        }

        @Override
        public int shard(long key) {
            return 0;
        }

        @Override
        public int shard(String key) {
            return key.length() % shardCount;
        }
    }

    private static class Unnamed implements ShardingAlgorithm {
        @Override
        public int shardCount() {
            return 4;
        }

        @Override
        public boolean accepts(KeyType type) {
            return type == KeyType.INTEGER;
        }

        @Override
        public int shard(long key) {
            return (int) (key & 3);
        }

        @Override
        public int shard(String key) {
            return 0;
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void anAlgorithmIsMadeAgainAsItWas(AlgorithmSpec algorithm) {
        ShardMap rule;
        try {
            rule = by(algorithm);
        } catch (ShardingConfigurationException ofDays) {
            rule = rule(builder ->
                    builder.table("t", table -> table.nodes("ds0.t_{1..4}").tableBy("k", algorithm)));
        }
        RuleText text = RuleText.parse(RuleText.of(rule).toString());
        assertThat(text).isEqualTo(RuleText.of(rule));
        ShardMap again = text.rule(rule, TYPES);
        assertThat(RuleText.of(again)).isEqualTo(text);
        assertThat(again.shardedTable("t").tableStrategy().algorithm())
                .isEqualTo(rule.shardedTable("t").tableStrategy().algorithm());
        assertThat(RuleDifferences.of(text, rule, TYPES).isEmpty()).isTrue();
        assertThat(RuleDifferences.of(text, again, TYPES).isEmpty()).isTrue();
    }

    @Test
    void allPartsOfARuleComeBack() {
        ShardMap rule = rule(builder -> builder.table("t_order", table -> table.nodes("ds{0..1}.t_order_{00..11}")
                        .databaseBy("user_id", Algorithms.mod())
                        .tableBy("order_id", Algorithms.hashMod())
                        .lookup("email", "t_order_email"))
                .table("t_item", table -> table.nodes("ds{0..1}.t_item_{00..11}")
                        .databaseBy("user_id", Algorithms.mod())
                        .tableBy("order_id", Algorithms.hashMod()))
                .table("t_hint", table -> table.nodes("ds0.t_hint_a, ds0.t_hint_b")
                        .table(StrategySpec.byHint(Algorithms.hintInline("t_hint_${value}"))))
                .bind("t_order", "t_item")
                .broadcast("t_country")
                .single("ds1", "t_note")
                .single("ds1", "t_order_email")
                .single("ds0", "t_log"));
        RuleText text = RuleText.parse(RuleText.of(rule).toString());
        ShardMap again = text.rule(rule, TYPES);
        assertThat(RuleText.of(again).toString()).isEqualTo(RuleText.of(rule).toString());
        assertThat(again.shardedTable("t_order").nodes())
                .isEqualTo(rule.shardedTable("t_order").nodes());
        assertThat(again.boundWith(again.shardedTable("t_item"))).hasSize(2);
        assertThat(again.isBroadcast("t_country")).isTrue();
        assertThat(again.dataSourceOfSingle("t_note")).isEqualTo(1);
        assertThat(again.isDeclaredSingle("t_log")).isTrue();
        assertThat(again.lookups("t_order")).isEqualTo(rule.lookups("t_order"));
        assertThat(text.toString())
                .contains("table.t_order.nodes = ds0.t_order_{00..11}, ds1.t_order_{00..11}\n")
                .doesNotContain("t_log");
    }

    static Stream<Arguments> notations() {
        return Stream.of(
                Arguments.of(Algorithms.mod(), Algorithms.mod(4)),
                Arguments.of(Algorithms.mod(), Algorithms.ofType("MOD", Map.of("numbered", "false"))),
                Arguments.of(
                        Algorithms.hashMod().numbered(),
                        Algorithms.ofType("hash_mod", Map.of("Numbered", "TRUE", "sharding_count", " 4 "))),
                Arguments.of(
                        Algorithms.consistentHash(), Algorithms.consistentHash().virtualNodes(160)),
                Arguments.of(Algorithms.inline("t_${k % 4}"), Algorithms.inline("t_$->{k%4}")),
                Arguments.of(
                        Algorithms.list().put(0, 1, 2).put(1, 3),
                        Algorithms.list().put("t_1", 3).put("t_0", 2).put(0, 1)),
                Arguments.of(
                        Algorithms.boundaryRange(10, 20, 30),
                        Algorithms.ranges("30-9223372036854775806=3;0-9=0").others(0)));
    }

    @ParameterizedTest
    @MethodSource("notations")
    void notationsAndDefaultsMakeNoDifference(AlgorithmSpec one, AlgorithmSpec other) {
        boolean same = by(one).shardedTable("t")
                .tableStrategy()
                .algorithm()
                .equals(by(other).shardedTable("t").tableStrategy().algorithm());
        assertThat(RuleDifferences.of(RuleText.of(by(one)), by(other), TYPES).isEmpty())
                .isEqualTo(same);
    }

    static Stream<Arguments> places() {
        UnaryOperator<TableDeclaration> first = table -> table.nodes("ds{0..1}.t_{0..1}")
                .databaseBy("user_id", Algorithms.mod())
                .tableBy("id", Algorithms.mod());
        return Stream.of(
                Arguments.of("the number of tables", "has 8 actual tables", (UnaryOperator<TableDeclaration>)
                        table -> table.nodes("ds{0..1}.t_{0..3}")
                                .databaseBy("user_id", Algorithms.mod())
                                .tableBy("id", Algorithms.mod())),
                Arguments.of("another algorithm", "with hash-mod", (UnaryOperator<TableDeclaration>)
                        table -> table.nodes("ds{0..1}.t_{0..1}")
                                .databaseBy("user_id", Algorithms.mod())
                                .tableBy("id", Algorithms.hashMod())),
                Arguments.of("another column", "by shop_id", (UnaryOperator<TableDeclaration>)
                        table -> table.nodes("ds{0..1}.t_{0..1}")
                                .databaseBy("shop_id", Algorithms.mod())
                                .tableBy("id", Algorithms.mod())),
                Arguments.of("another order", "ds1.t_0", (UnaryOperator<TableDeclaration>)
                        table -> table.nodes("ds{1,0}.t_{0..1}")
                                .databaseBy("user_id", Algorithms.mod())
                                .tableBy("id", Algorithms.mod())),
                Arguments.of("an own algorithm", "own", (UnaryOperator<TableDeclaration>)
                        table -> table.nodes("ds{0..1}.t_{0..1}")
                                .databaseBy("user_id", Algorithms.mod())
                                .tableBy("id", Algorithms.of(new ByLength(2)))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("places")
    void anotherPlaceIsADifferenceInWords(String what, String words, UnaryOperator<TableDeclaration> other) {
        ShardMap first = rule(builder -> builder.table("t", table -> table.nodes("ds{0..1}.t_{0..1}")
                .databaseBy("user_id", Algorithms.mod())
                .tableBy("id", Algorithms.mod())));
        ShardMap second = rule(builder -> builder.table("t", other));
        String there =
                RuleDifferences.of(RuleText.of(first), second, TYPES).inWords().toString();
        String back =
                RuleDifferences.of(RuleText.of(second), first, TYPES).inWords().toString();
        assertThat(there).as(what).contains(words);
        assertThat(back).as(what).isNotEqualTo("[]");
    }

    @Test
    void partsOfARuleHaveTheirDataSources() {
        RuleText all = RuleText.of(rule(builder -> builder.table(
                        "t_order", table -> table.nodes("ds1.t_order_{0..1}").tableBy("id", Algorithms.mod()))
                .broadcast("t_country")
                .single("ds1", "t_log")));
        RuleText some = all.only(Set.of("t_order", "t_country"));
        assertThat(some.dataSources()).containsExactly("ds0", "ds1");
        assertThat(some.broadcastTables()).containsExactly("t_country");
        assertThat(all.only(Set.of("t_log")).dataSources()).containsExactly("ds0", "ds1");
        assertThat(all.only(Set.of("t_country")).dataSources()).containsExactly("ds0");
    }

    @Test
    void ownAlgorithmsAreToldApartByWhatTheySayAndDo() {
        ShardMap four = by(Algorithms.of(new Unnamed()));
        ShardMap other = by(Algorithms.of(new Unnamed() {
            @Override
            public int shard(long key) {
                return (int) (~key & 3);
            }
        }));
        RuleText text = RuleText.of(four);
        assertThat(RuleDifferences.of(text, by(Algorithms.of(new Unnamed())), TYPES)
                        .isEmpty())
                .isTrue();
        assertThat(RuleDifferences.of(text, other, TYPES).inWords().toString())
                .contains("an algorithm of an application");
    }

    @Test
    void aFileOfRangesIsStoredWithItsRanges(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("ranges.txt"), "# first\n0-9=0\n10-1M=1\n");
        ShardMap rule = by(Algorithms.rangeFile(file.toString()));
        RuleText text = RuleText.of(rule);
        assertThat(text.toString()).contains("ranges = 0-9=0; 10-1M=1").doesNotContain("ranges.txt");
        Files.writeString(file, "0-19=0\n20-1M=1\n");
        assertThat(RuleDifferences.of(text, by(Algorithms.rangeFile(file.toString())), TYPES)
                        .changed())
                .containsOnlyKeys("t");
    }

    @Test
    void aChoiceForNegativeKeysIsNoOtherPlace() {
        ShardMap undecided = by(Algorithms.hashMod().numbered().negativeKeys(NegativeKeys.REFUSE));
        ShardMap decided = by(Algorithms.hashMod().numbered().negativeKeys(NegativeKeys.AS_INT));
        ShardMap otherwise = by(Algorithms.hashMod().numbered().negativeKeys(NegativeKeys.AS_LONG));
        RuleDifferences now = RuleDifferences.of(RuleText.of(undecided), decided, TYPES);
        assertThat(now.changed()).isEmpty();
        assertThat(now.extended()).containsExactly("t");
        RuleText stored = RuleText.of(undecided).with(now.extended(), RuleText.of(decided), Set.of());
        assertThat(stored).isEqualTo(RuleText.of(decided));
        assertThat(RuleDifferences.of(stored, undecided, TYPES).isEmpty()).isTrue();
        assertThat(RuleDifferences.of(stored, otherwise, TYPES).changed()).containsOnlyKeys("t");
    }

    @Test
    void anotherFormatIsRefused() {
        assertThatThrownBy(() -> RuleText.parse("format = 2\ndata-sources = ds0\ndefault-data-source = ds0\n"))
                .isInstanceOf(ShardingConfigurationException.class)
                .extracting(failure -> ((ShardingConfigurationException) failure).errorCode())
                .isEqualTo(ErrorCode.RULE_UNREADABLE);
        assertThatThrownBy(() -> RuleText.parse("what")).hasMessageContaining("SK-1023");
    }

    @Test
    void numbersInNamesAreWrittenAsTheyCount() {
        for (String nodes : List.of(
                "ds0.t_{08..11}",
                "ds0.t_{8..11}",
                "ds0.t_{098..101}",
                "ds0.t_1, ds0.t_3, ds0.t_{4..5}",
                "ds0.a, ds0.b9, ds1.b10")) {
            ShardMap rule = rule(
                    builder -> builder.table("t", table -> table.nodes(nodes).tableBy("k", Algorithms.mod())));
            ShardMap again = RuleText.of(rule).rule(rule, TYPES);
            assertThat(again.shardedTable("t").nodes())
                    .isEqualTo(rule.shardedTable("t").nodes());
        }
    }
}
