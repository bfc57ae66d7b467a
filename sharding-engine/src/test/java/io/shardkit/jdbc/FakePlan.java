package io.shardkit.jdbc;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;

/** A plan made by hand. */
record FakePlan(StatementKind kind, int parameterCount, String generatedKeyColumn, Binder binder) implements Plan {

    interface Binder {
        BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException;
    }

    static FakePlan of(StatementKind kind, int parameterCount, Binder binder) {
        return new FakePlan(kind, parameterCount, null, binder);
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException {
        return binder.bind(parameters, preferredDataSource);
    }
}
