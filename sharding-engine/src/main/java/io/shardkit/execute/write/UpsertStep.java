package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.scatter.RowsInMotion;
import io.shardkit.execute.scatter.UniquenessProbes;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.Calls;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.unique.KeyLook;
import io.shardkit.plan.unique.KeyPlace;
import io.shardkit.plan.unique.MovedRow;
import io.shardkit.plan.unique.PlacedRows;
import io.shardkit.plan.unique.UpsertByKeys;
import io.shardkit.plan.unique.UpsertedRows;
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
 * transaction.
 */
final class UpsertStep {
    private UpsertStep() {}

    /** Each time a row was seen and gone when it was to be locked, so that another transaction came further. */
    private static final int MOST_CHASES = 1_000;

    static <R, T> T run(UpsertByKeys step, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        return new Upserting<>(step.rows(), run).upserted();
    }

    /** One execution. */
    private record Upserting<R, T>(UpsertedRows rows, WriteRun<R, T> run) {

        T upserted() throws SQLException {
            Session session = run.session();
            session.transactions().checkWrite();
            List<Integer> dataSources = IntStream.range(0, rows.table().unitCount())
                    .map(rows.table()::dataSource)
                    .distinct()
                    .sorted()
                    .boxed()
                    .toList();
            // A look has to see what has been committed since the last one.
            String unlocked = session.databases().dialect().transactions().copyWithoutLocks();
            boolean anew = session.autoCommit() && unlocked != null;
            return run.transact(dataSources, unlocked, (connections, progress) -> {
                boolean newest = anew || session.reads().seesNewest(dataSources.get(0));
                return rows.replaces() ? replaced(newest, progress) : joined(newest, progress);
            });
        }

        private T replaced(boolean newest, WriteSteps.Progress progress) throws SQLException {
            long deleted = deleted(newest, progress);
            return upsert(rows.homes(), deleted, progress);
        }

        private T upsert(int[] units, long deleted, WriteSteps.Progress progress) throws SQLException {
            Calls calls = rows.in(units);
            Answers<R, T> answers = run.answers();
            return run.send(progress, calls.calls(), answers.runner(calls), given -> answers.of(calls, given, deleted));
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
                run.executor().moves().begin(rows.table(), run.session().transaction());
                long count = run.executor()
                        .writeWithin(
                                progress,
                                run.session(),
                                StatementKind.DELETE,
                                calls(found),
                                deleting(run.execution()),
                                run.deadline().secondsLeft(),
                                counts -> counts.stream()
                                        .mapToLong(Long::longValue)
                                        .sum());
                if (count == 0 && !newest) {
                    break;
                }
                deleted += count;
            }
            throw RowsInMotion.missed(rows.table());
        }

        private static CallRunner<Long> deleting(Execution execution) {
            return new CallRunner<>(
                    (shard, call) -> execution.openPart(
                                    shard, call, Parameters.NONE, execution.cursor(), KeyRequest.NONE)
                            .statement,
                    (statement, call) -> DriverCalls.update(statement, call.sql(), KeyRequest.NONE, true),
                    execution.parts());
        }

        /** Locks for each row to insert one that has a key of it elsewhere, and goes there; or moves that one. */
        private T joined(boolean newest, WriteSteps.Progress progress) throws SQLException {
            for (int chases = 0; chases == 0 || (newest && chases < MOST_CHASES); chases++) {
                PlacedRows placed = rows.place(look());
                if (placed.moved() != null) {
                    T moved = moved(placed.moved());
                    if (moved != null) {
                        progress.succeeded();
                        return moved;
                    }
                    continue;
                }
                List<ShardCall> locks = calls(placed.locked());
                if (asked(StatementKind.LOCKING_QUERY, locks).stream().noneMatch(List::isEmpty)) {
                    return upsert(placed.units(), 0, progress);
                }
            }
            throw RowsInMotion.missed(rows.table());
        }

        /** Runs an UPDATE that moves a row, instead of the upsert; answers null if the row is gone. */
        private @Nullable T moved(MovedRow row) throws SQLException {
            Answers<R, T> answers = run.answers();
            if (answers.areRows()) {
                throw ShardingExceptions.of(ErrorCode.UPDATE_OF_SHARDING_COLUMN, TryFirstStep.OF_ROWS);
            }
            if (run.execution().keys().wanted()) {
                throw ShardingExceptions.of(
                        ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                        "by an upsert that is asked for keys, where rows have to move");
            }
            T moved = run.run(row.update().steps());
            return answers.count(moved) == 0 ? null : answers.times(moved, row.counts());
        }

        /** Returns the places of the rows that have the keys now. */
        private List<KeyPlace> look() throws SQLException {
            List<KeyLook> looks = rows.looks();
            List<List<Integer>> answers =
                    asked(StatementKind.QUERY, looks.stream().map(KeyLook::call).toList());
            List<KeyPlace> found = new ArrayList<>();
            for (int i = 0; i < answers.size(); i++) {
                for (int position : answers.get(i)) {
                    found.add(looks.get(i).places().get(position));
                }
            }
            return found;
        }

        private List<List<Integer>> asked(StatementKind kind, List<ShardCall> calls) throws SQLException {
            return calls.isEmpty()
                    ? List.of()
                    : UniquenessProbes.numbers(
                            run.session(),
                            run.executor(),
                            kind,
                            calls,
                            run.deadline().secondsLeft(),
                            ParallelismChoice.IN_TURN);
        }

        private static List<ShardCall> calls(List<KeyPlace> places) {
            return places.stream().map(KeyPlace::call).sorted(ShardCall.ORDER).toList();
        }
    }
}
