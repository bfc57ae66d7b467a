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
 * @param declared what is sharded, with actual tables that may not be there yet
 * @param rule the same with those that are there
 * @param plans how texts run
 * @param onTablesChanged clears the plans of all rules
 * @param runner runs statements
 * @param product what the first database said about itself
 */
record LogicalDatabase(
        Databases databases,
        CommitProtocols protocols,
        ShardingRule declared,
        ShardingRule rule,
        PlanCache plans,
        Runnable onTablesChanged,
        StatementRunner runner,
        ProductFacts product) {

    /** Whether the other one differs in nothing but the actual tables that are there. */
    @SuppressWarnings("ReferenceEquality") // each rule is an object
    boolean hasRuleOf(LogicalDatabase other) {
        return declared == other.declared;
    }

    LogicalSchema schema() {
        return new LogicalSchema(rule, databases.defaults(), runner.names(), product);
    }
}
