package io.shardkit.planner;

import io.shardkit.dialect.Dialect;
import io.shardkit.heat.Heat;
import io.shardkit.plan.Plan;
import io.shardkit.route.Traffic;
import io.shardkit.sql.text.ValuelessText;
import java.sql.SQLException;

/** Planning by which executions on sharded tables are counted. */
public record HeatPlanning(PlanCache.Source source, Dialect dialect, Heat.OfRule heat) implements PlanningAround {

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
    public PlanCache.Source around(PlanCache.Source other) {
        return new HeatPlanning(other, dialect, heat);
    }
}
