package io.shardkit.jdbc;

import io.shardkit.dialect.facts.CommandRules.SeveralStatements;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.PreparedExecution;
import io.shardkit.execute.run.StatementObserver;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.write.Batch;
import io.shardkit.execute.write.UpdateCounts;
import io.shardkit.hint.ShardingHint;
import io.shardkit.jdbc.result.ShardingResultSetMetaData;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A text with its plan and the values of its parameters.
 */
@SuppressWarnings("try") // the scopes are there to be open
final class ShardingPreparedStatement extends ExecutingStatement<PreparedExecution> implements ParameterSetters {
    private final String sql;
    private @Nullable Batch batch;
    private long epoch;

    /**
     * @param plan of the text
     * @param epoch of the plans, read before the plan was
     */
    ShardingPreparedStatement(
            ShardingConnection connection, String sql, Plan plan, long epoch, CursorKind cursor, KeyRequest keys) {
        super(connection, new PreparedExecution(connection.session(), plan, cursor, keys));
        this.sql = sql;
        this.epoch = epoch;
    }

    /** The plan, made anew if tables or the rule were changed since it was made. */
    private Plan current() throws SQLException {
        long now = connection.plans().epoch();
        if (now != epoch || execution.plan().statement().isForOnce()) {
            execution.replan(connection.plan(sql));
            epoch = now;
        }
        return execution.plan();
    }

    /** Takes parameters and settings from a statement that it is one part of. */
    void take(ExecutingStatement<?> whole, SeveralStatements rule, Parameters given) throws SQLException {
        execution.take(given);
        // Rows that are fetched bit by bit end with the transaction.
        if (whole.getFetchSize() != 0 && rule != SeveralStatements.IN_ONE_TRANSACTION) {
            setFetchSize(whole.getFetchSize());
        }
        if (whole.getLargeMaxRows() != 0) {
            setLargeMaxRows(whole.getLargeMaxRows());
        }
        if (whole.getMaxFieldSize() != 0) {
            setMaxFieldSize(whole.getMaxFieldSize());
        }
        if (whole.getQueryTimeout() != 0) {
            setQueryTimeout(whole.getQueryTimeout());
        }
    }

    @Override
    void forgetPlan() {
        epoch = -1;
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        begin(sql);
        while (true) {
            try (ShardingHint key = openKey()) {
                return query(current(), bind());
            } catch (SQLException failure) {
                again(sql, failure);
            }
        }
    }

    @Override
    public int executeUpdate() throws SQLException {
        begin(sql);
        while (true) {
            try (ShardingHint key = openKey()) {
                return (int) update(current(), bind(), false);
            } catch (SQLException failure) {
                again(sql, failure);
            }
        }
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        begin(sql);
        while (true) {
            try (ShardingHint key = openKey()) {
                return update(current(), bind(), true);
            } catch (SQLException failure) {
                again(sql, failure);
            }
        }
    }

    @Override
    public boolean execute() throws SQLException {
        begin(sql);
        while (true) {
            try (ShardingHint key = openKey()) {
                return execute(current(), bind());
            } catch (SQLException failure) {
                again(sql, failure);
            }
        }
    }

    private BoundPlan bind() throws SQLException {
        Plan plan = execution.plan();
        binds(plan);
        BoundPlan bound = connection.runner().bind(execution, plan, parameters());
        if (parameters().size() > plan.parameterCount()) {
            throw ShardingExceptions.of(
                    ErrorCode.INVALID_ARGUMENT, "parameter " + parameters().size() + " of " + plan.parameterCount());
        }
        if (!bound.isOne()) {
            bufferStreams();
        }
        return bound;
    }

    @Override
    public PreparedExecution prepared() {
        return execution;
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        execution.forgetParameters();
    }

    private Batch batch() {
        if (batch == null) {
            batch = newBatch(true);
        }
        return batch;
    }

    @Override
    public void addBatch() throws SQLException {
        checkOpen();
        for (int i = 0; i < execution.plan().parameterCount(); i++) {
            if (!parameters().isSet(i)) {
                throw ShardingExceptions.of(ErrorCode.PARAMETER_MISSING, "parameter " + (i + 1));
            }
        }
        bufferStreams();
        batch().add(current(), parameters().copy());
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch().clear();
    }

    @Override
    public int[] executeBatch() throws SQLException {
        return UpdateCounts.ints(run(false));
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        return run(true);
    }

    private long[] run(boolean large) throws SQLException {
        begin(null);
        while (true) {
            try (ShardingHint key = openKey()) {
                batch().replan(current());
                StatementObserver observer = connection.observer();
                if (observer != null) {
                    observer.runsBatch(sql, execution.plan());
                }
                return execute(batch(), large);
            } catch (SQLException failure) {
                try {
                    again(null, failure);
                } catch (SQLException last) {
                    batch().clear();
                    throw last;
                }
            }
        }
    }

    /** The columns; before there is a result, as one shard describes them. */
    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        ResultSet result = getResultSet();
        if (result != null && !result.isClosed()) {
            return result.getMetaData();
        }
        PreparedStatement described = execution.plan().kind().returnsRows() ? described() : null;
        ResultSetMetaData columns = described == null ? null : asking(described::getMetaData);
        return columns == null ? null : new ShardingResultSetMetaData(columns, Integer.MAX_VALUE, tableNames());
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return new ShardingParameterMetaData(execution.plan().parameterCount(), () -> {
            PreparedStatement described = described();
            return described == null ? null : asking(described::getParameterMetaData);
        });
    }

    /** The statement prepared on one shard, to be asked and not to be run; null if no shard has all its tables. */
    private @Nullable PreparedStatement described() throws SQLException {
        checkOpen();
        session().transactions().checkStatement();
        session().watch().limit(execution.settings().queryTimeout());
        ShardCall call = connection.plans().describe(sql);
        if (call == null) {
            return null;
        }
        ShardConnection shard = session().connection(call.dataSource());
        return asking(() -> Objects.requireNonNull(
                execution.physical().prepared(shard, call.sql(), execution.cursor(), execution.keys()).prepared));
    }

    /** A question to a database may fail as a statement does, and spoil the transaction. */
    private <R> R asking(Step<R> question) throws SQLException {
        try {
            return session().watch().withinStatement(question);
        } catch (SQLException failure) {
            session().failed(failure);
            throw failure;
        }
    }
}
