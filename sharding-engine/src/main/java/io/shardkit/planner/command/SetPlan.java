package io.shardkit.planner.command;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A SET of the connection's state.
 *
 * @param settings a statement for each variable, by its name; one that has a {@code ?} takes the next parameter
 * @param local whether it ends with the open transaction
 * @param fallback the data source that is asked whether it takes them if there is no connection yet
 */
public record SetPlan(Map<String, String> settings, boolean local, int parameterCount, int fallback)
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
        return new BoundPlan.SessionSet(
                preferredDataSource >= 0 ? preferredDataSource : fallback,
                parameterCount == 0 ? settings : filled(parameters),
                local);
    }

    /** Each connection that joins later is told the values as well, so they become literals. */
    private Map<String, String> filled(Parameters parameters) throws SQLException {
        Map<String, String> filled = new LinkedHashMap<>();
        int next = 0;
        for (Map.Entry<String, String> each : settings.entrySet()) {
            String sql = each.getValue();
            int place = sql.endsWith("?") ? sql.length() - 1 : settings.size() == 1 ? sql.indexOf('?') : -1;
            boolean parameter = place >= 0;
            filled.put(
                    each.getKey(),
                    parameter
                            ? sql.substring(0, place) + literal(parameters.value(next)) + sql.substring(place + 1)
                            : sql);
            next += parameter ? 1 : 0;
        }
        return filled;
    }

    private static String literal(@Nullable Object value) throws SQLException {
        if (value == null || value instanceof Boolean) {
            return String.valueOf(value).toUpperCase(Locale.ROOT);
        }
        String text = value.toString();
        if (value instanceof Number) {
            return text;
        }
        if (!(value instanceof String) || text.contains("'") || text.contains("\\")) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_STATEMENT,
                    "SET to a parameter that is neither a number nor a text without quotes and backslashes");
        }
        return "'" + text + "'";
    }
}
