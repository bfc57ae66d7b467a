package io.shardkit.jdbc;

import io.shardkit.execute.Databases;
import io.shardkit.execute.ProductFacts;
import io.shardkit.execute.run.StatementRunner;
import io.shardkit.execute.transaction.CommitProtocols;
import io.shardkit.jdbc.metadata.LogicalSchema;
import io.shardkit.planner.PlanCache;
import io.shardkit.rule.ShardingRule;

/**
 * What all connections of one logical data source share as long as its rule stays. Immutable.
 *
 * @param databases the databases
 * @param protocols how transactions over them commit
 * @param rule what is sharded
 * @param plans how texts run
 * @param onTablesChanged clears the plans of all rules
 * @param runner runs statements
 * @param product what the first database said about itself
 */
record LogicalDatabase(
        Databases databases,
        CommitProtocols protocols,
        ShardingRule rule,
        PlanCache plans,
        Runnable onTablesChanged,
        StatementRunner runner,
        ProductFacts product) {

    LogicalSchema schema() {
        return new LogicalSchema(rule, databases.defaults(), runner.names(), product);
    }
}
