package io.shardkit.planner.write;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A write that answers with rows: it says RETURNING. Immutable.
 *
 * @param write the write itself
 */
public record ReturningPlan(StatementPlan write) implements StatementPlan {
    @Override
    public StatementKind kind() {
        return write.kind();
    }

    @Override
    public int parameterCount() {
        return write.parameterCount();
    }

    @Override
    public @Nullable String generatedKeyColumn() {
        return write.generatedKeyColumn();
    }

    @Override
    public boolean returning() {
        return true;
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        return write.bind(parameters, preferredDataSource, learned);
    }

    @Override
    public String reason(BoundPlan bound) {
        return write.reason(bound);
    }
}
