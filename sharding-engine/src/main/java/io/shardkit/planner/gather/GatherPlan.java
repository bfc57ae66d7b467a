package io.shardkit.planner.gather;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.route.Traffic;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;

/** A SELECT whose tables never lie on one data source: it is answered by gathering in any case. */
public record GatherPlan(StatementKind kind, int parameterCount, GatherSpec gather) implements StatementPlan {
    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        return gather.bind(parameters, preferredDataSource, learned.copies());
    }

    @Override
    public Traffic traffic() {
        return (called, parameters, to) -> gather.tell(parameters, to);
    }
}
