package io.shardkit.planner;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.observe.Advice;
import io.shardkit.observe.StatementForecast;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.shape.NormalizedSql;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Planning that does something with each plan of another source, and passes all else on to it. */
interface PlanningAround extends PlanCache.Source {
    /** The other source. */
    PlanCache.Source source();

    /** The same around another source. */
    PlanCache.Source around(PlanCache.Source other);

    @Override
    default Plan ofLookup(String sql) throws SQLException {
        return source().ofLookup(sql);
    }

    @Override
    default List<Advice> advice(String sql, PastExecution run) throws SQLException {
        return source().advice(sql, run);
    }

    @Override
    default @Nullable StatementForecast forecast(String sql, ShardMap other) throws SQLException {
        return source().forecast(sql, other);
    }

    @Override
    default @Nullable ShardCall describe(String sql) throws SQLException {
        return source().describe(sql);
    }

    @Override
    default @Nullable NormalizedSql shape(String sql) {
        return source().shape(sql);
    }

    @Override
    default boolean isQualified(String sql) throws SQLException {
        return source().isQualified(sql);
    }

    @Override
    default PlanCache.Source on(OpenConnections open) {
        return around(source().on(open));
    }

    @Override
    default PlanCache.Source fresh(OpenConnections open) {
        return around(source().fresh(open));
    }

    @Override
    default void forget() {
        source().forget();
    }
}
