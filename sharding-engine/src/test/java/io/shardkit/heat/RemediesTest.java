package io.shardkit.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.observe.HeatState;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRuleBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three data sources; units 0 and 1 of a table are on the first, 2 and 3 on the second, none on the third. */
class RemediesTest {
    private static final ShardMap RULE = ShardMap.of(ShardingRuleBuilder.over("ds0", "ds1", "ds2")
            .table("t_order", table -> table.nodes("ds0.t_order_{0..1}, ds1.t_order_{2..3}")
                    .tableBy("user_id", Algorithms.mod()))
            .build());

    private static HeatState state(boolean moves, List<HeatSummary.OfKey> keys, double... units) {
        return state(moves, false, keys, units);
    }

    private static HeatState state(boolean moves, boolean hashed, List<HeatSummary.OfKey> keys, double... units) {
        double all = 0;
        List<Double> calls = new ArrayList<>();
        for (double each : units) {
            calls.add(each);
            all += each;
        }
        HeatSummary.OfTable table = new HeatSummary.OfTable("t_order", all, calls, keys, 0);
        return HeatReport.of(RULE, List.of(new HeatSummary(1, 1, List.of(table), List.of())), "", moves, hashed);
    }

    @Test
    void unitsOfAHotDataSourceGoToTheCoolest() {
        HeatState state = state(true, List.of(), 400, 300, 50, 50);
        assertThat(state.remedies()).extracting(HeatState.Remedy::kind).startsWith(HeatState.Kind.MOVE);
        assertThat(state.remedies().get(0).command())
                .isEqualTo("java -jar sharding-admin.jar moves start --unit ds0.t_order_0 --to ds2");
        assertThat(state.remedies().get(0).reason()).contains("ds0 has 2.6 times the mean");
        assertThat(state.tables().get(0).skew()).isEqualTo(2);
    }

    private static HeatState.Remedy hot(boolean hashed, String columns, String value) {
        return state(true, hashed, List.of(new HeatSummary.OfKey(columns, value, 450, 10, 0)), 600, 100, 100, 100)
                .remedies()
                .get(0);
    }

    @Test
    void aHotValueIsIsolated() {
        HeatState.Remedy first = hot(false, "user_id", "secret");
        assertThat(first.kind()).isEqualTo(HeatState.Kind.ISOLATE);
        assertThat(first.command())
                .isEqualTo("java -jar sharding-admin.jar moves isolate --table t_order --key=secret --to ds2");
        assertThat(first.reason())
                .contains("One value has 73 % of the calls", "a unit of its own")
                .doesNotContain("secret");
        assertThat(hot(false, "user_id", "-7").command()).contains("--key=-7 ");
        assertThat(hot(false, "user_id", "it's").command()).contains("--key='it'\\''s' ");
    }

    @Test
    void theUnitOfAHotValueMovesIfTheValueCannotBeNamed() {
        String unit = "moves start --unit ds0.t_order_0 --to ds2";
        assertThat(hot(true, "user_id", "0123456789abcdef").command()).endsWith(unit);
        assertThat(hot(false, "user_id, shop_id", "7, 8").command()).endsWith(unit);
        String longOne = HeatKey.of("user_id", "x".repeat(300)).value();
        assertThat(hot(false, "user_id", longOne).command()).endsWith(unit);
    }

    /** Otherwise the data source with the least traffic would have the most a line below. */
    @Test
    void aMoveAfterAnotherSaysSo() {
        ShardMap two = ShardMap.of(ShardingRuleBuilder.over("ds0", "ds1")
                .table("t_order", table -> table.nodes("ds0.t_order_{0..1}, ds1.t_order_{2..3}")
                        .tableBy("user_id", Algorithms.mod()))
                .build());
        HeatSummary.OfKey key = new HeatSummary.OfKey("user_id", "0123456789abcdef", 590, 10, 3);
        HeatSummary.OfTable table =
                new HeatSummary.OfTable("t_order", 790, List.of(20.0, 20.0, 150.0, 600.0), List.of(key), 0);
        List<HeatState.Remedy> remedies = HeatReport.of(
                        two, List.of(new HeatSummary(1, 1, List.of(table), List.of())), "", true, true)
                .remedies();
        assertThat(remedies.get(0).reason()).contains("ds0 has the least traffic: the unit goes there.");
        assertThat(remedies.get(1).reason()).startsWith("After that, ds0 has 1.6 times the mean of the data sources.");
    }

