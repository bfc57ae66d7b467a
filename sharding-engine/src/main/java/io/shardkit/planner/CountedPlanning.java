package io.shardkit.planner;

import io.shardkit.plan.Plan;
import io.shardkit.statistics.StatementStatistics;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Planning by which the executions of each statement are counted. */
public record CountedPlanning(PlanCache.Source source, StatementStatistics statistics) implements PlanningAround {

    /** Returns the source itself if nothing is counted. */
    public static PlanCache.Source of(PlanCache.Source source, @Nullable StatementStatistics statistics) {
        return statistics == null ? source : new CountedPlanning(source, statistics);
    }

    @Override
    public Plan plan(String sql) throws SQLException {
        Plan plan = source.plan(sql);
        return plan.countedBy(statistics.of(sql, plan.kind().operation()));
    }

    @Override
    public PlanCache.Source around(PlanCache.Source other) {
        return new CountedPlanning(other, statistics);
    }
}
