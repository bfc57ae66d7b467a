package io.shardkit.execute.driver;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Executions of one text with parameters. Where one concerns one unit, it keeps the driver's prepared statement. */
public final class PreparedExecution extends Execution {
    private final KeyRequest keys;
    private Plan plan;
    private Parameters parameters;
    private @Nullable ShardCall lastCall;

    /**
     * @param plan of the text
     * @param keys how generated keys are asked for
     */
    public PreparedExecution(Session session, Plan plan, CursorKind cursor, KeyRequest keys) {
        super(session, cursor, StatementSettings.fresh(true));
        this.plan = plan;
        this.keys = keys;
        this.parameters = new Parameters(plan.parameterCount());
    }

    /** The plan that it has at the moment. */
    public Plan plan() {
        return plan;
    }

    /** Gives the text another plan. */
    public void replan(Plan other) {
        plan = other;
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    /** Starts over with no parameter set. */
    public void forgetParameters() {
        parameters = new Parameters(plan.parameterCount());
    }

    /** Sets all parameters at once, to those of another statement. */
    public void take(Parameters given) {
        parameters = given;
    }

    @Override
    public KeyRequest keys() {
        return keys;
    }

    @Override
    @SuppressWarnings(
            "ReferenceEquality") // the quick test that ShardCall promises; another object is looked up by text
    public OpenStatement openOne(ShardConnection shard, ShardCall call, KeyRequest asked) throws SQLException {
        OpenStatement open = last;
        if (call != lastCall || open == null || !open.usable(shard)) {
            open = opened(shard, call.sql(), asked);
            lastCall = call;
            last = open;
        }
        open.succeeded = false;
        settings.apply(open, driverKeepsTime());
        set(open, call, parameters);
        return open;
    }

    private OpenStatement opened(ShardConnection shard, String sql, KeyRequest asked) throws SQLException {
        boolean lasts = plan.kind().isOfRows();
        if (hasPhysical()) {
            return lasts
                    ? physical().lasting(shard, sql, cursor, asked)
                    : physical().prepared(shard, sql, cursor, asked);
        }
        return lasts
                ? OpenStatement.lasting(shard, sql, cursor, asked)
                : OpenStatement.prepared(shard, sql, cursor, asked);
    }

    @Override
    public OpenStatement openPart(
            ShardConnection shard, ShardCall call, Parameters values, CursorKind kind, KeyRequest asked)
            throws SQLException {
        OpenStatement open = physical().prepared(shard, call.sql(), kind, asked);
        set(open, call, values);
        return open;
    }

    private void set(OpenStatement open, ShardCall call, Parameters values) throws SQLException {
        open.onlyNumbers = !values.holdObjects();
        apply(plan, call, values, Objects.requireNonNull(open.prepared));
    }
}
