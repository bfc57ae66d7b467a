package io.shardkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule that could place a row wrongly is not built. */
class ShardingRuleBuilderTest {

    private static ShardingRuleBuilder builder() {
        return TestRules.over(List.of("ds0", "ds1"));
    }

    private static ShardingStrategy mod(String column, int shards) {
        return new ShardingStrategy(column, new ModAlgorithm(shards));
    }

    /** By the first column, whatever the others are. */
    private static ShardingStrategy complex(String... columns) {
        return ShardingStrategy.complex(List.of(columns), new ByFirst());
    }

    private record ByFirst() implements ComplexShardingAlgorithm {
        @Override
        public int shardCount() {
            return 2;
        }

        @Override
        public boolean accepts(KeyType type) {
            return type == KeyType.INTEGER;
        }

        @Override
        public int shard(List<Object> keys) {
            return Math.floorMod((Long) keys.get(0), 2);
        }
    }

    private static TableRule table(
            String name, String nodes, @Nullable ShardingStrategy database, @Nullable ShardingStrategy table) {
        return new TableRule(name, nodes, database, table, null);
    }

    private static TableRule order() {
        return table("t_order", "ds{0..1}.t_order_{0..2}", mod("user_id", 2), mod("order_id", 3));
    }

    private static TableRule like(String name, String nodes, ShardingStrategy database, ShardingStrategy table) {
        return table(name, nodes, database, table);
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong(
                        "unknown source",
                        ErrorCode.UNKNOWN_DATA_SOURCE,
                        builder().table(table("t", "ds2.t_{0..1}", null, mod("id", 2)))),
                wrong(
                        "unknown default source",
                        ErrorCode.UNKNOWN_DATA_SOURCE,
                        builder().defaultDataSource("ds9")),
                wrong(
                        "no source in a node",
                        ErrorCode.EMPTY_NODE_PATTERN,
                        builder().table(table("t", "t_{0..1}", null, mod("id", 2)))),
                wrong(
                        "a schema in a node",
                        ErrorCode.EMPTY_NODE_PATTERN,
                        builder().table(table("t", "ds0.d.s.t_0", null, null))),
                wrong(
                        "no strategy for two tables",
                        ErrorCode.MISSING_SHARDING_COLUMN,
                        builder().table(table("t", "ds0.t_{0..1}", null, null))),
                wrong(
                        "no strategy for two sources",
                        ErrorCode.MISSING_SHARDING_COLUMN,
                        builder().table(table("t", "ds{0..1}.t", null, null))),
                wrong(
                        "a table strategy over equal names",
                        ErrorCode.MISSING_SHARDING_COLUMN,
                        builder().table(table("t", "ds{0..1}.t_{0..1}", null, mod("id", 4)))),
                wrong(
                        "too few shards",
                        ErrorCode.SHARD_COUNT_MISMATCH,
                        builder().table(table("t", "ds{0..1}.t_{0..2}", mod("a", 2), mod("b", 2)))),
                wrong(
                        "too many shards",
                        ErrorCode.SHARD_COUNT_MISMATCH,
                        builder().table(table("t", "ds{0..1}.t", mod("a", 3), null))),
                wrong(
                        "sources of different size",
                        ErrorCode.SHARD_COUNT_MISMATCH,
                        builder().table(table("t", "ds0.t_{0..1}, ds1.t_0", mod("a", 2), mod("b", 2)))),
                wrong(
                        "sources of different size without a table strategy",
                        ErrorCode.SHARD_COUNT_MISMATCH,
                        builder().table(table("t", "ds0.t_{0..1}, ds1.t_0", mod("a", 2), null))),
                wrong(
                        "fewer shards than names",
                        ErrorCode.SHARD_COUNT_MISMATCH,
                        builder()
                                .table(table(
                                        "t",
                                        "ds0.t_{0..1}, ds1.t_2",
                                        mod("a", 2),
                                        mod("b", 2).choosingNames()))),
                bound(
                        "the same number of tables, of other names",
                        "ds{0..1}.i_{0..2}",
                        mod("user_id", 2),
                        mod("order_id", 3),
                        "ds0.t_order_{0..2}, ds1.t_order_{1,0,2}"),
                wrong(
                        "bound by another number of columns",
                        ErrorCode.BINDING_MISMATCH,
                        builder()
                                .table(table("a", "ds0.a_{0..1}", null, complex("x", "y")))
                                .table(table("b", "ds0.b_{0..1}", null, complex("x", "y", "z")))
                                .bind(List.of("a", "b"))),
                wrong(
                        "several columns for an algorithm of one",
                        ErrorCode.INVALID_SETTING,
                        builder()
                                .table(table(
                                        "a",
                                        "ds0.a_{0..1}",
                                        null,
                                        new ShardingStrategy(List.of("x", "y"), new ModAlgorithm(2), false)))),
                wrong(
                        "a node in quotes",
                        ErrorCode.EMPTY_NODE_PATTERN,
                        builder().table(table("t", "ds0.`t`", null, null))),
                wrong(
                        "one node twice",
                        ErrorCode.DUPLICATE_TABLE,
                        builder().table(table("t", "ds0.t_0, ds0.t_0", null, mod("a", 2)))),
                wrong(
                        "one node twice, and so more on one data source",
                        ErrorCode.DUPLICATE_TABLE,
                        builder().table(table("t", "ds{0..1}.t_{0..1}, ds0.t_1", mod("b", 2), mod("a", 2)))),
                wrong(
                        "one node of two tables",
                        ErrorCode.DUPLICATE_TABLE,
                        builder().table(order()).table(table("t", "ds1.T_ORDER_2", null, null))),
                wrong(
                        "a table under the name of another's node",
                        ErrorCode.DUPLICATE_TABLE,
                        builder().table(order()).table(table("T_Order_2", "ds1.t_x", null, null))),
                wrong(
                        "a node that is broadcast",
                        ErrorCode.DUPLICATE_TABLE,
                        builder().table(order()).broadcast("T_Order_2")),
                wrong(
                        "a node that is single",
                        ErrorCode.DUPLICATE_TABLE,
                        builder().table(order()).single("ds1", "t_order_2")),
                wrong(
                        "bound to nothing",
                        ErrorCode.BINDING_MISMATCH,
                        builder().table(order()).bind(List.of("t_order", "t_item"))),
                wrong(
                        "bound to two that differ",
                        ErrorCode.BINDING_MISMATCH,
                        builder()
                                .table(order())
                                .table(like("a", "ds{0..1}.a_{0..2}", mod("user_id", 2), mod("order_id", 3)))
                                .table(like("b", "ds{0..1}.b_{0..3}", mod("user_id", 2), mod("order_id", 4)))
                                .bind(List.of("t_order", "a"))
                                .bind(List.of("b", "t_order"))),
                bound("another number of tables", "ds{0..1}.i_{0..3}", mod("user_id", 2), mod("order_id", 4)),
                bound("other sources", "ds{1,0}.i_{0..2}", mod("user_id", 2), mod("order_id", 3)),
                bound(
                        "another table algorithm",
                        "ds{0..1}.i_{0..2}",
                        mod("user_id", 2),
                        new ShardingStrategy("order_id", new HashModAlgorithm(3))),
                bound(
                        "another database algorithm",
                        "ds{0..1}.i_{0..2}",
                        new ShardingStrategy("user_id", new HashModAlgorithm(2)),
                        mod("order_id", 3)));
    }

    @Test
    void groupsThatShareATableAreOne() {
        ShardingRuleBuilder rule = builder().table(order());
        for (String name : List.of("a", "b", "c", "d")) {
            rule.table(like(name, "ds{0..1}." + name + "_{0..2}", mod("user_id", 2), mod("order_id", 3)));
        }
        ShardMap built = rule.bind(List.of("t_order", "a"))
                .bind(List.of("c", "b"))
                .bind(List.of("b", "t_order"))
                .bind(List.of("t_order", "a"))
                .map();
        assertThat(built.boundWith(Objects.requireNonNull(built.shardedTable("c"))))
                .extracting(RoutedTable::name)
                .containsExactlyInAnyOrder("t_order", "a", "b", "c");
        assertThat(built.boundWith(Objects.requireNonNull(built.shardedTable("d"))))
                .hasSize(1);
    }

    private static Arguments wrong(String name, ErrorCode code, ShardingRuleBuilder builder) {
        return Arguments.of(name, code, builder);
    }

    private static Arguments bound(
            String name, String nodes, ShardingStrategy database, ShardingStrategy table, String orderNodes) {
        TableRule byName = table(
                "t_order", orderNodes, mod("user_id", 2), mod("order_id", 3).choosingNames());
        return Arguments.of(
                name,
                ErrorCode.BINDING_MISMATCH,
                builder().table(byName).table(like("i", nodes, database, table)).bind(List.of("t_order", "i")));
    }

    private static Arguments bound(String name, String nodes, ShardingStrategy database, ShardingStrategy table) {
        return Arguments.of(
                name,
                ErrorCode.BINDING_MISMATCH,
                builder()
                        .table(order())
                        .table(like("i", nodes, database, table))
                        .bind(List.of("t_order", "i")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void refuses(String name, ErrorCode code, ShardingRuleBuilder builder) {
        assertThatThrownBy(builder::build)
                .as(name)
                .isInstanceOfSatisfying(ShardingConfigurationException.class, e -> assertThat(e.errorCode())
                        .isEqualTo(code))
                .hasMessageContaining("sharding.");
    }

    @Test
    void refusesWhatIsWrongByItself() {
        assertThatThrownBy(() -> TestRules.over(List.of())).hasMessageContaining("sharding.data-sources");
        assertThatThrownBy(() -> builder().table(order()).table(order())).hasMessageContaining("t_order");
        assertThatThrownBy(() -> builder().broadcast("a").broadcast("A")).hasMessageContaining("'a'");
        assertThatThrownBy(() -> builder().single("ds0", "a").single("ds1", "a"))
                .hasMessageContaining("'a'");
        assertThatThrownBy(() -> builder().single("ds7", "a")).hasMessageContaining("sharding.single-tables");
    }

    @Test
    void countsUnitsByDataSourceThenTable() {
        ShardMap rule = builder().table(order()).map();
        RoutedTable table = rule.shardedTable("T_ORDER");
        assertThat(table).isNotNull();
        assertThat(table.unitCount()).isEqualTo(6);
        assertThat(table.nodes().get(table.unit(1, 2))).hasToString("ds1.t_order_2");
        assertThat(table.nodes().get(table.unit(0, 1))).hasToString("ds0.t_order_1");
        assertThat(table.isShardingColumn("user_id")).isTrue();
        assertThat(table.isShardingColumn("status")).isFalse();
    }

    @Test
    void nodesOfOneSourceStandTogether() {
        RoutedTable table = builder()
                .table(table("t", "ds1.t_0, ds0.t_0, ds1.t_1, ds0.t_1", mod("a", 2), mod("b", 2)))
                .map()
                .shardedTable("t");
        assertThat(table).isNotNull();
        assertThat(table.nodes()).map(DataNode::toString).containsExactly("ds1.t_0", "ds1.t_1", "ds0.t_0", "ds0.t_1");
    }

    @Test
    void aTableStrategyAloneChoosesAmongTablesOfDifferentNames() {
        RoutedTable table = builder()
                .table(table("t", "ds0.t_{0..1}, ds1.t_{2..3}", null, mod("id", 4)))
                .map()
                .shardedTable("t");
        assertThat(table).isNotNull();
        assertThat(table.nodes().get(table.unit(0, 3))).hasToString("ds1.t_3");
    }

    @Test
    void aTableMayBeMissingOnADataSource() {
        RoutedTable table = builder()
                .table(table(
                        "t",
                        "ds1.t_{0,2}, ds0.t_1, ds0.t_2",
                        mod("a", 2),
                        mod("b", 3).choosingNames()))
                .map()
                .shardedTable("t");
        assertThat(table).isNotNull();
        assertThat(table.nodes()).map(DataNode::toString).containsExactly("ds1.t_0", "ds1.t_2", "ds0.t_1", "ds0.t_2");
        // The names count as they first occur: t_0, t_2, t_1.
        assertThat(List.of(table.unit(0, 0), table.unit(0, 1), table.unit(0, 2)))
                .containsExactly(0, 1, -1);
        assertThat(List.of(table.unit(1, 0), table.unit(1, 1), table.unit(1, 2)))
                .containsExactly(-1, 3, 2);
        assertThat(table.nodeName(1, 0)).isEqualTo("ds0.t_0");
        for (int unit = 0; unit < table.unitCount(); unit++) {
            assertThat(table.unit(table.databaseShard(unit), table.tableShard(unit)))
                    .isEqualTo(unit);
        }
    }

    @Test
    void namesInAnotherOrderAreNotPositions() {
        String nodes = "ds0.t_{0..1}, ds1.t_{1,0}";
        RoutedTable byName = builder()
                .table(table("t", nodes, mod("a", 2), mod("b", 2).choosingNames()))
                .map()
                .shardedTable("t");
        RoutedTable byPosition = builder()
                .table(table("t", nodes, mod("a", 2), mod("b", 2)))
                .map()
                .shardedTable("t");
        assertThat(byName).isNotNull();
        assertThat(byPosition).isNotNull();
        assertThat(byName.nodes().get(byName.unit(1, 0))).hasToString("ds1.t_0");
        assertThat(byPosition.nodes().get(byPosition.unit(1, 0))).hasToString("ds1.t_1");
    }

    @Test
    void bindsTablesWhoseColumnsHaveOtherNames() {
        ShardMap rule = builder()
                .table(order())
                .table(table("i", "ds{0..1}.i_{0..2}", mod("buyer", 2), mod("order_no", 3)))
                .bind(List.of("T_ORDER ", "i"))
                .map();
        RoutedTable order = rule.shardedTable("t_order");
        RoutedTable item = rule.shardedTable("i");
        assertThat(order).isNotNull();
        assertThat(item).isNotNull();
        assertThat(item.bindingGroup()).isEqualTo(order.bindingGroup());
    }

    @Test
    void namesThatNobodyDeclaredAreSingleAtHome() {
        ShardMap rule = builder()
                .table(order())
                .single("ds0", "t_log")
                .broadcast("t_country")
                .defaultDataSource("ds1")
                .map();
        assertThat(rule.isSingle("t_other")).isTrue();
        assertThat(rule.dataSourceOfSingle("t_other")).isEqualTo(1);
        assertThat(rule.dataSourceOfSingle("T_LOG")).isZero();
        assertThat(rule.isSingle("t_country")).isFalse();
        assertThat(rule.isActualTable("T_Order_2")).isTrue();
        assertThat(rule.isActualTable("t_order_3")).isFalse();
    }

    @Test
    void refusesASchemaOrQuotesInTheNameOfATable() {
        for (String name : List.of("public.t", "`t`", "\"t\"", "\"public\".\"T\"")) {
            assertThatThrownBy(() -> builder().table(table(name, "ds0.t_{0..1}", null, mod("id", 2))))
                    .isInstanceOf(ShardingConfigurationException.class)
                    .hasMessageContaining("sharding.tables[" + name + "]")
                    .hasMessageContaining(": 't'");
        }
        assertThatThrownBy(() -> builder().broadcast("public.t_country"))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("sharding.broadcast-tables[public.t_country]")
                .hasMessageContaining("'t_country'");
        assertThatThrownBy(() -> builder().single("ds0", "\"T_Audit\""))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("'t_audit'");
    }

    @Test
    void aTableThatIsDeclaredTwiceIsNamedTwice() {
        assertTwice(
                () -> builder().table(order()).broadcast("T_Order"), "'T_Order'", "'t_order' under sharding.tables");
        assertTwice(() -> builder().table(order()).single("ds0", "t_order"), "'t_order'", "sharding.tables");
        assertTwice(() -> builder().broadcast("t").single("ds0", "T"), "'T'", "'t' under sharding.broadcast-tables");
        assertTwice(() -> builder().broadcast("t").broadcast("T"), "'T'", "'t' under sharding.broadcast-tables");
        assertTwice(() -> builder().single("ds0", "t").single("ds1", "T"), "'T'", "'t' under sharding.single-tables");
        assertTwice(() -> builder().table(order()).table(order()), "'t_order'", "'t_order' under sharding.tables");
    }

    @Test
    void aPatternNamesNoTable() {
        assertThatThrownBy(() -> builder().single("ds0", "t_*")).hasMessageContaining("'t_*' names no table");
        assertThatThrownBy(() -> builder().broadcast("t_{0..1}")).hasMessageContaining("'t_{0..1}' names no table");
    }

    private static void assertTwice(ThrowingCallable declared, String... named) {
        assertThatThrownBy(declared)
                .isInstanceOfSatisfying(ShardingConfigurationException.class, failure -> assertThat(failure.errorCode())
                        .isEqualTo(ErrorCode.DUPLICATE_TABLE))
                .hasMessageContainingAll(named);
    }
}
