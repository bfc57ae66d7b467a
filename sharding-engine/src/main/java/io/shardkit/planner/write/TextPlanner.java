package io.shardkit.planner.write;

import io.shardkit.plan.Attempt;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.select.LimitedReadPlan;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Plans statements whose texts are made of that of another one. */
public interface TextPlanner {
    /** The plan, or why the statement is refused. */
    Attempt<StatementPlan> plan(String sql) throws SQLException;

    /** How a locking read of the first rows of an order runs over several units, or null if it may not. */
    @Nullable LimitedReadPlan lockingRead(String sql) throws SQLException;
}
