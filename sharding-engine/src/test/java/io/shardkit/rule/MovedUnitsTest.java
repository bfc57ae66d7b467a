package io.shardkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.PeriodUnit;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An actual table that lies elsewhere keeps its name and its number, and is told apart in stored rules. */
class MovedUnitsTest {
    private static final AlgorithmRegistry TYPES = AlgorithmRegistry.builtIn();
    private static final String[] SOURCES = {"ds0", "ds1", "ds2"};

    private static ShardMap rule(UnaryOperator<ShardingRuleBuilder> tables) {
        return ShardMap.of(tables.apply(ShardingRuleBuilder.over(SOURCES)).build());
    }

    private static RoutedTable table(UnaryOperator<TableDeclaration> declared) {
        return only(rule(builder -> builder.table("t", declared)), "t");
    }

    private static RoutedTable only(ShardMap rule, String name) {
        return Objects.requireNonNull(rule.shardedTable(name));
    }

    private static List<String> nodes(RoutedTable table) {
        return table.nodes().stream().map(DataNode::toString).toList();
    }

    private static UnaryOperator<TableDeclaration> grid(String name) {
        return t -> t.nodes("ds{0..1}." + name + "_{0..2}")
                .databaseBy("user_id", Algorithms.mod())
                .tableBy("id", Algorithms.mod());
    }

    private static UnaryOperator<TableDeclaration> uneven() {
        return t -> t.nodes("ds0.t_{0..1}, ds1.t_{1..2}")
                .databaseBy("user_id", Algorithms.mod())
                .tableBy("id", Algorithms.inline("t_${id % 3}"));
    }

