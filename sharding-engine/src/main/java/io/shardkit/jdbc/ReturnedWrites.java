package io.shardkit.jdbc;

import io.shardkit.execute.ShardConnection;
import io.shardkit.merge.RowCursor;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Runs writes that answer with rows. */
final class ReturnedWrites extends Writes<ShardingResultSet> {
    private final ExecutingStatement statement;
    private final Plan plan;

    ReturnedWrites(ExecutingStatement statement, Plan plan) {
        super(statement.session);
        this.statement = statement;
        this.plan = plan;
    }

    @Override
    ShardingResultSet send(BoundPlan.Calls calls) throws SQLException {
        if (calls instanceof BoundPlan.RowInsert insert && insert.generated()) {
            statement.makesKeys();
        }
        RowCursor rows = statement
                .connection
                .executor()
                .<ResultSet, RowCursor>write(
                        statement.session,
                        plan.kind(),
                        calls.calls(),
                        new ReturningRunner(statement),
                        statement.settings.queryTimeout(),
                        results -> ReturnedRows.of(results, calls, statement.limited(RowLimit.NONE)));
        List<ShardConnection> connections = new ArrayList<>();
        for (ShardCall call : calls.calls()) {
            connections.add(statement.session.connection(call.dataSource()));
        }
        ShardingResultSet answer = statement.answer(ShardingResultSet.merged(statement, rows, connections));
        if (calls instanceof BoundPlan.RowInsert insert && insert.generated()) {
            statement.madeKeys(plan, insert.keys(), insert.firstGenerated());
        }
        return answer;
    }

    @Override
    ShardingResultSet gather(BoundPlan.GatheredWrite write) {
        throw notBound();
    }

    @Override
    ShardingResultSet gather(BoundPlan.GatheredInsert insert) {
        throw notBound();
    }

    private static IllegalStateException notBound() {
        return new IllegalStateException("a write that returns rows was bound to one that gathers");
    }
}
