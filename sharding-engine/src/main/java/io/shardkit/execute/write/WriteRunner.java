package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.KeySource;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.driver.SingleShardRunner;
import io.shardkit.execute.gather.FrozenTime;
import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.scatter.UniquenessProbes;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Watch;
import io.shardkit.merge.RowCursor;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs writes, and what changes the session, whatever they were bound to. Thread-safe. */
public final class WriteRunner {
    private final SingleShardRunner single;
    private final ShardExecutor executor;
    private final GatheredWriter gathered;

    public WriteRunner(SingleShardRunner single, ShardExecutor executor, GatheredWriter gathered) {
        this.single = single;
        this.executor = executor;
        this.gathered = gathered;
    }

    ShardExecutor executor() {
        return executor;
    }

    /**
     * Runs what answers with a count.
     *
     * @param large whether the count may be greater than an int
     * @throws SQLException a driver's exception, or a coded refusal
     */
    public Outcome.Written update(Execution execution, Plan plan, BoundPlan bound, boolean large) throws SQLException {
        if (!plan.kind().writes() || (plan.returning() && !(bound instanceof BoundPlan.SingleShard))) {
            throw ErrorCode.IS_A_QUERY.exception(plan.kind().words());
        }
        Session session = execution.session();
        checkDdl(session, plan);
        if (plan.kind() == StatementKind.INSERT) {
            session.inserted(null);
        }
        BoundPlan write = bound instanceof BoundPlan.UniquenessCheckedInsert asked ? asked(execution, asked) : bound;
        if (write instanceof BoundPlan.SessionSet || write instanceof BoundPlan.Control) {
            return control(execution, write);
        }
        if (write instanceof BoundPlan.Calls calls && isSingle(calls)) {
            return updateOne(execution, plan, calls, large);
        }
        Watch over = execution.watchAll();
        try {
            CountedWrites writes = new CountedWrites(execution, plan, execution.parameters(), large);
            if (write instanceof BoundPlan.Calls calls) {
                return writes.answer(executor.write(
                        session,
                        plan.kind(),
                        calls.calls(),
                        writes.runner(calls),
                        execution.settings().queryTimeout(),
                        plan.pace(),
                        written -> writes.of(calls, written)));
            }
            if (write instanceof BoundPlan.GatheredWrite gather) {
                return writes.answer(gathered.run(
                        session,
                        plan.kind(),
                        gather,
                        execution.parameters(),
                        writes.runner(execution.keys()),
                        execution.settings().queryTimeout(),
                        written -> writes.of(gather, written)));
            }
            return writes.answer(written(writes, write, plan.pace()));
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, unknown(session, plan, write));
        } finally {
            execution.unwatch(over);
            if (plan.kind() == StatementKind.DDL) {
                session.tablesChanged();
            }
        }
    }

    /** As a part of what somebody watches over, without telling the session of keys. */
    CountedWrites.Written written(CountedWrites writes, BoundPlan bound, ParallelismChoice pace) throws SQLException {
        Execution execution = writes.execution();
        Session session = execution.session();
        int timeout = execution.settings().queryTimeout();
        if (bound instanceof BoundPlan.Calls calls) {
            return executor.write(
                    session,
                    writes.kind(),
                    calls.calls(),
                    writes.runner(calls),
                    timeout,
                    pace,
                    written -> writes.of(calls, written));
        }
        if (bound instanceof BoundPlan.UniquenessCheckedInsert asked) {
            return written(writes, ask(execution, asked), pace);
        }
        if (bound instanceof BoundPlan.TimedWrites timed) {
            return FrozenTime.during(
                    session, timed.dataSources(), () -> written(writes, FrozenTime.resolve(session, timed), pace));
        }
        if (bound instanceof BoundPlan.GatheredWrite write) {
            return gathered.run(
                    session,
                    writes.kind(),
                    write,
                    writes.parameters(),
                    writes.runner(execution.keys()),
                    timeout,
                    written -> writes.of(write, written));
        }
        if (bound instanceof BoundPlan.GatheredInsert insert) {
            return writes.inserted(insert, gathered);
        }
        throw new IllegalStateException(
                "a write was bound to " + bound.getClass().getSimpleName());
    }

    /** Runs a write that answers with rows. */
    public Outcome.Rows returned(Execution execution, Plan plan, BoundPlan bound) throws SQLException {
        Session session = execution.session();
        if (plan.kind() == StatementKind.INSERT) {
            session.inserted(null);
        }
        BoundPlan write = bound instanceof BoundPlan.UniquenessCheckedInsert asked ? asked(execution, asked) : bound;
        if (bound instanceof BoundPlan.SingleShard one) {
            ResultSet rows = single.query(execution, plan, one.call());
            return new Outcome.UnitRows(rows, execution.last().shard);
        }
        Watch over = execution.watchAll();
        try {
            ReturnedRows rows = new ReturnedRows(execution);
            if (write instanceof BoundPlan.TimedWrites timed) {
                return FrozenTime.during(
                        session,
                        timed.dataSources(),
                        () -> returned(rows, execution, plan, FrozenTime.resolve(session, timed)));
            }
            if (write instanceof BoundPlan.GatheredWrite gather) {
                return rows.answer(
                        gathered.run(
                                session,
                                plan.kind(),
                                gather,
                                execution.parameters(),
                                rows.runner(),
                                execution.settings().queryTimeout(),
                                results -> rows.of(results, gather)),
                        gather.writes().stream()
                                .map(BoundPlan.GatheredUnit::dataSource)
                                .toList(),
                        null);
            }
            if (write instanceof BoundPlan.Calls calls) {
                return returned(rows, execution, plan, calls);
            }
            throw new IllegalStateException(
                    "a write that returns rows was bound to " + write.getClass().getSimpleName());
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, unknown(session, plan, write));
        } finally {
            execution.unwatch(over);
        }
    }

    private Outcome.Rows returned(ReturnedRows rows, Execution execution, Plan plan, BoundPlan.Calls calls)
            throws SQLException {
        Session session = execution.session();
        boolean generated = calls instanceof BoundPlan.SplitInsert insert && insert.generated();
        CallRunner<ResultSet> runner = rows.runner(generated ? KeyRequest.NONE : execution.keys());
        RowCursor cursor = executor.write(
                session,
                plan.kind(),
                calls.calls(),
                runner,
                execution.settings().queryTimeout(),
                ParallelismChoice.IN_TURN,
                results -> rows.of(results, calls));
        KeySource made = calls instanceof BoundPlan.SplitInsert insert && insert.generated()
                ? CountedWrites.madeKeys(execution, plan, insert.keys(), insert.firstGenerated())
                : null;
        return rows.answer(
                cursor, calls.calls().stream().map(ShardCall::dataSource).toList(), made);
    }

    /** Whether it is run as what concerns one unit is. */
    private static boolean isSingle(BoundPlan.Calls calls) {
        return calls instanceof BoundPlan.SingleShard
                || (calls instanceof BoundPlan.SplitInsert insert
                        && insert.calls().size() == 1);
    }

    private Outcome.Written updateOne(Execution execution, Plan plan, BoundPlan.Calls calls, boolean large)
            throws SQLException {
        ShardCall call = calls.calls().get(0);
        try {
            if (calls instanceof BoundPlan.SplitInsert insert && insert.generated()) {
                long count = single.update(execution, plan, call, KeyRequest.NONE, large);
                Object first = insert.firstGenerated();
                return new Outcome.Written(count, CountedWrites.madeKeys(execution, plan, insert.keys(), first), null);
            }
            long count = single.update(execution, plan, call, execution.keys(), large);
            return new Outcome.Written(count, null, execution.last());
        } finally {
            if (plan.kind() == StatementKind.DDL) {
                execution.session().tablesChanged();
            }
        }
    }

    private static Outcome.Written control(Execution execution, BoundPlan bound) throws SQLException {
        Session session = execution.session();
        // What is no statement of a database but makes calls ends within the time of this one.
        Watch over = session.isLimited() ? execution.watchAll() : null;
        try {
            if (bound instanceof BoundPlan.SessionSet set) {
                session.settings().set(set.dataSource(), set.settings());
            } else if (bound instanceof BoundPlan.Control control) {
                session.control(control.step());
            }
            return new Outcome.Written(0, null, null);
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, null);
        } finally {
            execution.unwatch(over);
        }
    }

    /** Asks, within the time of the statement, what has to be asked first, and gives what is to run then. */
    private BoundPlan.Calls asked(Execution execution, BoundPlan.UniquenessCheckedInsert asked) throws SQLException {
        Watch over = execution.watchAll();
        try {
            return ask(execution, asked);
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, null);
        } finally {
            execution.unwatch(over);
        }
    }

    private BoundPlan.Calls ask(Execution execution, BoundPlan.UniquenessCheckedInsert asked) throws SQLException {
        execution.session().connections(asked.dataSources());
        UniquenessProbes.ask(
                execution.session(),
                executor,
                asked.questions(),
                execution.settings().queryTimeout());
        return asked.write();
    }

    static void checkDdl(Session session, Plan plan) throws SQLException {
        if (plan.kind() != StatementKind.DDL) {
            return;
        }
        session.checkWrite();
        if (!session.autoCommit()
                && session.databases().dialect().transactions().ddlCommits()) {
            throw ErrorCode.DDL_IN_TRANSACTION.exception("");
        }
    }

    /** Where something that commits by itself may have been committed if no answer came, or null. */
    private static @Nullable String unknown(Session session, Plan plan, BoundPlan bound) {
        if (!(bound instanceof BoundPlan.Calls calls) || !plan.kind().writes()) {
            return null;
        }
        boolean ddl = plan.kind() == StatementKind.DDL
                && session.databases().dialect().transactions().ddlCommits();
        return ddl || (session.autoCommit() && calls.calls().size() == 1)
                ? calls.calls().stream()
                        .map(call -> session.databases().names().get(call.dataSource()))
                        .distinct()
                        .collect(Collectors.joining(", "))
                : null;
    }
}