    static Stream<Arguments> layouts() {
        UnaryOperator<TableDeclaration> alone = t -> t.nodes("ds1.t_{0..1}, ds0.t_{2..3}");
        Stream<AlgorithmSpec> algorithms = Stream.of(
                Algorithms.mod(),
                Algorithms.hashMod(),
                Algorithms.hashMod().numbered(),
                Algorithms.crc32Mod(),
                Algorithms.stringHash(),
                Algorithms.consistentHash(),
                Algorithms.list().put("t_2", 7, 8).put(1, 9),
                Algorithms.prefix().put(0, "a", "b").put(1, "c").others(3),
                Algorithms.volumeRange(0, 200, 100),
                Algorithms.boundaryRange(10, 20, 30),
                Algorithms.inline("t_${k % 4}"),
                Algorithms.autoInterval(
                        LocalDateTime.of(2026, 1, 1, 0, 0), LocalDateTime.of(2026, 1, 3, 0, 0), Duration.ofDays(1)));
        UnaryOperator<TableDeclaration> months = t -> t.nodes("ds0.t_{202601..202602}, ds1.t_{202603..202604}")
                .tableBy("day", Algorithms.interval(LocalDate.of(2026, 1, 1), PeriodUnit.MONTHS, "yyyyMM"));
        return Stream.concat(
                algorithms.map(each -> Arguments.of(each.toString(), (UnaryOperator<TableDeclaration>)
                        t -> alone.apply(t).tableBy("k", each))),
                Stream.of(
                        Arguments.of("grid", grid("t")),
                        Arguments.of("uneven", uneven()),
                        Arguments.of("months", months)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("layouts")
    void unitsKeepTheirNumbers(String what, UnaryOperator<TableDeclaration> declared) {
        RoutedTable before = table(declared);
        ShardMap unmoved = rule(builder -> builder.table("t", declared));
        for (int moved = 0; moved < before.unitCount(); moved++) {
            String node = before.nodes().get(moved).toString();
            ShardMap rule =
                    rule(builder -> builder.table("t", t -> declared.apply(t).moved(node, "ds2")));
            RoutedTable after = only(rule, "t");
            assertThat(after.tableShards()).isEqualTo(before.tableShards());
            assertThat(after.databaseShards()).isEqualTo(before.databaseShards());
            assertThat(after.unitsApart(true)).isEqualTo(before.unitsApart(true));
            for (ShardingStrategy strategy : before.strategies()) {
                assertThat(after.strategies().stream().map(ShardingStrategy::algorithm))
                        .as(what)
                        .contains(strategy.algorithm());
            }
            for (int database = 0; database < before.databaseShards(); database++) {
                for (int shard = 0; shard < before.tableShards(); shard++) {
                    int unit = before.unit(database, shard);
                    assertThat(after.unit(database, shard)).isEqualTo(unit);
                    if (unit == ShardingAlgorithm.NOWHERE) {
                        assertThat(after.nodeName(database, shard)).isEqualTo(before.nodeName(database, shard));
                    }
                }
            }
            for (int unit = 0; unit < before.unitCount(); unit++) {
                assertThat(after.databaseShard(unit)).isEqualTo(before.databaseShard(unit));
                assertThat(after.tableShard(unit)).isEqualTo(before.tableShard(unit));
                assertThat(after.actualTable(unit)).isEqualTo(before.actualTable(unit));
                assertThat(after.dataSource(unit)).isEqualTo(unit == moved ? 2 : before.dataSource(unit));
            }
            comesBack(
                    rule,
                    unmoved,
                    before.actualTable(moved),
                    before.nodes().get(moved).dataSourceName());
        }
    }

    /** The rule is the same after it was stored, and is another one than before the move. */
    private static void comesBack(ShardMap rule, ShardMap unmoved, String actual, String from) {
        RuleText text = RuleText.parse(RuleText.of(rule).toString());
        assertThat(text).isEqualTo(RuleText.of(rule));
        assertThat(text.toString()).contains("table.t.moved." + from + "." + actual + " = ds2\n");
        ShardMap again = text.rule(unmoved, TYPES);
        assertThat(RuleText.of(again)).isEqualTo(text);
        assertThat(nodes(only(again, "t"))).isEqualTo(nodes(only(rule, "t")));
        assertThat(RuleDifferences.of(text, rule, TYPES).isEmpty()).isTrue();
        assertThat(RuleDifferences.of(text, unmoved, TYPES).inWords())
                .containsExactly(actual + " lies on " + from + " here, and on ds2 in the stored rule");
        assertThat(RuleDifferences.of(RuleText.of(unmoved), rule, TYPES).inWords())
                .containsExactly(actual + " lies on ds2 here, and on " + from + " in the stored rule");
    }

    static final class NothingMissing implements MissingTables {
        @Override
        public void look() {}

        @Override
        public SQLException missing(String table, int unit) {
            return new SQLException(table);
        }
    }

    @Test
    void unitsThatAreThereKeepTheirPlaces() {
        ShardMap rule =
                rule(builder -> builder.table("t", t -> uneven().apply(t).moved("ds0.t_1", "ds2")));
        BitSet there = new BitSet();
        there.set(1, 4);
        RoutedTable some = only(rule.only(Map.of("t", there), new NothingMissing()), "t");
        assertThat(nodes(some)).containsExactly("ds2.t_1", "ds1.t_1", "ds1.t_2");
        assertThat(some.unit(0, 1)).isZero();
        assertThat(some.databaseShard(0)).isZero();
    }

    @Test
    void aNodeMayBeDeclaredWhereItLiesAsWell() {
        UnaryOperator<TableDeclaration> by = t -> t.tableBy("k", Algorithms.mod());
        ShardMap moved = rule(builder ->
                builder.table("t", t -> by.apply(t.nodes("ds0.t_{0..3}").moved("ds0.t_3", "ds1"))));
        ShardMap declared = rule(builder -> builder.table("t", t -> by.apply(t.nodes("ds0.t_{0..2}, ds1.t_3"))));
        assertThat(RuleDifferences.of(RuleText.of(moved), declared, TYPES).isEmpty())
                .isTrue();
        assertThat(RuleDifferences.of(RuleText.of(declared), moved, TYPES).isEmpty())
                .isTrue();
    }

    @Test
    void aUnitMayHaveAnotherNameWhereItLies() {
        ShardMap unmoved = rule(builder -> builder.table("t", grid("t")));
        ShardMap moved = rule(builder -> builder.table(
                "t", t -> grid("t").apply(t).moved("ds0.t_1", "ds1.t_1_g2").moved("ds1.t_1", "ds0.t_1_g2")));
        assertThat(nodes(only(moved, "t")))
                .containsExactly("ds0.t_0", "ds1.t_1_g2", "ds0.t_2", "ds1.t_0", "ds0.t_1_g2", "ds1.t_2");
        assertThat(only(moved, "t").nodeName(0, 1)).isEqualTo("ds0.t_1");
        assertThat(moved.tablesOfActual("t_1_g2")).hasSize(1);
        RuleText text = RuleText.parse(RuleText.of(moved).toString());
        assertThat(text.toString()).contains("table.t.moved.ds0.t_1 = ds1.t_1_g2\n");
        assertThat(RuleText.of(text.rule(unmoved, TYPES))).isEqualTo(text);
        assertThat(RuleDifferences.of(text, moved, TYPES).isEmpty()).isTrue();
        assertThat(RuleDifferences.of(text, unmoved, TYPES).inWords())
                .containsExactly("t_1 lies on ds0 here, and on ds1 as t_1_g2 in the stored rule; t_1 lies on ds1 here,"
                        + " and on ds0 as t_1_g2 in the stored rule");
        ShardMap home = ChangedRule.moved(moved, moved.dataSources(), Map.of("t", Map.of(1, "ds0", 4, "ds1.t_1")));
        assertThat(RuleText.of(home)).isEqualTo(RuleText.of(unmoved));
        ShardMap renamed = ChangedRule.moved(moved, moved.dataSources(), Map.of("t", Map.of(1, "ds0.t_1_g3")));
        assertThat(RuleText.of(renamed).toString()).contains("table.t.moved.ds0.t_1 = ds0.t_1_g3\n");
        BitSet there = new BitSet();
        there.set(1, 3);
        assertThat(nodes(only(moved.only(Map.of("t", there), new NothingMissing()), "t")))
                .containsExactly("ds1.t_1_g2", "ds0.t_2");
    }

    @Test
    void aNameThatAUnitHasHadIsFreeForThatUnitOnly() {
        ShardMap first = rule(builder -> builder.table("t", grid("t")).broadcast("t_2_g2"));
        ShardMap second = ChangedRule.moved(first, first.dataSources(), Map.of("t", Map.of(1, "ds1.t_1_g2")));
        ShardMap third = ChangedRule.moved(second, first.dataSources(), Map.of("t", Map.of(1, "ds2")));
        UsedNames used = new UsedNames(List.of(RuleText.of(first), RuleText.of(second), RuleText.of(third)));
        RoutedTable table = only(third, "t");
        assertThat(used.isFree(table, 1, "ds0", "t_1")).isTrue();
        assertThat(used.isFree(table, 1, "ds1", "T_1_g2")).isTrue();
        assertThat(used.isFree(table, 1, "ds1", "t_1")).isFalse();
        assertThat(used.isFree(table, 4, "ds0", "t_1")).isFalse();
        assertThat(used.isFree(table, 4, "ds1", "t_1_g2")).isFalse();
        assertThat(used.isFree(table, 4, "ds2", "t_1")).isFalse();
        assertThat(used.isFree(table, 4, "ds2", "t_2_g2"))
                .as("a broadcast table")
                .isFalse();
        assertThat(used.isFree(table, 4, "ds2", "t_1_g2")).isTrue();
        used.take(table, 4, "ds2", "t_1_g2");
        assertThat(used.isFree(table, 1, "ds2", "t_1_g2")).isFalse();
        assertThat(used.isFree(table, 4, "ds2", "t_1_g2")).isTrue();
    }

    private static void refused(ErrorCode code, UnaryOperator<ShardingRuleBuilder> tables, String message) {
        assertThatThrownBy(() -> rule(tables))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining(message)
                .extracting(failure -> ((ShardingConfigurationException) failure).errorCode())
                .isSameAs(code);
    }

    @Test
    void whatIsWrongNamesTheNode() {
        refused(
                ErrorCode.INVALID_SETTING,
                rule -> rule.table("t", t -> grid("t").apply(t).moved("ds0.t_3", "ds2")),
                "table t, moved ds0.t_3: 'ds0.t_3' is not one of the nodes of t");
        refused(
                ErrorCode.UNKNOWN_DATA_SOURCE,
                rule -> rule.table("t", t -> grid("t").apply(t).moved("ds0.t_1", "ds7")),
                "table t, moved ds0.t_1: 'ds7' is not one of the data sources [ds0, ds1, ds2]");
        refused(
                ErrorCode.INVALID_SETTING,
                rule -> rule.table("t", t -> grid("t").apply(t).moved("ds1.t_1", "ds1")),
                "table t, moved ds1.t_1: it is declared on ds1");
        refused(
                ErrorCode.DUPLICATE_TABLE,
                rule -> rule.table("t", t -> grid("t").apply(t).moved("ds0.t_1", "ds1")),
                "table t, moved ds0.t_1: ds1.t_1 is also a node of t");
        refused(
                ErrorCode.DUPLICATE_TABLE,
                rule -> rule.table(
                        "t", t -> grid("t").apply(t).moved("ds0.t_1", "ds2").moved("ds1.t_1", "ds2")),
                "ds2.t_1 is also a node of t");
        // What a name on a data source has stood for it stands for ever.
        refused(
                ErrorCode.DUPLICATE_TABLE,
                rule -> rule.table(
                        "t", t -> grid("t").apply(t).moved("ds0.t_1", "ds2").moved("ds1.t_1", "ds0")),
                "ds0.t_1 is also a node of t");
        refused(
                ErrorCode.DUPLICATE_TABLE,
                rule -> rule.table("t", t -> grid("t").apply(t).moved("ds0.t_1", "ds2"))
                        .table("o", t -> t.nodes("ds2.T_1")),
                "table t, moved ds0.t_1: ds2.t_1 is also a node of o");
        refused(
                ErrorCode.DUPLICATE_TABLE,
                rule -> rule.table("t", t -> grid("t").apply(t).moved("ds0.t_1", "ds2"))
                        .single("ds2", "t_1"),
                "single: 't_1' is ds2.t_1, an actual table of t");
        refused(
                ErrorCode.INVALID_SETTING,
                rule -> rule.table("t", t -> grid("t").apply(t).moved("ds0.t_1", "ds2.other")),
                "table t, moved ds0.t_1: 'ds2.other' is neither a data source nor one with a dot and a name that begins"
                        + " with t_1");
        refused(
                ErrorCode.INVALID_SETTING,
                rule -> rule.table("t", t -> grid("t").apply(t).moved("ds0.t_1", "ds0.t_1")),
                "it is declared on ds0");
        refused(
                ErrorCode.DUPLICATE_TABLE,
                rule -> rule.table("t", t -> grid("t").apply(t).moved("ds0.t_1", "ds1.t_1_g2"))
                        .table("o", t -> t.nodes("ds1.t_1_g2")),
                "ds1.t_1_g2 is also a node of o");
        refused(
                ErrorCode.BINDING_MISMATCH,
                rule -> rule.table("t", t -> grid("t").apply(t).moved("ds0.t_1", "ds2"))
                        .table("i", grid("i"))
                        .bind("t", "i"),
                "tables that are bound have to be moved together");
        assertThatThrownBy(() -> ShardingRuleBuilder.ofProperties(List.of(SOURCES))
                        .table("t", t -> grid("t").apply(t).moved("ds0.x", "ds2"))
                        .build())
                .hasMessageContaining("sharding.tables.t.moved.ds0.x: ");
    }

    private static ShardMap shop() {
        return ShardMap.of(ShardingRuleBuilder.over("ds0", "ds1")
                .table("t", grid("t"))
                .table("i", grid("i"))
                .bind("t", "i")
                .table("u", t -> t.nodes("ds0.u_{0..1}").tableBy("id", Algorithms.hashMod()))
                .broadcast("b")
                .single("ds1", "s")
                .defaultDataSource("ds1")
                .build());
    }

    private static ShardMap moved(ShardMap rule, Map<String, Map<Integer, String>> moved) {
        return ChangedRule.moved(rule, List.of("new", "ds1", "ds0"), moved);
    }

    @Test
    void theNextRuleIsThatOfItsDeclaration() {
        ShardMap next = moved(
                shop(),
                Map.of("t", Map.of(1, "new", 3, "new"), "i", Map.of(1, "new", 3, "new"), "u", Map.of(0, "ds1")));
        assertThat(nodes(only(next, "t")))
                .containsExactly("ds0.t_0", "new.t_1", "ds0.t_2", "new.t_0", "ds1.t_1", "ds1.t_2");
        assertThat(only(next, "t").nodes())
                .allSatisfy(node ->
                        assertThat(next.dataSources().get(node.dataSource())).isEqualTo(node.dataSourceName()));
        assertThat(next.dataSources().get(next.dataSourceOfSingle("s"))).isEqualTo("ds1");
        assertThat(next.defaultDataSource()).isEqualTo("ds1");
        assertThat(next.isBroadcast("b")).isTrue();
        assertThat(next.boundWith(only(next, "t"))).hasSize(2);
        assertThat(next.hasActualTable("t_1")).isTrue();
        ShardMap declared = ShardMap.of(ShardingRuleBuilder.over("new", "ds1", "ds0")
                .table("t", t -> grid("t").apply(t).moved("ds0.t_1", "new").moved("ds1.t_0", "new"))
                .table("i", t -> grid("i").apply(t).moved("ds0.i_1", "new").moved("ds1.i_0", "new"))
                .bind("t", "i")
                .table("u", t -> t.nodes("ds0.u_{0..1}")
                        .tableBy("id", Algorithms.hashMod())
                        .moved("ds0.u_0", "ds1"))
                .broadcast("b")
                .single("ds1", "s")
                .defaultDataSource("ds1")
                .build());
        assertThat(RuleText.of(next)).isEqualTo(RuleText.of(declared));
    }

    @Test
    void unitsMoveOnAndComeHome() {
        ShardMap first = moved(shop(), Map.of("u", Map.of(0, "ds1", 1, "new")));
        ShardMap second = moved(first, Map.of("u", Map.of(0, "new")));
        assertThat(nodes(only(second, "u"))).containsExactly("new.u_0", "new.u_1");
        ShardMap home = moved(second, Map.of("u", Map.of(0, "ds0", 1, "ds0")));
        assertThat(RuleText.of(home).toString()).doesNotContain("moved");
        assertThat(RuleText.of(home)).isEqualTo(RuleText.of(moved(shop(), Map.of())));
        assertThat(only(home, "u").hasSeveralOnOneDataSource()).isTrue();
    }

    @Test
    void theNextRuleIsChecked() {
        ShardMap shop = shop();
        assertThatThrownBy(() -> moved(shop, Map.of("t", Map.of(1, "new"))))
                .hasMessageContaining("have to be moved together");
        assertThatThrownBy(() -> moved(shop, Map.of("t", Map.of(1, "ds1"))))
                .hasMessageContaining("ds1.t_1 is also a node of t");
        assertThatThrownBy(() -> moved(shop, Map.of("u", Map.of(1, "ds9")))).hasMessageContaining("'ds9'");
        assertThatThrownBy(() -> ChangedRule.moved(shop, List.of("ds0", "new"), Map.of()))
                .hasMessageContaining("'ds1' is not one of the data sources");
        assertThat(IntStream.range(0, 6).mapToObj(only(shop, "t").nodes()::get).map(DataNode::dataSourceName))
                .containsExactly("ds0", "ds0", "ds0", "ds1", "ds1", "ds1");
    }
}
