package io.shardkit.planner.advice;

import io.shardkit.catalog.Catalog;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.StatementPlan;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import java.sql.SQLException;
import java.util.function.UnaryOperator;

/** Plans a text as it would be if something were otherwise. */
@FunctionalInterface
public interface Replanning {
    /**
     * The plan, or why it is refused.
     *
     * @param change of what is known of the text
     * @throws SQLException as planning does, also with refusals
     */
    Attempt<StatementPlan> plan(String sql, ShardMap rule, Catalog catalog, UnaryOperator<ParsedStatement> change)
            throws SQLException;
}
