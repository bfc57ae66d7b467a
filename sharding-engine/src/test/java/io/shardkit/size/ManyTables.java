package io.shardkit.size;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Logical tables {@code t_0}, {@code t_1} and so on, each over all data sources; every two of them are bound. The table
 * {@code t} has its units in {@code ds[user_id mod sources].t_[order_id mod tables]}.
 *
 * @param count how many logical tables
 * @param sources how many data sources
 * @param tables how many actual tables of each on a data source
 */
record ManyTables(int count, int sources, int tables) {

    List<String> dataSources() {
        return IntStream.range(0, sources).mapToObj(i -> "ds" + i).toList();
    }

    static String name(int table) {
        return "t_logical_" + table;
    }

    ShardingRule rule() {
        ShardingRuleBuilder rule = TestRules.over(dataSources());
        for (int i = 0; i < count; i++) {
            rule.table(table(name(i)));
            if (i % 2 == 1) {
                rule.bind(List.of(name(i - 1), name(i)));
            }
        }
        return rule.build();
    }

    private TableRule table(String name) {
        return new TableRule(
                name,
                "ds{0.." + (sources - 1) + "}." + name + "_{0.." + (tables - 1) + "}",
                new ShardingStrategy("user_id", algorithm(sources)),
                new ShardingStrategy("order_id", algorithm(tables)),
                null);
    }

    private static ShardingAlgorithm algorithm(int shards) {
        return new ModAlgorithm(shards);
    }
}
