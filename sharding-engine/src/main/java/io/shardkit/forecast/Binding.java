package io.shardkit.forecast;

import io.shardkit.catalog.GrowingTables;
import io.shardkit.catalog.OpenConnections;
import io.shardkit.error.ShardingException;
import io.shardkit.observe.Operation;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.Plan;
import io.shardkit.plan.lookup.LookedUpStatement;
import io.shardkit.plan.lookup.LookupWrite;
import io.shardkit.planner.PlanCache;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;

/** Binds plans to see how they would run. */
final class Binding {
    private Binding() {}

    static Forecast of(PlanCache plans, String sql, Parameters parameters) throws SQLException {
        Operation operation = Operation.OTHER;
        try {
            Plan plan = plans.get(sql, OpenConnections.NONE);
            operation = plan.kind().operation();
            BoundPlan bound = GrowingTables.withoutCreating(() -> plan.bind(parameters, -1));
            if (bound instanceof LookedUpStatement lookup) {
                return new Forecast(
                        operation, Forecast.Strategy.LOOKUP, lookup.looks().size() + 1, null);
            }
            Fanout fanout = bound.fanout();
            Forecast.Strategy way =
                    switch (fanout.way()) {
                        case NONE, BATCH -> Forecast.Strategy.NONE;
                        case ONE_UNIT -> Forecast.Strategy.ONE_UNIT;
                        case SCATTER ->
                            bound instanceof LookupWrite ? Forecast.Strategy.LOOKUP : Forecast.Strategy.SCATTER;
                        case GATHER -> Forecast.Strategy.GATHER;
                    };
            return new Forecast(operation, way, fanout.units(), null);
        } catch (SQLException failure) {
            if (failure instanceof ShardingException refused) {
                return new Forecast(operation, Forecast.Strategy.REFUSED, 0, refused.errorCode());
            }
            throw failure;
        }
    }
}
