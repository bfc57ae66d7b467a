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
        ShardingResultSet answer =
                answer(rows, calls.calls().stream().map(ShardCall::dataSource).toList());
        if (calls instanceof BoundPlan.RowInsert insert && insert.generated()) {
            statement.madeKeys(plan, insert.keys(), insert.firstGenerated());
        }
        return answer;
    }

    @Override
    ShardingResultSet gather(BoundPlan.GatheredWrite write) throws SQLException {
        RowCursor rows = statement
                .connection
                .gatheredWriter()
                .<ResultSet, RowCursor>run(
                        statement.session,
                        plan.kind(),
                        write,
                        statement.parameters(),
                        new ReturningRunner(statement),
                        statement.settings.queryTimeout(),
                        results -> ReturnedRows.of(results, write, statement.limited(RowLimit.NONE)));
        return answer(
                rows,
                write.writes().stream().map(BoundPlan.GatheredUnit::dataSource).toList());
    }

    private ShardingResultSet answer(RowCursor rows, List<Integer> dataSources) throws SQLException {
        List<ShardConnection> connections = new ArrayList<>();
        for (int dataSource : dataSources) {
            connections.add(statement.session.connection(dataSource));
        }
        return statement.answer(ShardingResultSet.merged(statement, rows, connections));
    }

    @Override
    ShardingResultSet gather(BoundPlan.GatheredInsert insert) {
        throw new IllegalStateException("a write that returns rows was bound to one whose rows are made elsewhere");
    }
}
