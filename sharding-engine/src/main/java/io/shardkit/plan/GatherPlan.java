package io.shardkit.plan;

import io.shardkit.sql.Parameters;
import java.sql.SQLException;

/** A SELECT whose tables never lie on one data source: it is answered by gathering in any case. */
record GatherPlan(StatementKind kind, int parameterCount, GatherSpec gather) implements Plan {
    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException {
        return gather.bind(parameters, preferredDataSource);
    }
}
