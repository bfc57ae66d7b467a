package io.shardkit.planner.write;

import io.shardkit.planner.select.LimitedReadPlan;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Plans a locking read of the first rows of an order. */
@FunctionalInterface
public interface LockingReads {
    /** How it runs over several units, or null if it may not. */
    @Nullable LimitedReadPlan plan(String sql) throws SQLException;
}
