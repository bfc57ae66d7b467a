package io.shardkit.planner;

import io.shardkit.observe.PlanMade;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.Plan;
import io.shardkit.plan.Refusal;
import java.sql.SQLException;

/** Planning of which a listener is told. */
public record ObservedPlanning(PlanCache.Source source, StatementListener listener) implements PlanningAround {

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
    public PlanCache.Source around(PlanCache.Source other) {
        return new ObservedPlanning(other, listener);
    }
}
