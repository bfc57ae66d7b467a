package io.shardkit.planner;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.dialect.Dialect;
import io.shardkit.heat.Heat;
import io.shardkit.observe.Advice;
import io.shardkit.observe.StatementForecast;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.route.Traffic;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.shape.NormalizedSql;
import io.shardkit.sql.text.ValuelessText;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Planning by which executions on sharded tables are counted. */
public record HeatPlanning(PlanCache.Source source, Dialect dialect, Heat.OfRule heat) implements PlanCache.Source {

    @Override
    public Plan plan(String sql) throws SQLException {
        Plan plan = source.plan(sql);
        Traffic traffic = plan.statement().traffic();
        if (traffic == Traffic.NONE) {
            return plan;
        }
        String shape = Heat.shortened(ValuelessText.of(sql, dialect));
        return new Plan(new HeatedPlan(plan.statement(), traffic, shape, heat))
                .servedBy(plan.serving())
                .countedBy(plan.counter());
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
        return new HeatPlanning(source.on(open), dialect, heat);
    }

    @Override
    public PlanCache.Source fresh(OpenConnections open) {
        return new HeatPlanning(source.fresh(open), dialect, heat);
    }

    @Override
    public void forget() {
        source.forget();
    }
}
