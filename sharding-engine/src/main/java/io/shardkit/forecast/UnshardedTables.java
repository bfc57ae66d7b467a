package io.shardkit.forecast;

import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.algorithm.KeyType;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of a rule as they are before anything is sharded: one of each, in one database. */
final class UnshardedTables {
    private static final String DATABASE = "database";

    private UnshardedTables() {}

    /** A rule by which a catalog reads them: it has the same sharding columns. */
    static ShardingRule of(ShardingRule planned) {
        ShardingRuleBuilder rule = ShardingRuleBuilder.over(List.of(DATABASE));
        for (ShardedTable table : planned.shardedTables()) {
            ShardingStrategy database = inOne(table.databaseStrategy());
            ShardingStrategy inner = inOne(table.tableStrategy());
            rule.table(new TableRule(table.name(), DATABASE + "." + table.name(), database, inner, null));
        }
        return rule.build();
    }

    /** A rule by which a catalog reads tables that could be sharded by each of some columns, by table. */
    static ShardingRule by(Map<String, Set<String>> columns) {
        ShardingRuleBuilder rule = ShardingRuleBuilder.over(List.of(DATABASE));
        columns.forEach((table, candidates) -> rule.table(new TableRule(
                table,
                DATABASE + "." + table,
                ShardingStrategy.complex(List.copyOf(candidates), new OneShard()),
                null,
                null)));
        return rule.build();
    }

    private static @Nullable ShardingStrategy inOne(@Nullable ShardingStrategy strategy) {
        return strategy == null
                ? null
                : new ShardingStrategy(strategy.columns(), new OneShard(), false, strategy.alsoBy());
    }

    private record OneShard() implements ComplexShardingAlgorithm {
        @Override
        public int shardCount() {
            return 1;
        }

        @Override
        public boolean accepts(KeyType type) {
            return true;
        }

        @Override
        public int shard(List<Object> keys) {
            return 0;
        }
    }
}
