package io.shardkit.jdbc;

import io.shardkit.execute.Databases;
import io.shardkit.execute.ProductFacts;
import io.shardkit.execute.run.StatementRunner;
import io.shardkit.execute.transaction.CommitProtocols;
import io.shardkit.execute.write.StoredEpoch;
import io.shardkit.jdbc.metadata.LogicalSchema;
import io.shardkit.planner.PlanCache;
import io.shardkit.rule.ShardMap;
import io.shardkit.statistics.StatementStatistics;
import org.jspecify.annotations.Nullable;

/**
 * The state that all connections of one logical data source share as long as its rule stays. Immutable.
 *
 * @param databases the databases
 * @param protocols the commit protocols of transactions over the databases
 * @param declared the rule as declared, with actual tables that may not be there yet
 * @param rule the same rule with the actual tables that are there
 * @param plans the execution plans by SQL
 * @param onTablesChanged clears the plans of all rules
 * @param runner runs statements
 * @param product the first database's facts about itself
 * @param statistics counts statements; null if they are not counted
 */
record LogicalDatabase(
        Databases databases,
        CommitProtocols protocols,
        ShardMap declared,
        ShardMap rule,
        PlanCache plans,
        Runnable onTablesChanged,
        StatementRunner runner,
        ProductFacts product,
        @Nullable StatementStatistics statistics) {

    /** Returns true if the other database differs in nothing but the actual tables that are there. */
    @SuppressWarnings("ReferenceEquality") // each rule is an object
    boolean hasRuleOf(LogicalDatabase other) {
        return declared == other.declared;
    }

    /** The same by a rule that is stored; null if it is not. */
    LogicalDatabase by(@Nullable StoredEpoch stored) {
        return new LogicalDatabase(
                databases, protocols, declared, rule, plans, onTablesChanged, runner.by(stored), product, statistics);
    }

    /** The stored rule; null if it is not stored. */
    @Nullable StoredEpoch stored() {
        return runner.writes().stored();
    }

    LogicalSchema schema() {
        return new LogicalSchema(rule, databases.defaults(), runner.names(), product);
    }
}
