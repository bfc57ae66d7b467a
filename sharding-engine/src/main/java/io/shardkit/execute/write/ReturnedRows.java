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
import io.shardkit.plan.Calls;
import io.shardkit.plan.Calls.Counts;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.gather.GatheredUnit;
import io.shardkit.plan.gather.GatheredWrite;
import io.shardkit.sql.statement.Parameters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the calls of one write that answers with rows, and one answer of theirs. */
final class ReturnedRows implements Answers<ResultSet, ReturnedRows.Returned> {
    private final Execution execution;
    private final Plan plan;

    /**
     * The result of a write that returns rows.
     *
     * @param rows the rows of all calls; they own the results
     * @param dataSources the data sources that were written, ascending
     * @param keys the keys that the framework made or knows
     * @param firstMade the first key that the framework made, or null if it made none
     */
    record Returned(RowCursor rows, List<Integer> dataSources, List<Object> keys, @Nullable Object firstMade) {}

    ReturnedRows(Execution execution, Plan plan) {
        this.execution = execution;
        this.plan = plan;
    }

    @Override
    public Execution execution() {
        return execution;
    }

    @Override
    public StatementKind kind() {
        return plan.kind();
    }

    @Override
    public Parameters parameters() {
        return execution.parameters();
    }

    @Override
    public CallRunner<ResultSet> runner(KeyRequest keys) {
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

    /** Returns the outcome of a write for the user, with the rows that the write returned. */
    Outcome.Rows answer(Returned returned) throws SQLException {
        List<ShardConnection> connections = new ArrayList<>();
        for (int dataSource : returned.dataSources()) {
            connections.add(execution.session().connection(dataSource));
        }
        KeySource made = returned.firstMade() == null
                ? null
                : CountedWrites.madeKeys(execution, plan, returned.keys(), returned.firstMade());
        return new Outcome.MergedRows(returned.rows(), connections, made);
    }

    /** @throws SQLException also if copies that should be equal have not the same number of rows */
    @Override
    public Returned of(Calls calls, List<ResultSet> results) throws SQLException {
        RowCursor rows = of(results, order(calls), calls.counts(), limit());
        return new Returned(rows, dataSources(calls), calls.keys(), calls.firstGenerated());
    }

    @Override
    public Returned of(Calls calls, List<ResultSet> results, long deleted) throws SQLException {
        return new Returned(of(calls, results).rows(), dataSources(calls), List.of(), null);
    }

    @Override
    public Returned of(GatheredWrite write, List<ResultSet> results) throws SQLException {
        RowCursor rows = of(results, new int[0], write.counts(), limit());
        List<Integer> dataSources =
                write.writes().stream().map(GatheredUnit::dataSource).toList();
        return new Returned(rows, dataSources, List.of(), null);
    }

    /** One for each call, as results are. */
    private static List<Integer> dataSources(Calls calls) {
        return calls.calls().stream().map(ShardCall::dataSource).toList();
    }

    private RowLimit limit() {
        return execution.settings().limited(RowLimit.NONE);
    }

    @Override
    public Returned ofSome(List<ResultSet> results) {
        throw new IllegalStateException("rows of some units");
    }

    @Override
    public Returned times(Returned answer, int counts) {
        throw new IllegalStateException("rows are not counted");
    }

    @Override
    public long count(Returned answer) {
        throw new IllegalStateException("rows are not counted");
    }

    @Override
    public boolean areRows() {
        return true;
    }

    @Override
    public Returned counted(ErrorCode code, String detail, Counting counting) throws SQLException {
        throw ShardingExceptions.of(code, detail);
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
    private static int[] order(Calls calls) {
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
