package io.shardkit.plan;

import io.shardkit.sql.Parameters;
import java.util.Map;

/**
 * A SET of the connection's state.
 *
 * @param settings a statement for each variable, by its name
 * @param fallback the data source that is asked whether it takes them if there is no connection yet
 */
record SetPlan(Map<String, String> settings, int fallback) implements Plan {

    @Override
    public StatementKind kind() {
        return StatementKind.SET;
    }

    @Override
    public int parameterCount() {
        return 0;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) {
        return new BoundPlan.SessionSet(preferredDataSource >= 0 ? preferredDataSource : fallback, settings);
    }
}
