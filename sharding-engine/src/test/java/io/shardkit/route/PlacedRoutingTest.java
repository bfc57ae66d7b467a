package io.shardkit.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.KeyType;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.hint.ShardingHint;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Statements with keys that have units of their own, where one column chooses both the data source and the table. */
@SuppressWarnings("try") // the scopes are there to be open
class PlacedRoutingTest {
    private final ShardMap rule = ShardMap.of(ShardingRuleBuilder.over("ds0", "ds1", "ds2")
            .table("t", t -> t.nodes("ds{0..1}.t_{0..2}")
                    .databaseBy("k", Algorithms.mod())
                    .tableBy("k", Algorithms.mod())
                    .placedKey("7", "ds2.t_vip")
                    .placedKey("8", "ds0.t_1")
                    .placedKey("9", "ds1.t_vip"))
            .build());
    private final RoutedTable table = Objects.requireNonNull(rule.shardedTable("t"));
    private final List<Axis> axes = axes();

    private List<Axis> axes() {
        List<Axis> both = new ArrayList<>();
        for (ShardingStrategy strategy : List.of(
                Objects.requireNonNull(table.databaseStrategy()), Objects.requireNonNull(table.tableStrategy()))) {
            both.add(new Axis(both.isEmpty(), "k", KeyType.INTEGER, strategy.algorithm()));
        }
        return both;
    }

    private Routing equal(Object value) {
        List<ShardCondition> both = new ArrayList<>();
        axes.forEach(axis -> both.add(new ShardCondition.In(axis, List.of(new Value.Literal(value)))));
        return new Routing(table, new ShardCondition.And(both));
    }

    private List<String> nodes(BitSet units) {
        return units.stream()
                .mapToObj(unit -> table.nodes().get(unit).toString())
                .toList();
    }

    private String node(Object value) throws SQLException {
        int unit = equal(value).unit(Parameters.NONE);
        assertThat(equal(value).units(Parameters.NONE).stream().toArray()).containsExactly(unit);
        return table.nodes().get(unit).toString();
    }

    @Test
    void aNumberOfAnyTypeIsTheKey() throws SQLException {
        for (Object seven : List.of(7, 7L, (short) 7, 7.0, new BigDecimal("7.00"), "7")) {
            assertThat(node(seven)).isEqualTo("ds2.t_vip");
        }
        assertThat(node(8)).isEqualTo("ds0.t_1");
        assertThat(node(9L)).isEqualTo("ds1.t_vip");
        assertThat(node(10L)).isEqualTo("ds0.t_1");
        assertThat(node(13L)).isEqualTo("ds1.t_1");
    }

    @Test
    void aValueThatMayBeAnyKeyAsksAllUnits() throws SQLException {
        assertThat(equal("07").units(Parameters.NONE).cardinality()).isEqualTo(8);
    }

    @Test
    void aHintMeansTheUnitOfTheKey() throws SQLException {
        HintedTable hinted = new HintedTable(table, axes, rule);
        try (ShardingHint hint = ShardingHint.key(7)) {
            assertThat(nodes(restricted(hinted))).containsExactly("ds2.t_vip");
            hinted.check(table.unitCount() - 2, ShardingHint.current());
        }
        try (ShardingHint hint = ShardingHint.key(8)) {
            assertThat(nodes(restricted(hinted))).containsExactly("ds0.t_1");
        }
        try (ShardingHint hint = ShardingHint.dataSource("ds1")) {
            assertThat(nodes(restricted(hinted))).containsExactly("ds1.t_0", "ds1.t_1", "ds1.t_2", "ds1.t_vip");
        }
        try (ShardingHint hint = ShardingHint.key(7)) {
            assertThatThrownBy(() -> new Routing(hinted, equal(9).condition()).units(Parameters.NONE))
                    .isInstanceOf(ShardingException.class)
                    .extracting(failure -> ((ShardingException) failure).errorCode())
                    .isSameAs(ErrorCode.HINT_CONTRADICTED);
        }
    }

    private BitSet restricted(HintedTable hinted) throws SQLException {
        BitSet all = new BitSet();
        IntStream.range(0, table.unitCount()).forEach(all::set);
        return hinted.restricted(ShardCondition.all(), all, Objects.requireNonNull(ShardingHint.current()));
    }
}
