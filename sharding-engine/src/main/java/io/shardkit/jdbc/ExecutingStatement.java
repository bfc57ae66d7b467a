package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailures;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.driver.KeySource;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.driver.SingleShardRunner;
import io.shardkit.execute.run.CountedRows;
import io.shardkit.execute.run.StatementObserver;
import io.shardkit.execute.write.Batch;
import io.shardkit.execute.write.BatchAnswer;
import io.shardkit.jdbc.result.ResultSets;
import io.shardkit.jdbc.result.ShardingResultSet;
import io.shardkit.merge.RowCursor;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has bound plans run, and shows what they answered as JDBC does. */
abstract class ExecutingStatement<E extends Execution> extends AbstractStatement<E> {
    /** The driver's statement whose keys are the answer's, where one call wrote. */
    private @Nullable OpenStatement keyStatement;

    private @Nullable KeySource keySource;

    ExecutingStatement(ShardingConnection connection, E execution) {
        super(connection, execution);
    }

    final Batch newBatch(boolean prepared) {
        return new Batch(connection.runner().writes(), execution, prepared);
    }

    @Override
    final void begin(@Nullable String sql) throws SQLException {
        session().watch().limit(execution.settings().queryTimeout());
        super.begin(sql);
        keyStatement = null;
        keySource = null;
        StatementObserver observer = connection.observer();
        if (observer != null) {
            observer.began(sql);
        }
    }

    /**
     * Runs the statements of a text, each of which tells the listener of itself.
     *
     * @return whether the first one answered with rows
     */
    final boolean execute(StatementSeries series, Parameters parameters) throws SQLException {
        super.begin(null);
        keyStatement = null;
        keySource = null;
        moreAnswers().follow(series);
        series.run(parameters);
        return series.next(CLOSE_CURRENT_RESULT);
    }

    /** The rows that the first statement of a text answered. */
    final ResultSet firstRows() throws SQLException {
        ResultSet rows = getResultSet();
        if (rows == null) {
            throw ShardingExceptions.of(ErrorCode.NOT_A_QUERY, "the first one of several");
        }
        return rows;
    }

    /** The count that the first statement of a text answered. */
    final long firstCount() throws SQLException {
        if (getResultSet() != null) {
            throw ShardingExceptions.of(ErrorCode.IS_A_QUERY, "the first one of several");
        }
        return getLargeUpdateCount();
    }

    /** Tells the listener what the statement does. */
    final void binds(Plan plan) {
        StatementObserver observer = connection.observer();
        if (observer != null) {
            observer.binds(plan);
        }
    }

    /** Tells the listener how the statement runs. */
    private void runs(Plan plan, BoundPlan bound) {
        StatementObserver observer = connection.observer();
        if (observer != null) {
            observer.runs(plan, bound);
        }
    }

    /** Runs what answers with rows. */
    final ShardingResultSet query(Plan plan, BoundPlan bound) throws SQLException {
        runs(plan, bound);
        if (bound instanceof SingleShard one && !plan.writesCopies()) {
            ResultSet rows = connection.runner().single().query(execution, plan, one.call());
            return answer(ResultSets.ofUnit(this, rows, execution.last().shard));
        }
        return answer(shown(
                plan.returning()
                        ? connection.runner().writes().returned(execution, plan, bound)
                        : connection.runner().queries().query(execution, plan, bound)));
    }

    private ShardingResultSet shown(Outcome.Rows rows) throws SQLException {
        if (rows instanceof Outcome.MergedRows merged) {
            keySource = merged.keys();
            return merged(counted(merged.rows(), merged.shards()), merged.shards());
        }
        if (rows instanceof Outcome.GatheredRows gathered) {
            gathered();
            return ResultSets.gathered(
                    this, gathered.rows(), gathered.shard(), gathered.columns(), gathered.labelled());
        }
        if (rows instanceof Outcome.UnitRows unit) {
            return ResultSets.ofUnit(this, unit.rows(), unit.shard());
        }
        return ResultSets.inMemory(this, ((Outcome.MemoryRows) rows).rows());
    }

    private void gathered() {
        StatementObserver observer = connection.observer();
        if (observer != null) {
            observer.gathered();
        }
    }

    private RowCursor counted(RowCursor rows, List<ShardConnection> shards) {
        StatementObserver observer = connection.observer();
        return observer == null || observer.listener() == StatementListener.NONE
                ? rows
                : new CountedRows(rows, shards.size(), observer.listener());
    }

