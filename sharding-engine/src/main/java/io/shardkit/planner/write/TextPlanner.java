package io.shardkit.planner.write;

import io.shardkit.plan.Attempt;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.select.LimitedReadPlan;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Plans statements whose SQL is made of that of another statement. */
public interface TextPlanner {
    /** The plan, or why the statement is refused. */
    Attempt<StatementPlan> plan(String sql) throws SQLException;

    /**
     * Returns the plan of a locking read of the first rows of an order over several units, or null if the read may not
     * run so.
     */
    @Nullable LimitedReadPlan lockingRead(String sql) throws SQLException;
}
