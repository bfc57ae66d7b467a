package io.shardkit.jdbc;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.gather.FrozenTime;
import io.shardkit.execute.scatter.ShardExecutor.Answers;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Plan;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;

/**
 * Runs a write, whatever it was bound to; what becomes of the answers is for those who extend it.
 *
 * @param <R> what a database answers
 * @param <T> what they make of the answers
 */
abstract class WriteExecution<R, T> {
    final ExecutingStatement statement;
    final Plan plan;
    final Parameters parameters;
    private final ParallelismChoice pace;

    /**
     * @param pace tells whether data sources are written to in parallel
     */
    WriteExecution(ExecutingStatement statement, Plan plan, Parameters parameters, ParallelismChoice pace) {
        this.statement = statement;
        this.plan = plan;
        this.parameters = parameters;
        this.pace = pace;
    }

    final T run(BoundPlan bound) throws SQLException {
        if (bound instanceof BoundPlan.Calls calls) {
            return send(calls);
        }
        if (bound instanceof BoundPlan.TimedWrites timed) {
            return FrozenTime.during(
                    statement.session, timed.dataSources(), () -> send(FrozenTime.resolve(statement.session, timed)));
        }
        if (bound instanceof BoundPlan.GatheredWrite write) {
            return gather(write);
        }
        if (bound instanceof BoundPlan.GatheredInsert insert) {
            return gather(insert);
        }
        throw new IllegalStateException(
                "a write was bound to " + bound.getClass().getSimpleName());
    }

    /** What runs one text; asked for when it is known whether the framework makes keys. */
    abstract CallRunner<R> runner();

    /** Sends the calls, all or nothing. */
    abstract T send(BoundPlan.Calls calls) throws SQLException;

    abstract T gather(BoundPlan.GatheredWrite write) throws SQLException;

    abstract T gather(BoundPlan.GatheredInsert insert) throws SQLException;

    final <A> A write(BoundPlan.Calls calls, Answers<R, A> answers) throws SQLException {
        if (calls instanceof BoundPlan.SplitInsert insert && insert.generated()) {
            statement.makesKeys();
        }
        return statement
                .connection
                .executor()
                .write(
                        statement.session,
                        plan.kind(),
                        calls.calls(),
                        runner(),
                        statement.settings.queryTimeout(),
                        pace,
                        answers);
    }

    final <A> A write(BoundPlan.GatheredWrite write, Answers<R, A> answers) throws SQLException {
        return statement
                .connection
                .gatheredWriter()
                .run(
                        statement.session,
                        plan.kind(),
                        write,
                        parameters,
                        runner(),
                        statement.settings.queryTimeout(),
                        answers);
    }
}
