package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.driver.SingleShardRunner;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.session.TransactionControl;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.Watch;
import io.shardkit.plan.BoundCommand;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.WriteStep;
import io.shardkit.plan.command.SessionSet;
import io.shardkit.plan.command.TransactionCommand;
import io.shardkit.plan.unique.ProbedWrite;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs writes, and what changes the session, whatever they were bound to. Thread-safe. */
public final class WriteRunner {
    private final SingleShardRunner single;
    private final ShardExecutor executor;
    private final WriteInterpreter<WrittenPart, Written> counting;
    private final WriteInterpreter<ResultSet, ReturnedRows.Returned> returning;

    /** The rule by which it writes, if one is stored. */
    private final @Nullable StoredEpoch stored;

    /** One that writes by a rule that is not stored. */
    public WriteRunner(SingleShardRunner single, ShardExecutor executor, GatheredWriter gathered) {
        this(
                single,
                executor,
                new WriteInterpreter<>(executor, gathered),
                new WriteInterpreter<>(executor, gathered),
                null);
    }

    private WriteRunner(
            SingleShardRunner single,
            ShardExecutor executor,
            WriteInterpreter<WrittenPart, Written> counting,
            WriteInterpreter<ResultSet, ReturnedRows.Returned> returning,
            @Nullable StoredEpoch stored) {
        this.single = single;
        this.executor = executor;
        this.counting = counting;
        this.returning = returning;
        this.stored = stored;
    }

    /** The same by a rule that is stored; null if it is not. */
    public WriteRunner by(@Nullable StoredEpoch rule) {
        return new WriteRunner(single, executor, counting, returning, rule);
    }

