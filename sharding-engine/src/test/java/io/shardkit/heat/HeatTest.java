package io.shardkit.heat;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.observe.HeatState;
import io.shardkit.options.HeatSettings;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRuleBuilder;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeatTest {
    private static final int UNITS = 4;
    private static final ShardMap RULE = ShardMap.of(ShardingRuleBuilder.over("ds0", "ds1")
            .table("t_order", table -> table.nodes("ds0.t_order_{0..1}, ds1.t_order_{2..3}")
                    .tableBy("user_id", Algorithms.mod()))
            .build());
    private static final RoutedTable TABLE = RULE.tables().iterator().next();

    private static void count(Heat.OfRule counts, String sql, int user) {
        BitSet units = new BitSet();
        units.set(user % UNITS);
        counts.count(sql, to -> {
            to.units(TABLE, units);
            to.key(TABLE, "user_id", Integer.toString(user));
        });
    }

    /** Ten users have two fifths of the traffic, from 6 to 2.25 % each; of the others none has more than 1.6 %. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theTenHottestValuesAreFoundInASampleWithinTheirBounds(long seed) {
        double[] hot = {0.06, 0.055, 0.05, 0.045, 0.04, 0.035, 0.03, 0.0275, 0.025, 0.0225};
        double all = IntStream.range(0, hot.length).mapToDouble(i -> hot[i]).sum();
        Random random = new Random(seed);
        Zipf others = new Zipf(50_000, 0.8);
        int sample = HeatSettings.DEFAULTS.sample();
        Heat heat = new Heat(HeatSettings.DEFAULTS);
        Heat.OfRule counts = heat.of(RULE);
        Map<Integer, Integer> exact = new HashMap<>();
        for (int i = 0; i < 4_000_000; i++) {
            double at = random.nextDouble();
            int user = 0;
            if (at < all) {
                for (double left = at; left >= hot[user]; user++) {
                    left -= hot[user];
                }
            } else {
                user = hot.length + others.next(random);
            }
            exact.merge(user, 1, Integer::sum);
            if (random.nextInt(sample) == 0) {
                count(counts, "SELECT 1", user);
            }
        }
        HeatState state = HeatReport.of(RULE, List.of(heat.summary(RULE)), "", false, false);
        HeatState.Table table = state.tables().get(0);
        assertThat(table.keys())
                .extracting(HeatState.Key::value)
                .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
        double executions = state.counted() * sample / table.perSecond();
        int within = 0;
        for (HeatState.Key key : table.keys()) {
            double truth = exact.get(Integer.parseInt(key.value()));
            double margin = executions * key.margin();
            assertThat(margin).isBetween(0.03 * truth, 0.12 * truth);
            double least = executions * key.perSecond() - margin;
            double most = executions * key.atMost() + margin;
            within += truth >= least && truth <= most ? 1 : 0;
            assertThat(key.unit()).endsWith("t_order_" + Integer.parseInt(key.value()) % UNITS);
        }
        // 95 of 100 are.
        assertThat(within).isGreaterThanOrEqualTo(8);
    }

    @Test
    void aSampleOfAllHasNoMargin() {
        Heat heat = new Heat(new HeatSettings(Duration.ofHours(1), 200, 1, false, HeatSettings.TABLE));
        for (int i = 0; i < 10; i++) {
            assertThat(heat.samples()).isTrue();
            count(heat.of(RULE), "SELECT 1", 7);
        }
        HeatState.Table table = HeatReport.of(RULE, List.of(heat.summary(RULE)), "", false, false)
                .tables()
                .get(0);
        assertThat(table.keys()).singleElement().satisfies(key -> {
            assertThat(key.margin()).isZero();
            assertThat(key.share()).isEqualTo(1);
            assertThat(key.atMost()).isEqualTo(key.perSecond());
        });
    }

    @Test
    void oneOfSoManyIsCounted() {
        Heat heat = new Heat(HeatSettings.DEFAULTS);
        int executions = 10_000 * HeatSettings.DEFAULTS.sample();
        long counted =
                IntStream.range(0, executions).filter(i -> heat.samples()).count();
        // Ten standard deviations.
        assertThat(counted).isBetween(9_000L, 11_000L);
    }

    @Test
    void aSummaryIsOfItsMoment() {
        Heat heat = new Heat(HeatSettings.DEFAULTS);
        count(heat.of(RULE), "SELECT 1", 1);
        HeatSummary before = heat.summary(RULE);
        count(heat.of(RULE), "SELECT 1", 1);
        heat.halve();
        assertThat(before.tables().get(0).statements()).isEqualTo(1);
        assertThat(before.tables().get(0).keys().get(0).count()).isEqualTo(1);
        assertThat(heat.summary(RULE).tables().get(0).keys().get(0).count()).isEqualTo(1);
    }

    @Test
    void longStatementsAreCountedByTheirBeginnings() {
        String begins = "SELECT " + "a, ".repeat(200);
        assertThat(Heat.shortened(begins + "b")).hasSize(500).isEqualTo(Heat.shortened(begins + "c"));
        assertThat(Heat.shortened("SELECT 1")).isEqualTo("SELECT 1");
    }

    @Test
    void anExecutionThatCannotBeReadIsNotCounted() {
        Heat heat = new Heat(HeatSettings.DEFAULTS);
        heat.of(RULE).count("SELECT 1", to -> {
            to.units(TABLE, new BitSet());
            throw new IllegalStateException("no value");
        });
        assertThat(heat.summary(RULE).tables()).isEmpty();
        assertThat(heat.summary(RULE).statements()).isEmpty();
    }
}
