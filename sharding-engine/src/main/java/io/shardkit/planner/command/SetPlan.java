package io.shardkit.planner.command;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.sql.statement.Parameters;
import java.util.Map;

/**
 * A SET of the connection's state.
 *
 * @param settings a statement for each variable, by its name
 * @param fallback the data source that is asked whether it takes them if there is no connection yet
 */
public record SetPlan(Map<String, String> settings, int fallback) implements StatementPlan {

    @Override
    public StatementKind kind() {
        return StatementKind.SET;
    }

    @Override
    public int parameterCount() {
        return 0;
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) {
        return new BoundPlan.SessionSet(preferredDataSource >= 0 ? preferredDataSource : fallback, settings);
    }
}
