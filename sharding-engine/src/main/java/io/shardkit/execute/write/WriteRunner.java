package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.driver.SingleShardRunner;
import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.session.TransactionControl;
import io.shardkit.execute.watch.Watch;
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
    private final CountedWays counted;
    private final ReturningWays returning;

    public WriteRunner(SingleShardRunner single, ShardExecutor executor, GatheredWriter gathered) {
        this.single = single;
        this.executor = executor;
        this.counted = new CountedWays(executor, gathered);
        this.returning = new ReturningWays(executor, gathered, counted);
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
            throw ShardingExceptions.of(ErrorCode.IS_A_QUERY, plan.kind().words());
        }
        Session session = execution.session();
        if (plan.commits()) {
            session.ends().commitBeforeDdl();
        }
        if (bound instanceof BoundPlan.UniquenessCheckedInsert asked
                && asked.questions().locks().isEmpty()) {
            return executor.moves()
                    .inserting(
                            asked.table(),
                            asked.moves(),
                            () -> isTaken(execution, asked)
                                    ? checked(execution, plan, counted.upserted(asked), large)
                                    : update(execution, plan, asked.write(), large),
                            () -> checked(execution, plan, counted.checked(asked), large));
        }
        if (bound instanceof BoundPlan.UniquenessCheckedInsert asked) {
            return checked(execution, plan, counted.checked(asked), large);
        }
        if (bound instanceof BoundPlan.Command command) {
            return control(execution, command);
        }
        if (bound instanceof BoundPlan.Calls calls && calls.isOne()) {
            return updateOne(execution, plan, calls, large);
        }
        if (plan.kind() == StatementKind.INSERT) {
            session.lastKey().inserted(null);
        }
        CountedWays.Way way = bound.matchFamily(counted);
        Watch over = execution.watchAll();
        try {
            CountedWrites writes = new CountedWrites(execution, plan, execution.parameters(), large);
            return writes.answer(way.run(writes, plan.pace()));
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, unknown(session, plan, bound));
        } finally {
            execution.unwatch(over);
            if (plan.kind() == StatementKind.DDL) {
                session.transactions().tablesChanged();
            }
        }
    }

    /** Runs what asks for unique keys and is one transaction, or may be. */
    private Outcome.Written checked(Execution execution, Plan plan, CountedWays.Way way, boolean large)
            throws SQLException {
        if (plan.kind() == StatementKind.INSERT) {
            execution.session().lastKey().inserted(null);
        }
        Watch over = execution.watchAll();
        try {
            CountedWrites writes = new CountedWrites(execution, plan, execution.parameters(), large);
            return writes.answer(way.run(writes, plan.pace()));
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, null);
        } finally {
            execution.unwatch(over);
        }
    }

    /** As a part of what somebody watches over, without telling the session of keys. */
    CountedWrites.Written written(CountedWrites writes, BoundPlan bound, ParallelismChoice pace) throws SQLException {
        return bound.matchFamily(counted).run(writes, pace);
    }

    /** Runs a write that answers with rows. */
    public Outcome.Rows returned(Execution execution, Plan plan, BoundPlan bound) throws SQLException {
        Session session = execution.session();
        if (bound instanceof BoundPlan.SingleShard one) {
            ResultSet rows = single.query(execution, plan, one.call());
            return new Outcome.UnitRows(rows, execution.last().shard);
        }
        if (plan.kind() == StatementKind.INSERT) {
            session.lastKey().inserted(null);
        }
        // What asks for unique keys first has its own way of that.
        ReturningWays.Way way = bound.matchFamily(returning);
        Watch over = execution.watchAll();
        try {
            return way.run(execution, plan);
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, unknown(session, plan, bound));
        } finally {
            execution.unwatch(over);
        }
    }

    private Outcome.Written updateOne(Execution execution, Plan plan, BoundPlan.Calls calls, boolean large)
            throws SQLException {
        ShardCall call = calls.calls().get(0);
        try {
            if (calls.generated()) {
                long count = single.update(execution, plan, call, KeyRequest.NONE, large);
                Object first = calls.firstGenerated();
                return new Outcome.Written(count, CountedWrites.madeKeys(execution, plan, calls.keys(), first), null);
            }
            long count = single.update(execution, plan, call, execution.keys(), large);
            return new Outcome.Written(count, null, execution.last());
        } finally {
            if (plan.kind() == StatementKind.DDL) {
                execution.session().transactions().tablesChanged();
            }
        }
    }

    private static Outcome.Written control(Execution execution, BoundPlan.Command command) throws SQLException {
        Session session = execution.session();
        // What is no statement of a database but makes calls ends within the time of this one.
        Watch over = session.watch().isLimited() ? execution.watchAll() : null;
        try {
            return command.matchCommand(new Commands(session));
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, null);
        } finally {
            execution.unwatch(over);
        }
    }

    /** Does what each command says. */
    private record Commands(Session session) implements BoundPlan.CommandCases<Outcome.Written, SQLException> {
        private static final Outcome.Written DONE = new Outcome.Written(0, null, null);

        @Override
        public Outcome.Written set(BoundPlan.SessionSet set) throws SQLException {
            if (set.local()) {
                session.settings().setLocal(set.dataSource(), set.settings());
            } else {
                session.settings().set(set.dataSource(), set.settings());
            }
            return DONE;
        }

        @Override
        public Outcome.Written control(BoundPlan.Control control) throws SQLException {
            TransactionControl.run(session, control.step());
            return DONE;
        }
    }

    /** Asks, within the time of the statement, whether another row has a unique key of its rows. */
    private boolean isTaken(Execution execution, BoundPlan.UniquenessCheckedInsert asked) throws SQLException {
        Watch over = execution.watchAll();
        try {
            return counted.isTaken(execution, asked);
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, null);
        } finally {
            execution.unwatch(over);
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