    private ShardingResultSet merged(RowCursor rows, List<ShardConnection> shards) throws SQLException {
        try {
            return ResultSets.merged(this, rows, shards);
        } catch (SQLException | RuntimeException failure) {
            rows.close();
            throw failure;
        }
    }

    /** Runs what answers with a count. */
    final long update(Plan plan, BoundPlan bound, boolean large) throws SQLException {
        runs(plan, bound);
        if (bound instanceof SingleShard one && isOneCall(plan) && plan.kind().writes()) {
            long count = connection.runner().single().update(execution, plan, one.call(), execution.keys(), large);
            keyStatement = execution.last();
            return answer(count);
        }
        Outcome.Written written;
        try {
            written = connection.runner().writes().update(execution, plan, bound, large);
        } catch (SQLException failure) {
            ShardFailures.generated(failure, plan.generatedKeyColumn());
            throw failure;
        }
        keyStatement = written.written();
        keySource = written.keys();
        if (plan.kind() == StatementKind.SET) {
            connection.schemaChanged();
        }
        return answer(written.count());
    }

    /** True of what is the driver's alone if it is one call: nothing has to be done around it. */
    private static boolean isOneCall(Plan plan) {
        return plan.kind() != StatementKind.DDL && !plan.writesCopies();
    }

    /** Runs whatever it is, and says whether there are rows. */
    final boolean execute(Plan plan, BoundPlan bound) throws SQLException {
        runs(plan, bound);
        ShardCall only = bound.single();
        if (only != null && isOneCall(plan)) {
            SingleShardRunner.Answer given = connection.runner().single().execute(execution, plan, only);
            ResultSet rows = given.rows();
            if (plan.kind() == StatementKind.OTHER) {
                moreAnswers().follow(answersOf(execution.last()));
            }
            if (rows == null) {
                keyStatement = execution.last();
                answer(given.count());
                return false;
            }
            answer(ResultSets.ofUnit(this, rows, execution.last().shard));
            return true;
        }
        if (plan.kind().returnsRows()) {
            query(plan, bound);
            return true;
        }
        if (plan.returning()) {
            return hasColumns(query(plan, bound));
        }
        update(plan, bound, true);
        return false;
    }

    /** MariaDB answers a DELETE with a count where it sees beforehand that no row is met. */
    private boolean hasColumns(ShardingResultSet rows) throws SQLException {
        if (rows.getMetaData().getColumnCount() > 0) {
            return true;
        }
        closeResult();
        answer(0);
        return false;
    }

    /** Of what one database got as it was written: its driver knows them. */
    private OtherAnswers.Next answersOf(OpenStatement open) {
        return current -> session().watch().bounded(() -> {
            if (open.statement.getMoreResults(Math.min(current, KEEP_CURRENT_RESULT))) {
                answer(ResultSets.ofUnit(this, open.statement.getResultSet(), open.shard));
                return true;
            }
            answer(DriverCalls.count(open.statement));
            return false;
        });
    }

    private OtherAnswers.@Nullable Next next() {
        OtherAnswers others = others();
        return others == null ? null : others.next();
    }

    /** Only what is not understood, and a text of several statements, can have several answers. */
    @Override
    public final boolean getMoreResults(int current) throws SQLException {
        boolean more = super.getMoreResults(current);
        OtherAnswers.Next next = next();
        return next == null ? more : next.next(current);
    }

    /** Runs a batch. */
    final long[] execute(Batch batch, boolean large) throws SQLException {
        BatchAnswer answer;
        try {
            answer = batch.execute(connection.runner().writes(), large);
        } finally {
            StatementObserver observer = connection.observer();
            if (observer != null) {
                observer.wentTo(batch.units());
            }
        }
        keySource = answer.keys();
        wrote(answer.counts());
        succeeded();
        return answer.counts();
    }

    private void wrote(long[] counts) {
        StatementObserver observer = connection.observer();
        if (observer != null) {
            observer.wrote(Arrays.stream(counts).filter(count -> count > 0).sum());
        }
    }

    @Override
    public final ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        if (next() instanceof StatementSeries series) {
            return series.keys();
        }
        OtherAnswers others = moreAnswers();
        others.closeKeys();
        if (keySource != null) {
            return others.keys(ResultSets.inMemory(this, keySource.keys().rows()));
        }
        return others.keys(
                keyStatement == null
                        ? ResultSets.inMemory(this, GeneratedKeyRows.NONE.rows())
                        : ResultSets.ofUnit(this, keyStatement.statement.getGeneratedKeys(), keyStatement.shard));
    }
}
