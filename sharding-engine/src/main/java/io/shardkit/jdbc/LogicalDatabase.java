package io.shardkit.jdbc;

import io.shardkit.execute.Databases;
import io.shardkit.execute.ProductFacts;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.gather.Gatherer;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.jdbc.metadata.LogicalSchema;
import io.shardkit.planner.PlanCache;
import io.shardkit.rule.ShardingRule;

/**
 * What all connections of one logical data source share. Immutable.
 *
 * @param databases the databases
 * @param rule what is sharded
 * @param plans how texts run
 * @param executor runs what touches several units
 * @param gatherer brings rows of several units to one place
 * @param gatheredWriter runs writes that read rows of several units
 * @param tableNames from actual tables to logical names
 * @param product what the first database said about itself
 */
record LogicalDatabase(
        Databases databases,
        ShardingRule rule,
        PlanCache plans,
        ShardExecutor executor,
        Gatherer gatherer,
        GatheredWriter gatheredWriter,
        TableNames tableNames,
        ProductFacts product) {

    LogicalSchema schema() {
        return new LogicalSchema(rule, databases.defaults(), tableNames, product);
    }
}
