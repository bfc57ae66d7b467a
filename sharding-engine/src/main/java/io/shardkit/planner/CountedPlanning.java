package io.shardkit.planner;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.observe.Advice;
import io.shardkit.observe.StatementForecast;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.shape.NormalizedSql;
import io.shardkit.statistics.StatementStatistics;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Planning by which the executions of each statement are counted. */
public record CountedPlanning(PlanCache.Source source, StatementStatistics statistics) implements PlanCache.Source {

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
    public List<Advice> advice(String sql, PastExecution run) throws SQLException {
        return source.advice(sql, run);
    }

    @Override
    public @Nullable StatementForecast forecast(String sql, ShardMap other) throws SQLException {
        return source.forecast(sql, other);
    }

    @Override
    public Plan ofLookup(String sql) throws SQLException {
        return source.ofLookup(sql);
    }

    @Override
    public @Nullable ShardCall describe(String sql) throws SQLException {
        return source.describe(sql);
    }

    @Override
    public @Nullable NormalizedSql shape(String sql) {
        return source.shape(sql);
    }

    @Override
    public boolean isQualified(String sql) throws SQLException {
        return source.isQualified(sql);
    }

    @Override
    public PlanCache.Source on(OpenConnections open) {
        return new CountedPlanning(source.on(open), statistics);
    }

    @Override
    public PlanCache.Source fresh(OpenConnections open) {
        return new CountedPlanning(source.fresh(open), statistics);
    }

    @Override
    public void forget() {
        source.forget();
    }
}