    @Test
    void aUnitThatIsHotWithoutAHotValueHasToBeDivided() {
        assertThat(state(true, List.of(), 900, 20, 20, 20).remedies())
                .extracting(HeatState.Remedy::kind, HeatState.Remedy::command)
                .contains(tuple(HeatState.Kind.SPLIT, "java -jar sharding-admin.jar moves check --next"));
        assertThat(state(true, List.of(), 900, 20, 20, 20).remedies()).anySatisfy(remedy -> assertThat(remedy.reason())
                .contains("sharding.next.tables.t_order.actual-data-nodes: \"ds0.t_order_{0..1},"
                        + " ds1.t_order_{2..4}, ds2.t_order_{5..7}\""));
    }

    @Test
    void wordsOfACommandAreQuotedForAShell() {
        assertThat(AdminCommand.move(List.of("ds0.a b", "ds0.it's$x"), "ds1"))
                .isEqualTo("java -jar sharding-admin.jar moves start --unit 'ds0.a b,ds0.it'\\''s$x' --to ds1");
    }

    @Test
    void withoutARuleStoreThereIsNoCommand() {
        assertThat(state(false, List.of(), 400, 300, 50, 50).remedies().get(0)).satisfies(remedy -> {
            assertThat(remedy.command()).isNull();
            assertThat(remedy.reason()).contains("the rule has to be stored for all instances");
        });
    }

    @Test
    void evenOrLittleTrafficNeedsNothing() {
        assertThat(state(true, List.of(), 7, 3, 0, 0).remedies()).isEmpty();
        HeatState even = HeatReport.of(
                ShardMap.of(ShardingRuleBuilder.over("ds0", "ds1")
                        .table("t_order", table -> table.nodes("ds{0..1}.t_order_{0..1}")
                                .databaseBy("user_id", Algorithms.mod())
                                .tableBy("user_id", Algorithms.mod()))
                        .build()),
                List.of(new HeatSummary(
                        1,
                        1,
                        List.of(new HeatSummary.OfTable(
                                "t_order", 400, List.of(100.0, 100.0, 110.0, 90.0), List.of(), 0)),
                        List.of())),
                "",
                true,
                false);
        assertThat(even.remedies()).isEmpty();
    }

    @Test
    void instancesCountByTheirRates() {
        HeatSummary.OfKey five = new HeatSummary.OfKey("user_id", "5", 100, 0, 1);
        HeatSummary.OfKey seven = new HeatSummary.OfKey("user_id", "7", 10, 2, 3);
        HeatSummary old = new HeatSummary(
                100,
                1,
                List.of(new HeatSummary.OfTable("t_order", 100, List.of(0.0, 100.0, 0.0, 0.0), List.of(five), 4)),
                List.of());
        HeatSummary young = new HeatSummary(
                1,
                10,
                List.of(new HeatSummary.OfTable("t_order", 10, List.of(0.0, 0.0, 0.0, 10.0), List.of(seven), 1)),
                List.of());
        HeatState.Table table = HeatReport.of(RULE, List.of(old, young), "", true, false)
                .tables()
                .get(0);
        HeatState.Key hottest = table.keys().get(0);
        assertThat(hottest.value()).isEqualTo("7");
        assertThat(hottest.perSecond()).isEqualTo(80);
        // The one that has no counter for it may have counted it four times in a hundred seconds.
        assertThat(hottest.atMost()).isCloseTo(100.04, within(1e-6));
        // The other one counts each execution.
        assertThat(hottest.margin()).isCloseTo(2 * 10 * Math.sqrt(0.9 * 10), within(1e-6));
        assertThat(table.keys().get(1).atMost()).isEqualTo(11);
        assertThat(table.perSecond()).isEqualTo(101);
    }
}
