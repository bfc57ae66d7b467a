package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.query.FirstRowLocks;
import io.shardkit.execute.query.FirstRowLocks.Sight;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Step;
import io.shardkit.merge.RowCursor;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.limit.LimitedUpdate;
import io.shardkit.plan.limit.LockingRead;
import io.shardkit.plan.limit.RowKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Runs an UPDATE or DELETE with a LIMIT over several units, in autocommit as one transaction. Any rows: the units are
 * written in turn until there are enough. The first rows of an order: they are locked, and written by their keys.
 */
final class LimitedStep {
    private LimitedStep() {}

    static <R, T> T run(LimitedUpdate update, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        return run.answers()
                .counted(
                        ErrorCode.LIMITED_WRITE_OVER_UNITS,
                        "with RETURNING",
                        answers -> answers.ofSome(new Limited(
                                        update,
                                        run,
                                        answers.runner(run.execution().keys()))
                                .written()));
    }

    /** One execution. */
    private record Limited(LimitedUpdate update, WriteRun<?, ?> run, CallRunner<WrittenPart> runner) {

        List<WrittenPart> written() throws SQLException {
            List<Integer> dataSources = update.calls().stream()
                    .map(ShardCall::dataSource)
                    .distinct()
                    .toList();
            Session session = run.session();
            LimitedUpdate.First first = update.first();
            if (first == null) {
                run.executor().checkWrite(session, dataSources);
                return run.transact(dataSources, null, (connections, progress) -> checked(inTurn(progress)));
            }
            session.transactions().checkWrite();
            boolean unused = session.reads().isUnused(dataSources);
            String unlocked = session.databases().dialect().transactions().copyWithoutLocks();
            boolean anew = session.autoCommit() && unlocked != null;
            return run.transact(dataSources, unlocked, (connections, progress) -> {
                Sight sight = anew ? Sight.ALWAYS : Sight.of(session, connections, unused);
                return checked(write(first, locked(first, sight, connections), progress));
            });
        }

        private List<WrittenPart> checked(List<WrittenPart> written) throws SQLException {
            run.check();
            return written;
        }

        private List<WrittenPart> inTurn(WriteSteps.Progress progress) throws SQLException {
            long left = update.count();
            List<WrittenPart> parts = new ArrayList<>();
            for (ShardCall call : update.calls()) {
                if (left > 0 || parts.isEmpty()) {
                    List<WrittenPart> written = write(List.of(LockingRead.limited(call, left)), progress);
                    left -= written.get(0).count();
                    parts.addAll(written);
                }
            }
            return parts;
        }

        private List<WrittenPart> write(List<ShardCall> calls, WriteSteps.Progress progress) throws SQLException {
            return run.send(progress, calls, runner, parts -> parts);
        }

        /** The rows that are locked now, by unit. */
        private Map<Integer, List<RowKey>> locked(
                LimitedUpdate.First first, Sight sight, List<ShardConnection> connections) throws SQLException {
            Queue<Statement> opened = new ConcurrentLinkedQueue<>();
            try {
                FirstRowLocks locks = new FirstRowLocks(
                        run.executor(),
                        run.session(),
                        first.read(),
                        first.parameters(),
                        asking(first, opened),
                        run.deadline());
                locks.lock(sight, connections);
                Map<Integer, List<RowKey>> rows = new HashMap<>();
                try (RowCursor cursor = locks.merged(first.read().limit())) {
                    while (cursor.next()) {
                        RowKey row = locks.keyOf(cursor);
                        rows.computeIfAbsent(row.unit(), none -> new ArrayList<>())
                                .add(row);
                    }
                }
                return rows;
            } finally {
                for (Statement statement : opened) {
                    statement.close();
                }
            }
        }

        private CallRunner<ResultSet> asking(LimitedUpdate.First first, Queue<Statement> opened) {
            return new CallRunner<>(
                    (shard, call) -> {
                        PreparedStatement statement = FirstRowLocks.SCROLLABLE.prepare(shard.connection(), call.sql());
                        opened.add(statement);
                        Objects.requireNonNull(call.mapping()).apply(first.parameters(), statement);
                        return statement;
                    },
                    (statement, call) -> ((PreparedStatement) statement).executeQuery(),
                    run.execution().parts());
        }

        private List<WrittenPart> write(
                LimitedUpdate.First first, Map<Integer, List<RowKey>> rows, WriteSteps.Progress progress)
                throws SQLException {
            List<ShardCall> calls = new ArrayList<>();
            rows.forEach((unit, own) -> calls.add(first.write().call(unit, own, 0)));
            calls.sort(ShardCall.ORDER);
            return calls.isEmpty() ? List.of() : write(calls, progress);
        }
    }
}
