package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.PreparedExecution;
import io.shardkit.plan.Plan;
import io.shardkit.sql.statement.Parameters;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A text of several statements with the values of their parameters. */
final class SeriesPreparedStatement extends ExecutingStatement<PreparedExecution> implements ParameterSetters {
    private final StatementSeries series;

    /** @param plan which refuses the text as one statement */
    SeriesPreparedStatement(ShardingConnection connection, String sql, Plan plan, CursorKind cursor, KeyRequest keys)
            throws SQLException {
        super(connection, new PreparedExecution(connection.session(), plan, cursor, keys));
        this.series = new StatementSeries(this, sql, keys);
        execution.take(new Parameters(series.parameterCount()));
    }

    @Override
    public boolean execute() throws SQLException {
        if (parameters().size() > series.parameterCount()) {
            throw ShardingExceptions.of(
                    ErrorCode.INVALID_ARGUMENT, "parameter " + parameters().size() + " of " + series.parameterCount());
        }
        bufferStreams();
        return execute(series, parameters());
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        execute();
        return firstRows();
    }

    @Override
    public int executeUpdate() throws SQLException {
        return (int) executeLargeUpdate();
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        execute();
        return firstCount();
    }

    @Override
    public PreparedExecution prepared() {
        return execution;
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        execution.forgetParameters();
        execution.take(new Parameters(series.parameterCount()));
    }

    @Override
    public void addBatch() throws SQLException {
        throw notInBatches();
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
    }

    @Override
    public int[] executeBatch() throws SQLException {
        throw notInBatches();
    }

    private static SQLException notInBatches() {
        return ShardingExceptions.of(ErrorCode.SEVERAL_STATEMENTS, "in a batch");
    }

    /** The columns of the rows that are shown; null before it has run. */
    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        ResultSet rows = getResultSet();
        return rows == null ? null : rows.getMetaData();
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return new ShardingParameterMetaData(series.parameterCount(), () -> null);
    }
}
