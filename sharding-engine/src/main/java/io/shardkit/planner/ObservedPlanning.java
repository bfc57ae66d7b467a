package io.shardkit.planner;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.observe.Advice;
import io.shardkit.observe.PlanMade;
import io.shardkit.observe.StatementForecast;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.Plan;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.shape.NormalizedSql;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Planning of which a listener is told. */
public record ObservedPlanning(PlanCache.Source source, StatementListener listener) implements PlanCache.Source {

    /** Returns the source itself if there is no listener. */
    public static PlanCache.Source of(PlanCache.Source source, StatementListener listener) {
        return listener == StatementListener.NONE ? source : new ObservedPlanning(source, listener);
    }

    @Override
    public Plan plan(String sql) throws SQLException {
        long start = System.nanoTime();
        Plan plan = source.plan(sql);
        plan.learned().wasMade();
        Refusal refusal = plan.statement().refusal();
        listener.planMade(new PlanMade(
                sql, plan.kind().operation(), refusal == null ? null : refusal.code(), System.nanoTime() - start));
        return plan;
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
        return of(source.on(open), listener);
    }

    @Override
    public PlanCache.Source fresh(OpenConnections open) {
        return of(source.fresh(open), listener);
    }

    @Override
    public void forget() {
        source.forget();
    }
}
