package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.move.ComputedMoveWriter;
import io.shardkit.execute.move.MovingWriter;
import io.shardkit.execute.move.StayingWriter;
import io.shardkit.execute.move.UnitUpdate;
import io.shardkit.execute.scatter.MovesAside;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.scatter.UniquenessProbes;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.limit.LimitedUpdate;
import io.shardkit.plan.lookup.ChangeWithLookups;
import io.shardkit.plan.lookup.InsertWithLookups;
import io.shardkit.plan.move.ComputedMove;
import io.shardkit.plan.move.MovingUpdate;
import io.shardkit.plan.move.StayingUpdate;
import io.shardkit.rule.ShardedTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How each kind of write is run that answers with a count. Thread-safe. */
final class CountedWays
        implements BoundPlan.Families<CountedWays.Way, SQLException>,
                BoundPlan.WriteCases<CountedWays.Way, SQLException> {
    private final ShardExecutor executor;
    private final GatheredWriter gathered;

    /** How one write is run, as a part of what somebody watches over; the session is not told of keys. */
    @FunctionalInterface
    interface Way {
        CountedWrites.Written run(CountedWrites writes, ParallelismChoice pace) throws SQLException;
    }

    CountedWays(ShardExecutor executor, GatheredWriter gathered) {
        this.executor = executor;
        this.gathered = gathered;
    }

    @Override
    public Way single(BoundPlan.SingleShard one) {
        return calls(one);
    }

    @Override
    public Way query(BoundPlan.Query query) throws SQLException {
        throw ShardingExceptions.of(ErrorCode.IS_A_QUERY, "");
    }

    @Override
    public Way write(BoundPlan.Write write) throws SQLException {
        return write.matchWrite(this);
    }

    @Override
    public Way command(BoundPlan.Command command) throws SQLException {
        throw ShardingExceptions.of(
                ErrorCode.UNSUPPORTED_STATEMENT, "what concerns the connection, as a part of a write");
    }

    @Override
    public Way onShards(BoundPlan.MultiShardWrite writes) {
        BoundPlan.NamedRows rows = writes.rows();
        ShardedTable moving = writes.moving();
        if (rows != null) {
            return (counted, pace) -> new NamedWriter(counted, executor, writes, rows).run(pace);
        }
        return moving == null ? calls(writes) : unnamed(writes, moving);
    }

    @Override
    public Way split(BoundPlan.SplitInsert insert) {
        return calls(insert);
    }

    @Override
    public Way checked(BoundPlan.UniquenessCheckedInsert insert) {
        return (writes, pace) -> unmoved(writes.execution(), insert, () -> asked(writes, insert, pace));
    }

    /** Runs a write and the question for its keys; as one transaction, if rows may move from one to the other. */
    <T> T unmoved(Execution execution, BoundPlan.UniquenessCheckedInsert insert, Step<T> write) throws SQLException {
        Step<T> own = insert.questions().locks().isEmpty() ? write : () -> locked(execution, insert, write);
        return executor.moves().inserting(insert.table(), insert.moves(), own, () -> aside(execution, insert, own));
    }

    /** Runs both as one transaction, which holds the locks on the keys until it ends. */
    private static <T> T locked(Execution execution, BoundPlan.UniquenessCheckedInsert insert, Step<T> write)
            throws SQLException {
        Session session = execution.session();
        List<ShardConnection> connections = session.connections(insert.dataSources());
        String committed = session.autoCommit()
                ? session.databases().dialect().transactions().readCommitted()
                : null;
        return TransactionRunner.run(session, Scope.of(session), Participants.ofSession(), (participants, progress) -> {
            if (committed != null) {
                for (ShardConnection shard : connections) {
                    shard.execute(committed);
                }
            }
            T answer = write.run();
            progress.succeeded();
            return answer;
        });
    }

    private <T> T aside(Execution execution, BoundPlan.UniquenessCheckedInsert insert, Step<T> write)
            throws SQLException {
        Session session = execution.session();
        return movesAside(execution, insert.table())
                .undisturbed(check -> TransactionRunner.run(
                        session, Scope.of(session), Participants.ofSession(), (participants, progress) -> {
                            T answer = write.run();
                            progress.succeeded();
                            check.run();
                            return answer;
                        }));
    }

    private CountedWrites.Written asked(
            CountedWrites writes, BoundPlan.UniquenessCheckedInsert insert, ParallelismChoice pace)
            throws SQLException {
        return isTaken(writes.execution(), insert)
                ? upserted(insert).run(writes, pace)
                : insert.write().matchFamily(this).run(writes, pace);
    }

    @Override
    public Way timed(BoundPlan.TimedWrites timed) {
        return (writes, pace) -> {
            Session session = writes.execution().session();
            return FrozenTime.during(session, timed.dataSources(), () -> calls(FrozenTime.resolve(session, timed))
                    .run(writes, pace));
        };
    }

    @Override
    public Way gatheredWrite(BoundPlan.GatheredWrite write) {
        return (writes, pace) -> {
            Execution execution = writes.execution();
            return gathered.run(
                    execution.session(),
                    writes.kind(),
                    write,
                    writes.parameters(),
                    writes.runner(execution.keys()),
                    execution.settings().queryTimeout(),
                    written -> writes.of(write, written));
        };
    }

    @Override
    public Way gatheredInsert(BoundPlan.GatheredInsert insert) {
        return (writes, pace) -> writes.inserted(insert, gathered);
    }

    @Override
    public Way moving(BoundPlan.Moving update) {
        return (writes, pace) -> {
            Execution execution = writes.execution();
            CallRunner<WrittenPart> runner = writes.runner(execution.keys());
            int timeout = execution.settings().queryTimeout();
            return writes.moved(
                    update.computed()
                            ? new ComputedMoveWriter(
                                            execution.session(), executor, (ComputedMove) update, runner, timeout)
                                    .run()
                            : new MovingWriter(execution.session(), executor, (MovingUpdate) update, runner, timeout)
                                    .run());
        };
    }

    @Override
    public Way staying(BoundPlan.Staying update) {
        return (writes, pace) -> {
            Execution execution = writes.execution();
            Session session = execution.session();
            UnitUpdate unit = new UnitUpdate(
                    session,
                    executor,
                    writes.runner(execution.keys()),
                    session.databases().deadline(execution.settings().queryTimeout()));
            return writes.moved(new StayingWriter(session, executor, (StayingUpdate) update, unit).run());
        };
    }

    @Override
    public Way limited(BoundPlan.LimitedWrite write) {
        LimitedUpdate limited = (LimitedUpdate) write;
        ShardedTable moving = limited.moving();
        return moving == null
                ? (writes, pace) -> writes.moved(new LimitedWriter(executor, writes, limited).run(() -> {}))
                : (writes, pace) -> movesAside(writes.execution(), moving)
                        .undisturbed(check -> writes.moved(new LimitedWriter(executor, writes, limited).run(check)));
    }

    @Override
    public Way withLookups(BoundPlan.LookupWrite write) {
        return (writes, pace) -> {
            LookupWriter writer = new LookupWriter(executor, writes);
            LookupWriter.Rows rows = () -> write.write().matchFamily(this).run(writes, pace);
            return write.inserts()
                    ? writer.insert((InsertWithLookups) write, rows)
                    : writer.change((ChangeWithLookups) write, rows);
        };
    }

    private MovesAside movesAside(Execution execution, ShardedTable table) {
        Session session = execution.session();
        return new MovesAside(
                session,
                executor.moves(),
                table,
                session.databases().deadline(execution.settings().queryTimeout()));
    }

    private Way calls(BoundPlan.Calls calls) {
        return calls(calls, () -> {});
    }

    /** @param check refuses what was written, before it is committed */
    private Way calls(BoundPlan.Calls calls, MovesAside.Check check) {
        return (writes, pace) -> executor.write(
                writes.execution().session(),
                writes.kind(),
                calls.calls(),
                writes.runner(calls),
                writes.execution().settings().queryTimeout(),
                pace,
                written -> {
                    check.run();
                    return writes.of(calls, written);
                });
    }

    /** Of rows that no unique key names, of a table whose rows may move. */
    private Way unnamed(BoundPlan.Calls calls, ShardedTable table) {
        return (writes, pace) -> movesAside(writes.execution(), table)
                .undisturbed(check -> calls(calls, check).run(writes, pace));
    }

    /** How an upsert is run of which other units have unique keys. */
    Way upserted(BoundPlan.UniquenessCheckedInsert insert) {
        BoundPlan.UpsertedRows rows = Objects.requireNonNull(insert.upserted());
        return (writes, pace) -> new UpsertWriter(writes.execution(), executor, writes.kind(), rows)
                .run(writes, row -> moved(row, writes, pace));
    }

    private CountedWrites.@Nullable Written moved(BoundPlan.MovedRow row, CountedWrites writes, ParallelismChoice pace)
            throws SQLException {
        if (writes.execution().keys().wanted()) {
            throw ShardingExceptions.of(
                    ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                    "by an upsert that is asked for keys, where rows have to move");
        }
        CountedWrites.Written moved = row.update().matchFamily(this).run(writes, pace);
        return moved.count() == 0 ? null : moved.times(row.counts());
    }

    /**
     * Asks whether another row has a unique key.
     *
     * @throws SQLException a coded refusal if one has, and nothing can be done about it
     */
    boolean isTaken(Execution execution, BoundPlan.UniquenessCheckedInsert insert) throws SQLException {
        execution.session().connections(insert.dataSources());
        SQLException taken = UniquenessProbes.taken(
                execution.session(),
                executor,
                insert.questions(),
                execution.settings().queryTimeout());
        if (taken != null && insert.upserted() == null) {
            throw taken;
        }
        return taken != null;
    }
}
