package io.shardkit.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.differential.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Units with the same rows by two rules are those whose keys are the same ones. */
class SameUnitsTest {
    private static final int KEYS = 60;
    private static final ColumnKeys OF_COLUMN = KeyNormalizer.of(KeyType.INTEGER);

    private static RoutedTable table(Random random, AlgorithmSpec algorithm, boolean both) {
        Map<String, String> placed = new TreeMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            int source = random.nextInt(2);
            String unit = random.nextInt(3) == 0
                    ? "ds" + source + ".t_" + (random.nextInt(2) + (both ? 0 : 2 * source))
                    : "ds" + random.nextInt(3) + ".own_" + random.nextInt(2);
            placed.put(String.valueOf(random.nextInt(KEYS)), unit);
        }
        ShardMap rule = (ShardMap) ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t", t -> {
                    TableDeclaration declared = t.nodes(both ? "ds{0..1}.t_{0..1}" : "ds0.t_{0..1}, ds1.t_{2..3}")
                            .tableBy("id", algorithm);
                    if (both) {
                        declared.databaseBy("id", Algorithms.mod());
                    }
                    placed.forEach(declared::placedKey);
                    return declared;
                })
                .build();
        return Objects.requireNonNull(rule.shardedTable("t"));
    }

    private static int shard(@Nullable ShardingStrategy strategy, int key) {
        return strategy == null ? 0 : PlacedKeyAlgorithm.shard(strategy.algorithm(), String.valueOf(key), OF_COLUMN);
    }

    private static String unit(RoutedTable table, int key) {
        int database = shard(table.databaseStrategy(), key);
        int actual = shard(table.tableStrategy(), key);
        return table.declaredNode(table.unit(database, actual)).toString();
    }

    @Test
    void theyAreThoseWhoseKeysAreTheSame() throws Exception {
        long seed = Seeds.chosen();
        System.out.println("seed " + seed);
        Random random = Seeds.random(seed);
        for (int i = 0; i < 300; i++) {
            boolean both = random.nextBoolean();
            AlgorithmSpec algorithm = random.nextBoolean() ? Algorithms.mod() : Algorithms.crc32Mod();
            RoutedTable before = table(random, algorithm, both);
            RoutedTable after = table(random, algorithm, both);
            Map<String, String> changed = new TreeMap<>();
            for (int key = 0; key < KEYS; key++) {
                String here = unit(before, key);
                String there = unit(after, key);
                if (!here.equals(there)) {
                    changed.put(here, "key " + key);
                    changed.put(there, "key " + key);
                }
            }
            Map<Integer, Integer> same = SameUnits.of(before, after, column -> OF_COLUMN);
            List<String> formerNames =
                    before.declaredNodes().stream().map(DataNode::toString).toList();
            for (int unit = 0; unit < after.unitCount(); unit++) {
                String name = after.declaredNode(unit).toString();
                int former = formerNames.indexOf(name);
                assertThat(same.get(unit))
                        .as("%s %s to %s", name, before.placedKeys(), after.placedKeys())
                        .isEqualTo(former < 0 || changed.containsKey(name) ? null : (Integer) former);
            }
        }
    }

    @Test
    void noneIsTheSameByAnotherAlgorithmOrOtherTables() throws Exception {
        RoutedTable before = table(new Random(1), Algorithms.mod(), false);
        assertThat(SameUnits.of(before, table(new Random(1), Algorithms.crc32Mod(), false), column -> OF_COLUMN))
                .isEmpty();
        assertThat(SameUnits.of(before, table(new Random(1), Algorithms.mod(), true), column -> OF_COLUMN))
                .isEmpty();
        ShardMap wider = (ShardMap) ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t", t -> t.nodes("ds0.t_{0..1}, ds1.t_{2..4}").tableBy("id", Algorithms.mod()))
                .build();
        RoutedTable more = Objects.requireNonNull(wider.shardedTable("t"));
        assertThat(SameUnits.of(before, more, column -> OF_COLUMN)).isEmpty();
    }
}
