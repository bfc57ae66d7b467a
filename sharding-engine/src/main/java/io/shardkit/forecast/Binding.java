package io.shardkit.forecast;

import io.shardkit.catalog.GrowingTables;
import io.shardkit.catalog.OpenConnections;
import io.shardkit.error.ShardingException;
import io.shardkit.observe.Operation;
import io.shardkit.plan.Cost;
import io.shardkit.plan.Plan;
import io.shardkit.planner.PlanCache;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;

/** Binds plans to see what they would cost. */
final class Binding {
    private Binding() {}

    static Cost of(PlanCache plans, String sql, Parameters parameters) throws SQLException {
        Operation operation = Operation.OTHER;
        try {
            Plan plan = plans.get(sql, OpenConnections.NONE);
            operation = plan.kind().operation();
            return GrowingTables.withoutCreating(() -> plan.bind(parameters, -1))
                    .cost(operation);
        } catch (SQLException failure) {
            if (failure instanceof ShardingException refused) {
                return new Cost(operation, Cost.Strategy.REFUSED, 0, refused.errorCode());
            }
            throw failure;
        }
    }
}
