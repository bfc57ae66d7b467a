package io.shardkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Names of actual tables are kept in parts, and are found as if each stood for itself. */
class ActualTablesTest {
    private static final List<String> PATTERNS = List.of(
            "ds{0..1}.t_{0..3}",
            "ds{0..1}.t_1_{0..1}",
            "ds0.t_{10..12}",
            "ds1.{a,b}_t",
            "ds0.{b,c}_t",
            "ds0.T_{4..5}, ds1.t_{6..7}",
            "ds1.t_{00..03}",
            "ds0.\u03A3{\u03A3,a}",
            "ds1.\u0130_{0..1}",
            "ds0.t",
            "ds0.{b,c}_T",
            "ds1.t_{X,x}",
            "ds0.t_0{0,1}");

    private static ShardMap rule(List<String> patterns) {
        ShardingRuleBuilder builder = TestRules.over(List.of("ds0", "ds1"));
        for (int i = 0; i < patterns.size(); i++) {
            String pattern = patterns.get(i);
            List<String> names = NodePattern.expand(pattern, "test");
            long sources =
                    names.stream().map(name -> name.substring(0, 3)).distinct().count();
            boolean alike = pattern.startsWith("ds{");
            ModAlgorithm tables = new ModAlgorithm((int) (alike ? names.size() / sources : names.size()));
            builder.table(new TableRule(
                    "logical" + i,
                    pattern,
                    alike ? new ShardingStrategy("a", new ModAlgorithm((int) sources)) : null,
                    new ShardingStrategy("b", tables),
                    null));
        }
        return builder.map();
    }

    @Test
    void findsTheOwnersOfEachName() {
        Random random = new Random(5);
        int built = 0;
        for (int run = 0; run < 500; run++) {
            List<String> patterns = new ArrayList<>();
            PATTERNS.stream().filter(pattern -> random.nextInt(3) == 0).forEach(patterns::add);
            Map<String, List<String>> owners = new TreeMap<>();
            boolean clash = false;
            for (int i = 0; i < patterns.size(); i++) {
                for (String node : expand(patterns.get(i))) {
                    List<String> known = owners.computeIfAbsent(node, name -> new ArrayList<>());
                    clash |= !known.isEmpty();
                    known.add("logical" + i);
                }
            }
            if (clash) {
                assertThatThrownBy(() -> rule(patterns))
                        .as("%s", patterns)
                        .isInstanceOfSatisfying(
                                ShardingConfigurationException.class,
                                failure -> assertThat(failure.errorCode()).isEqualTo(ErrorCode.DUPLICATE_TABLE));
            } else {
                check(rule(patterns), owners);
                built++;
            }
        }
        assertThat(built).isBetween(50, 450);
    }

    private static List<String> expand(String pattern) {
        return NodePattern.expand(pattern, "test").stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static void check(ShardMap rule, Map<String, List<String>> owners) {
        Map<String, List<String>> byName = new TreeMap<>();
        owners.forEach((node, tables) -> byName.computeIfAbsent(node.substring(4), name -> new ArrayList<>())
                .addAll(tables));
        for (String name : List.of("t", "t_", "t_0", "t_1_0", "t_3", "a_t", "_t", "t_13", "t_x", "")) {
            byName.putIfAbsent(name, List.of());
        }
        byName.forEach((name, tables) -> {
            assertThat(rule.tablesOfActual(name).stream().map(RoutedTable::name))
                    .as(name)
                    .containsExactlyInAnyOrderElementsOf(
                            tables.stream().distinct().toList());
            assertThat(rule.hasActualTable(name)).isEqualTo(!tables.isEmpty());
        });
    }

    @Test
    void expandsPatternsOfOneShapeAsEachByItself() {
        for (String pattern : List.of(
                "ds{0..1}.%s_{0..2}",
                "ds0.%s_{8..11}", "ds1.%s", "ds0.%s{a,ab}_{x,y}", " ds0.%s_{0..1} ", "ds1.%s{1,12}")) {
            ShardMap both = rule(List.of(pattern.formatted("first"), pattern.formatted("second")));
            RoutedTable second = both.shardedTable("logical1");
            assertThat(second).isNotNull();
            assertThat(second.nodes())
                    .map(DataNode::toString)
                    .containsExactlyElementsOf(NodePattern.expand(pattern.formatted("second"), "test"));
            assertThat(second.layout()).isSameAs(both.shardedTable("logical0").layout());
        }
    }
}
