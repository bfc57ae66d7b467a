package io.shardkit.planner.command;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.command.SessionSet;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Setting;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A SET of the connection's state.
 *
 * @param settings a statement for each variable, by its name; those with a parameter take the next one
 * @param local whether it ends with the open transaction
 * @param fallback the data source that is asked whether it takes them if there is no connection yet
 */
public record SetPlan(Map<String, Setting> settings, boolean local, int parameterCount, int fallback)
        implements StatementPlan {

    @Override
    public StatementKind kind() {
        return StatementKind.SET;
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        return new SessionSet(
                preferredDataSource >= 0 ? preferredDataSource : fallback,
                parameterCount == 0 ? settings : filled(parameters),
                local);
    }

    /** Each connection that joins later is told the values as well, so they become literals. */
    private Map<String, Setting> filled(Parameters parameters) throws SQLException {
        Map<String, Setting> filled = new LinkedHashMap<>();
        int next = 0;
        for (Map.Entry<String, Setting> each : settings.entrySet()) {
            Setting setting = each.getValue();
            filled.put(each.getKey(), setting.parameter() ? setting.filled(parameters.value(next++)) : setting);
        }
        return filled;
    }
}
