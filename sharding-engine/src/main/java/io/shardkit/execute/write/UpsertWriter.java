package io.shardkit.execute.write;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.scatter.Moves;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.scatter.UniquenessProbes;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundPlan.KeyLook;
import io.shardkit.plan.BoundPlan.KeyPlace;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs an upsert, or a MERGE, of which other units have unique keys. A row to insert goes to the unit of the row that has
 * its key, which is locked before, so that the upsert meets it there; of a REPLACE the row that is there is deleted, and the
 * new one is inserted at home. A row that is to move is changed by an UPDATE instead. In autocommit all that is one
 * transaction. For one execution.
 */
final class UpsertWriter {
    /** Each time a row was seen and gone when it was to be locked, so that another transaction came further. */
    private static final int MOST_CHASES = 1_000;

    private final Execution execution;
    private final Session session;
    private final ShardExecutor executor;
    private final StatementKind kind;
    private final BoundPlan.UpsertedRows rows;
    private final Deadline deadline;

    /**
     * Runs the upsert itself.
     *
     * @param <R> what a call answers
     * @param <T> what the statement answers
     */
    interface Upsert<R, T> {
        CallRunner<R> runner(BoundPlan.Calls calls);

        /** @param deleted how many rows have been deleted before */
        T answer(BoundPlan.Calls calls, List<R> answers, long deleted) throws SQLException;
    }

    /**
     * Runs an UPDATE that moves a row, instead of the upsert.
     *
     * @param <T> what the statement answers
     */
    @FunctionalInterface
    interface Mover<T> {
        /** What the upsert answers, or null if the row is gone. */
        @Nullable T move(BoundPlan.MovedRow row) throws SQLException;
    }

    /** @param kind that of the upsert */
    UpsertWriter(Execution execution, ShardExecutor executor, StatementKind kind, BoundPlan.UpsertedRows rows) {
        this.kind = kind;
        this.execution = execution;
        this.session = execution.session();
        this.executor = executor;
        this.rows = rows;
        this.deadline = session.databases().deadline(execution.settings().queryTimeout());
    }

    <R, T> T run(Upsert<R, T> upsert, Mover<T> mover) throws SQLException {
        session.transactions().checkWrite();
        // All at once and in order: one that was missed would be waited for while others are held.
        List<ShardConnection> connections = session.connections(dataSources());
        boolean own = session.autoCommit();
        String unlocked = own ? session.databases().dialect().transactions().copyWithoutLocks() : null;
        return TransactionRunner.run(session, Scope.of(session), Participants.ofSession(), (participants, progress) -> {
            if (unlocked != null) {
                // A look has to see what has been committed since the last one.
                for (ShardConnection shard : connections) {
                    shard.execute(unlocked);
                }
            }
            boolean newest =
                    unlocked != null || session.reads().seesNewest(dataSources().get(0));
            long deleted = rows.replaces() ? deleted(newest, progress) : 0;
            int[] units = rows.homes();
            if (!rows.replaces()) {
                Found<T> found = locked(newest, mover);
                if (found.moved() != null) {
                    progress.succeeded();
                    return found.moved();
                }
                units = found.units();
            }
            BoundPlan.Calls calls = rows.in(units);
            return executor.writeWithin(
                    progress,
                    session,
                    kind,
                    calls.calls(),
                    upsert.runner(calls),
                    deadline.secondsLeft(),
                    answers -> upsert.answer(calls, answers, deleted));
        });
    }

    private List<Integer> dataSources() {
        return IntStream.range(0, rows.table().unitCount())
                .map(rows.table()::dataSource)
                .distinct()
                .sorted()
                .boxed()
                .toList();
    }

    /** Deletes the rows that have the keys elsewhere, and tells how many there were. */
    private long deleted(boolean newest, WriteSteps.Progress progress) throws SQLException {
        long deleted = 0;
        for (int chases = 0; chases < MOST_CHASES; chases++) {
            List<KeyPlace> found = look();
            if (found.isEmpty()) {
                return deleted;
            }
            for (KeyPlace place : found) {
                rows.check(place.unit());
            }
            // To who looks for the key the row moves home.
            executor.moves().begin(rows.table(), session.transaction());
            long count = executor.writeWithin(
                    progress,
                    session,
                    StatementKind.DELETE,
                    calls(found),
                    deleting(),
                    deadline.secondsLeft(),
                    counts -> counts.stream().mapToLong(Long::longValue).sum());
            if (count == 0 && !newest) {
                break;
            }
            deleted += count;
        }
        throw Moves.missed(rows.table());
    }

    private CallRunner<Long> deleting() {
        return new CallRunner<>(
                (shard, call) ->
                        execution.openPart(shard, call, Parameters.NONE, execution.cursor(), KeyRequest.NONE).statement,
                (statement, call) -> DriverCalls.update(statement, call.sql(), KeyRequest.NONE, true),
                execution.parts());
    }

    /**
     * Where the rows go.
     *
     * @param moved what the statement answers if it has moved the row that was there, or null
     */
    private record Found<T>(int[] units, @Nullable T moved) {}

    /** Locks for each row to insert one that has a key of it elsewhere, and tells the unit of each; or moves that one. */
    private <T> Found<T> locked(boolean newest, Mover<T> mover) throws SQLException {
        for (int chases = 0; chases == 0 || (newest && chases < MOST_CHASES); chases++) {
            BoundPlan.PlacedRows placed = rows.place(look());
            if (placed.moved() != null) {
                T answer = mover.move(placed.moved());
                if (answer != null) {
                    return new Found<>(placed.units(), answer);
                }
                continue;
            }
            List<ShardCall> locks = calls(placed.locked());
            List<List<Integer>> locked = locks.isEmpty()
                    ? List.of()
                    : UniquenessProbes.numbers(
                            session,
                            executor,
                            StatementKind.LOCKING_QUERY,
                            locks,
                            deadline.secondsLeft(),
                            ParallelismChoice.IN_TURN);
            if (locked.stream().noneMatch(List::isEmpty)) {
                return new Found<>(placed.units(), null);
            }
        }
        throw Moves.missed(rows.table());
    }

    /** Where there are rows with the keys now. */
    private List<KeyPlace> look() throws SQLException {
        List<KeyLook> looks = rows.looks();
        if (looks.isEmpty()) {
            return List.of();
        }
        List<List<Integer>> answers = UniquenessProbes.numbers(
                session,
                executor,
                StatementKind.QUERY,
                looks.stream().map(KeyLook::call).toList(),
                deadline.secondsLeft(),
                ParallelismChoice.IN_TURN);
        List<KeyPlace> found = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            for (int position : answers.get(i)) {
                found.add(looks.get(i).places().get(position));
            }
        }
        return found;
    }

    private static List<ShardCall> calls(List<KeyPlace> places) {
        return places.stream().map(KeyPlace::call).sorted(ShardCall.ORDER).toList();
    }
}
