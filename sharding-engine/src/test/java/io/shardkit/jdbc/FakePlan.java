package io.shardkit.jdbc;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Plan;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;

/** A plan made by hand. */
record FakePlan(StatementKind kind, int parameterCount, String generatedKeyColumn, Binder binder)
        implements StatementPlan {

    interface Binder {
        BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException;
    }

    static Plan of(StatementKind kind, int parameterCount, Binder binder) {
        return new Plan(new FakePlan(kind, parameterCount, null, binder));
    }

    /** An INSERT for which the framework makes the values of a column. */
    static Plan generating(int parameterCount, String column, Binder binder) {
        return new Plan(new FakePlan(StatementKind.INSERT, parameterCount, column, binder));
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        return binder.bind(parameters, preferredDataSource);
    }
}
