package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.KeySource;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.merge.Merger;
import io.shardkit.merge.RowCursor;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundPlan.Counts;
import io.shardkit.plan.ShardCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the calls of one write are made that answers with rows, and what their answers are together. */
final class ReturnedRows implements UpsertWriter.Upsert<ResultSet, Outcome.Rows> {
    private final Execution execution;

    ReturnedRows(Execution execution) {
        this.execution = execution;
    }

    CallRunner<ResultSet> runner() {
        return runner(execution.keys());
    }

    @Override
    public CallRunner<ResultSet> runner(BoundPlan.Calls calls) {
        return runner();
    }

    @Override
    public Outcome.Rows answer(BoundPlan.Calls calls, List<ResultSet> results, long deleted) throws SQLException {
        return answer(
                of(results, calls),
                calls.calls().stream().map(ShardCall::dataSource).toList(),
                null);
    }

    /** @param keys which keys the driver is asked for */
    CallRunner<ResultSet> runner(KeyRequest keys) {
        return new CallRunner<>(
                (shard, call) -> opened(shard, call, keys),
                (part, call) -> DriverCalls.returned(part, call.sql()),
                execution.parts());
    }

    /** All rows are fetched before the transaction ends. */
    private Statement opened(ShardConnection shard, ShardCall call, KeyRequest keys) throws SQLException {
        OpenStatement open = execution.openPart(shard, call, execution.parameters(), execution.cursor(), keys);
        execution.settings().applyPart(open, false, 0);
        open.forgetSettings();
        open.statement.setFetchSize(0);
        return open.statement;
    }

    Outcome.Rows answer(RowCursor rows, List<Integer> dataSources, @Nullable KeySource keys) throws SQLException {
        List<ShardConnection> connections = new ArrayList<>();
        for (int dataSource : dataSources) {
            connections.add(execution.session().connection(dataSource));
        }
        return new Outcome.MergedRows(rows, connections, keys);
    }

    /**
     * The rows together; they own the results.
     *
     * @param calls those that returned them
     * @throws SQLException if copies that should be equal have not the same number of rows
     */
    RowCursor of(List<ResultSet> results, BoundPlan.Calls calls) throws SQLException {
        return of(results, order(calls), calls.counts(), execution.settings().limited(RowLimit.NONE));
    }

    /** The same of a write that read copies. */
    RowCursor of(List<ResultSet> results, BoundPlan.GatheredWrite write) throws SQLException {
        return of(results, new int[0], write.counts(), execution.settings().limited(RowLimit.NONE));
    }

    private static RowCursor of(List<ResultSet> results, int[] order, Counts counts, RowLimit limit)
            throws SQLException {
        if (counts == Counts.SUM) {
            return Merger.interleave(order, limit, order.length == 0 ? withColumns(results) : results);
        }
        @Nullable GeneratedKeyRows first = null;
        for (ResultSet result : results) {
            try (ResultSet copy = result) {
                GeneratedKeyRows rows = GeneratedKeyRows.read(copy);
                if (first == null) {
                    first = rows;
                } else if (first.values().size() != rows.values().size()) {
                    throw ShardingExceptions.of(
                            ErrorCode.BROADCAST_DIVERGED,
                            first.values().size() + " and " + rows.values().size());
                }
            }
        }
        return Merger.interleave(
                order, limit, List.of(Objects.requireNonNull(first).rows()));
    }

    /** MariaDB answers without columns where it sees beforehand that no row is met. */
    private static List<ResultSet> withColumns(List<ResultSet> results) throws SQLException {
        List<ResultSet> withColumns = new ArrayList<>();
        for (ResultSet result : results) {
            if (result.getMetaData().getColumnCount() > 0) {
                withColumns.add(result);
            }
        }
        return withColumns.isEmpty() ? results : withColumns;
    }

    /** For each row of an INSERT the number of the call that wrote it; empty if one result comes after the other. */
    private static int[] order(BoundPlan.Calls calls) {
        int count = 0;
        for (int call = 0; call < calls.calls().size(); call++) {
            count += calls.rowsOf(call).length;
        }
        int[] order = new int[count];
        for (int call = 0; call < calls.calls().size(); call++) {
            for (int row : calls.rowsOf(call)) {
                order[row] = call;
            }
        }
        return order;
    }
}