    /** The rule by which it writes; null if it is not stored. */
    public @Nullable StoredEpoch stored() {
        return stored;
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
        if (stored != null && plan.writesCopies()) {
            WriteRunner unchecked = by(null);
            return stored.keeping(execution, plan, () -> unchecked.update(execution, plan, bound, large));
        }
        if (!plan.kind().writes() || (plan.returning() && bound.single() == null)) {
            throw ShardingExceptions.of(ErrorCode.IS_A_QUERY, plan.kind().words());
        }
        Session session = execution.session();
        if (plan.commits()) {
            session.ends().commitBeforeDdl();
        }
        if (bound instanceof BoundCommand command) {
            return control(execution, command);
        }
        if (bound.isOne()) {
            return updateOne(execution, plan, bound, large);
        }
        if (bound instanceof ProbedWrite probed && probed.questions().locks().isEmpty()) {
            return probed(execution, plan, probed, large);
        }
        if (plan.kind() == StatementKind.INSERT) {
            session.lastKey().inserted(null);
        }
        List<WriteStep> steps = bound.steps();
        Watch over = execution.watchAll();
        try {
            CountedWrites writes = new CountedWrites(execution, plan, execution.parameters(), large);
            return writes.answer(counting.together(steps, writes, plan.pace()).run());
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, unknown(session, plan, bound));
        } finally {
            execution.unwatch(over);
            if (plan.kind() == StatementKind.DDL) {
                session.transactions().tablesChanged();
            }
        }
    }

    /** Runs what asks for keys first; both need no transaction as long as no row moves. */
    private Outcome.Written probed(Execution execution, Plan plan, ProbedWrite probed, boolean large)
            throws SQLException {
        return executor.moves()
                .inserting(
                        probed.table(),
                        probed.moves(),
                        () -> isTaken(execution, probed)
                                ? watched(execution, plan, List.of(probed.upsert()), large)
                                : update(execution, plan, probed.write(), large),
                        () -> watched(execution, plan, probed.steps(), large));
    }

    private Outcome.Written watched(Execution execution, Plan plan, List<WriteStep> steps, boolean large)
            throws SQLException {
        if (plan.kind() == StatementKind.INSERT) {
            execution.session().lastKey().inserted(null);
        }
        return watched(execution, () -> {
            CountedWrites writes = new CountedWrites(execution, plan, execution.parameters(), large);
            return writes.answer(counting.together(steps, writes, plan.pace()).run());
        });
    }

    /** Asks, within the time of the statement, whether another row has a unique key of its rows. */
    private boolean isTaken(Execution execution, ProbedWrite probed) throws SQLException {
        return watched(execution, () -> ProbeKeysStep.isTaken(execution, executor, probed));
    }

    private static <T> T watched(Execution execution, Step<T> step) throws SQLException {
        Watch over = execution.watchAll();
        try {
            return step.run();
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, null);
        } finally {
            execution.unwatch(over);
        }
    }

    /** Runs a part of what is watched over, without telling the session of keys. */
    Written written(CountedWrites writes, BoundPlan bound) throws SQLException {
        return counting.together(bound.steps(), writes, ParallelismChoice.IN_TURN)
                .run();
    }

    /** Runs a write that answers with rows. */
    public Outcome.Rows returned(Execution execution, Plan plan, BoundPlan bound) throws SQLException {
        if (stored != null && plan.writesCopies()) {
            return stored.keeping(execution, plan, () -> returnedOfUnits(execution, plan, bound));
        }
        ShardCall only = bound.single();
        if (only != null) {
            ResultSet rows = single.query(execution, plan, only);
            return new Outcome.UnitRows(rows, execution.last().shard);
        }
        return returnedOfUnits(execution, plan, bound);
    }

    /** All rows are there when this returns: what has written them may be committed. */
    private Outcome.Rows returnedOfUnits(Execution execution, Plan plan, BoundPlan bound) throws SQLException {
        Session session = execution.session();
        if (plan.kind() == StatementKind.INSERT) {
            session.lastKey().inserted(null);
        }
        List<WriteStep> steps = bound.steps();
        Watch over = execution.watchAll();
        try {
            ReturnedRows writes = new ReturnedRows(execution, plan);
            return writes.answer(
                    returning.together(steps, writes, ParallelismChoice.IN_TURN).run());
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, unknown(session, plan, bound));
        } finally {
            execution.unwatch(over);
        }
    }

    private Outcome.Written updateOne(Execution execution, Plan plan, BoundPlan bound, boolean large)
            throws SQLException {
        ShardCall call = bound.ownCalls().get(0);
        List<Object> keys = bound.rowKeys();
        Object first = bound.firstGenerated();
        try {
            if (first != null && keys != null) {
                long count = single.update(execution, plan, call, KeyRequest.NONE, large);
                return new Outcome.Written(count, CountedWrites.madeKeys(execution, plan, keys, first), null);
            }
            long count = single.update(execution, plan, call, execution.keys(), large);
            return new Outcome.Written(count, null, execution.last());
        } finally {
            if (plan.kind() == StatementKind.DDL) {
                execution.session().transactions().tablesChanged();
            }
        }
    }

    private static Outcome.Written control(Execution execution, BoundCommand command) throws SQLException {
        Session session = execution.session();
        // A command that is no statement of a database but makes calls ends within the time of this one.
        Watch over = session.watch().isLimited() ? execution.watchAll() : null;
        try {
            return control(session, command);
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, null);
        } finally {
            execution.unwatch(over);
        }
    }

    private static Outcome.Written control(Session session, BoundCommand command) throws SQLException {
        if (command instanceof TransactionCommand control) {
            TransactionControl.run(session, control.step());
        } else {
            SessionSet set = (SessionSet) command;
            if (set.local()) {
                session.settings().setLocal(set.dataSource(), set.settings());
            } else {
                session.settings().set(set.dataSource(), set.settings());
            }
        }
        return new Outcome.Written(0, null, null);
    }

    /**
     * Returns the names of the data sources where a write that commits by itself may have been committed if no answer
     * came, or null.
     */
    private static @Nullable String unknown(Session session, Plan plan, BoundPlan bound) {
        if (!(bound instanceof Calls calls) || !plan.kind().writes()) {
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
