package io.shardkit.execute.write;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.query.FirstRowLocks;
import io.shardkit.execute.query.FirstRowLocks.Sight;
import io.shardkit.execute.scatter.MovesAside;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Deadline;
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
 * written in turn until there are enough. The first rows of an order: they are locked, and written by their keys. For
 * one execution.
 */
final class LimitedWriter {
    private final ShardExecutor executor;
    private final CountedWrites writes;
    private final Session session;
    private final LimitedUpdate update;
    private final CallRunner<WrittenPart> runner;
    private final Deadline deadline;

    LimitedWriter(ShardExecutor executor, CountedWrites writes, LimitedUpdate update) {
        this.executor = executor;
        this.writes = writes;
        this.session = writes.execution().session();
        this.update = update;
        this.runner = writes.runner(writes.execution().keys());
        this.deadline =
                session.databases().deadline(writes.execution().settings().queryTimeout());
    }

    /**
     * Runs it, and gives the counts of its calls.
     *
     * @param check is asked before anything is committed
     */
    List<WrittenPart> run(MovesAside.Check check) throws SQLException {
        List<Integer> dataSources =
                update.calls().stream().map(ShardCall::dataSource).distinct().toList();
        LimitedUpdate.First first = update.first();
        if (first == null) {
            executor.checkWrite(session, dataSources);
            session.connections(dataSources);
            return TransactionRunner.run(
                    session,
                    Scope.of(session),
                    Participants.ofSession(),
                    (participants, progress) -> checked(inTurn(progress), check));
        }
        session.transactions().checkWrite();
        boolean unused = session.reads().isUnused(dataSources);
        // All at once and in order: one that was missed would be waited for while others are held.
        List<ShardConnection> connections = session.connections(dataSources);
        String unlocked = session.autoCommit()
                ? session.databases().dialect().transactions().copyWithoutLocks()
                : null;
        return TransactionRunner.run(session, Scope.of(session), Participants.ofSession(), (participants, progress) -> {
            if (unlocked != null) {
                for (ShardConnection shard : connections) {
                    shard.execute(unlocked);
                }
            }
            Sight sight = unlocked != null ? Sight.ALWAYS : Sight.of(session, connections, unused);
            return checked(write(first, locked(first, sight, connections), progress), check);
        });
    }

    private static List<WrittenPart> checked(List<WrittenPart> written, MovesAside.Check check) throws SQLException {
        check.run();
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
        return executor.writeWithin(
                progress, session, writes.kind(), calls, runner, deadline.secondsLeft(), parts -> parts);
    }

    /** The rows that are locked now, by unit. */
    private Map<Integer, List<RowKey>> locked(LimitedUpdate.First first, Sight sight, List<ShardConnection> connections)
            throws SQLException {
        Queue<Statement> opened = new ConcurrentLinkedQueue<>();
        try {
            FirstRowLocks locks = new FirstRowLocks(
                    executor, session, first.read(), first.parameters(), asking(first, opened), deadline);
            locks.lock(sight, connections);
            Map<Integer, List<RowKey>> rows = new HashMap<>();
            try (RowCursor cursor = locks.merged(first.read().limit())) {
                while (cursor.next()) {
                    RowKey row = locks.keyOf(cursor);
                    rows.computeIfAbsent(row.unit(), none -> new ArrayList<>()).add(row);
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
                writes.execution().parts());
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
