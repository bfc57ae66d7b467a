package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.write.UpdateCounts;
import io.shardkit.jdbc.result.ShardingResultSetMetaData;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.planner.PlanCache;
import io.shardkit.sql.statement.Parameters;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A statement with its plan. Where one execution concerns one unit, it sets the parameters on the driver's own prepared
 * statement, which it keeps, and runs that on the caller's thread.
 */
final class ShardingPreparedStatement extends ParameterSetters {
    private final String sql;
    private final PlanCache plans;
    private final KeyRequest keys;
    private @Nullable Batch batch;
    private Plan plan;
    private long epoch;
    private @Nullable ShardCall lastCall;
    private @Nullable OpenStatement lastOpen;

    /**
     * @param plan of the text
     * @param epoch of the plans, read before the plan was
     */
    ShardingPreparedStatement(
            ShardingConnection connection, String sql, Plan plan, long epoch, CursorKind cursor, KeyRequest keys) {
        super(connection, cursor, plan.parameterCount());
        this.sql = sql;
        this.plan = plan;
        this.epoch = epoch;
        this.plans = connection.plans();
        this.keys = keys;
    }

    /** The plan, made anew if tables were changed since it was made. */
    private Plan current() throws SQLException {
        long now = plans.epoch();
        if (now != epoch) {
            plan = connection.plan(sql);
            epoch = now;
        }
        return plan;
    }

    @Override
    void forgetPlan() {
        epoch = -1;
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        begin(sql);
        return query(current(), bind());
    }

    @Override
    public int executeUpdate() throws SQLException {
        begin(sql);
        return (int) update(current(), bind(), false);
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        begin(sql);
        return update(current(), bind(), true);
    }

    @Override
    public boolean execute() throws SQLException {
        begin(sql);
        return execute(current(), bind());
    }

    private BoundPlan bind() throws SQLException {
        BoundPlan bound = bind(plan, parameters());
        if (parameters().size() > plan.parameterCount()) {
            throw ErrorCode.INVALID_ARGUMENT.exception(
                    "parameter " + parameters().size() + " of " + plan.parameterCount());
        }
        boolean once = bound instanceof BoundPlan.SingleShard
                || (bound instanceof BoundPlan.SplitInsert insert
                        && insert.calls().size() == 1);
        if (!once) {
            bufferStreams();
        }
        return bound;
    }

    @Override
    @SuppressWarnings(
            "ReferenceEquality") // the quick test that ShardCall promises; another object is looked up by text
    OpenStatement openOne(ShardConnection shard, ShardCall call) throws SQLException {
        OpenStatement open = lastOpen;
        if (call != lastCall || open == null || !open.usable(shard)) {
            open = physical.prepared(shard, call.sql(), cursor, driverKeys());
            lastCall = call;
            lastOpen = open;
        }
        settings.apply(open, driverKeepsTime());
        apply(plan, call, parameters(), prepared(open));
        return open;
    }

    @Override
    OpenStatement openPart(ShardConnection shard, ShardCall call, Parameters parameters, CursorKind kind)
            throws SQLException {
        OpenStatement open = physical.prepared(shard, call.sql(), kind, driverKeys());
        apply(plan, call, parameters, prepared(open));
        return open;
    }

    private static PreparedStatement prepared(OpenStatement open) {
        return Objects.requireNonNull(open.prepared);
    }

    @Override
    KeyRequest keys() {
        return keys;
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        forgetParameters(plan.parameterCount());
    }

    private Batch batch() {
        if (batch == null) {
            batch = new Batch(this, true);
        }
        return batch;
    }

    @Override
    public void addBatch() throws SQLException {
        checkOpen();
        for (int i = 0; i < plan.parameterCount(); i++) {
            if (!parameters().isSet(i)) {
                throw ErrorCode.PARAMETER_MISSING.exception("parameter " + (i + 1));
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
        begin(null);
        batch().replan(current());
        return UpdateCounts.ints(batch().execute(false));
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        begin(null);
        batch().replan(current());
        return batch().execute(true);
    }

    /** The columns; before there is a result, as one shard describes them. */
    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        ResultSet result = getResultSet();
        if (result != null && !result.isClosed()) {
            return result.getMetaData();
        }
        PreparedStatement described = plan.kind().returnsRows() ? described() : null;
        ResultSetMetaData columns = described == null ? null : asking(described::getMetaData);
        return columns == null ? null : new ShardingResultSetMetaData(columns, Integer.MAX_VALUE, tableNames());
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return new ShardingParameterMetaData(plan.parameterCount(), () -> {
            PreparedStatement described = described();
            return described == null ? null : asking(described::getParameterMetaData);
        });
    }

    /** The statement prepared on one shard, to be asked and not to be run; null if no shard has all its tables. */
    private @Nullable PreparedStatement described() throws SQLException {
        checkOpen();
        session.checkStatement();
        session.limit(settings.queryTimeout());
        ShardCall call = connection.plans().describe(sql);
        if (call == null) {
            return null;
        }
        ShardConnection shard = session.connection(call.dataSource());
        return asking(() -> prepared(physical.prepared(shard, call.sql(), cursor, driverKeys())));
    }

    /** A question to a database may fail as a statement does, and spoil the transaction. */
    private <R> R asking(Step<R> question) throws SQLException {
        try {
            return question.run();
        } catch (SQLException failure) {
            session.failed(failure);
            throw failure;
        }
    }
}
