package io.shardkit.jdbc;

import io.shardkit.execute.ShardConnection;
import io.shardkit.jdbc.result.ShardingResultSet;
import io.shardkit.merge.RowCursor;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Runs writes that answer with rows. */
final class ReturnedWrites extends WriteExecution<ResultSet, ShardingResultSet> {
    ReturnedWrites(ExecutingStatement statement, Plan plan) {
        super(statement, plan, statement.parameters(), ParallelismChoice.IN_TURN);
    }

    @Override
    ReturningRunner runner() {
        return new ReturningRunner(statement);
    }

    @Override
    ShardingResultSet send(BoundPlan.Calls calls) throws SQLException {
        RowCursor rows = write(calls, results -> ReturnedRows.of(results, calls, statement.limited(RowLimit.NONE)));
        ShardingResultSet answer =
                answer(rows, calls.calls().stream().map(ShardCall::dataSource).toList());
        if (calls instanceof BoundPlan.SplitInsert insert && insert.generated()) {
            statement.madeKeys(plan, insert.keys(), insert.firstGenerated());
        }
        return answer;
    }

    @Override
    ShardingResultSet gather(BoundPlan.GatheredWrite write) throws SQLException {
        RowCursor rows = write(write, results -> ReturnedRows.of(results, write, statement.limited(RowLimit.NONE)));
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
