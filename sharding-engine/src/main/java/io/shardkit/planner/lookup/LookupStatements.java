package io.shardkit.planner.lookup;

import io.shardkit.plan.Attempt;
import io.shardkit.plan.StatementPlan;
import java.sql.SQLException;

/** Plans statements on lookup tables, which users may not write. */
@FunctionalInterface
public interface LookupStatements {
    /** @throws SQLException if a database cannot be asked */
    Attempt<StatementPlan> plan(String sql) throws SQLException;
}
