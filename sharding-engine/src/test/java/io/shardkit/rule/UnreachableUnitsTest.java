package io.shardkit.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that the units that are said to stay empty are those that no key reaches. */
class UnreachableUnitsTest {
    @ParameterizedTest
    @CsvSource({"2, 4", "4, 2", "2, 2", "2, 3", "3, 6", "4, 6", "1, 4", "2, 1"})
    void areThoseThatNoKeyReaches(int sources, int tables) {
        for (ShardingAlgorithm[] each : new ShardingAlgorithm[][] {
            {new ModAlgorithm(sources), new ModAlgorithm(tables)},
            {new HashModAlgorithm(sources), new HashModAlgorithm(tables)}
        }) {
            TreeSet<String> left = new TreeSet<>();
            RoutedTable table = table(sources, tables, "id", each[0], "ID", each[1]);
            table.nodes().forEach(node -> left.add(node.toString()));
            for (long key = -500; key < 500; key++) {
                left.remove("ds" + each[0].shard(key) + ".t_" + each[1].shard(key));
            }
            assertThat(UnreachableUnits.of(table)).containsExactlyInAnyOrderElementsOf(left);
        }
    }

    @Test
    void areNoneOfTwoColumnsOrTwoKindsOfRemainder() {
        assertThat(UnreachableUnits.of(table(2, 4, "a", new ModAlgorithm(2), "b", new ModAlgorithm(4))))
                .isEmpty();
        assertThat(UnreachableUnits.of(table(2, 4, "a", new ModAlgorithm(2), "a", new HashModAlgorithm(4))))
                .isEmpty();
    }

    private static RoutedTable table(
            int sources, int tables, String column, ShardingAlgorithm database, String other, ShardingAlgorithm table) {
        return TestRules.over(List.of("ds0", "ds1", "ds2", "ds3").subList(0, sources))
                .table(new TableRule(
                        "t",
                        "ds{0.." + (sources - 1) + "}.t_{0.." + (tables - 1) + "}",
                        new ShardingStrategy(column, database),
                        new ShardingStrategy(other, table),
                        null))
                .map()
                .tables()
                .iterator()
                .next();
    }
}
