package io.shardkit.execute.write;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.scatter.Moves;
import io.shardkit.execute.scatter.MovesAside;
import io.shardkit.execute.scatter.RowSearch;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs an UPDATE or DELETE of rows that a unique key names over several units. A row that moves to another unit meanwhile
 * may be in none of them when that is asked: if none was met and some have moved, and always for several rows of a table
 * whose rows move, they are found and locked first. For one execution.
 */
final class NamedWriter {
    private final CountedWrites writes;
    private final ShardExecutor executor;
    private final BoundPlan.MultiShardWrite write;
    private final BoundPlan.NamedRows rows;
    private final Session session;

    /** Whether some of the rows were met, and others may have moved. */
    private boolean missed;

    NamedWriter(
            CountedWrites writes, ShardExecutor executor, BoundPlan.MultiShardWrite write, BoundPlan.NamedRows rows) {
        this.writes = writes;
        this.executor = executor;
        this.write = write;
        this.rows = rows;
        this.session = writes.execution().session();
    }

    CountedWrites.Written run(ParallelismChoice pace) throws SQLException {
        Execution execution = writes.execution();
        Moves.Since since = executor.moves().since(rows.table());
        // Some of several rows might have to be undone if others were missed.
        boolean some = rows.most() > 1 && executor.moves().knows(rows.table());
        Deadline deadline = session.databases().deadline(execution.settings().queryTimeout());
        RowSearch search = new RowSearch(session, executor, rows, ParallelismChoice.IN_TURN, deadline);
        MovesAside aside = new MovesAside(session, executor.moves(), rows.table(), deadline);
        if (!since.wasOpen() && !some && !search.keepsGaps()) {
            try {
                CountedWrites.Written written = executor.write(
                        session,
                        writes.kind(),
                        write.calls(),
                        writes.runner(write),
                        execution.settings().queryTimeout(),
                        pace,
                        parts -> checked(writes.of(write, parts), since, search));
                if (written.count() > 0 || !since.hasMoves()) {
                    return written;
                }
            } catch (SQLTransactionRollbackException failure) {
                if (!missed || !session.autoCommit()) {
                    throw failure;
                }
                // It was undone, and nothing is done twice.
            }
        }
        return searched(search, aside, deadline);
    }

    /** Some of the rows: what was done to them can only be undone. */
    private CountedWrites.Written checked(CountedWrites.Written written, Moves.Since since, RowSearch search)
            throws SQLException {
        search.checkSeen(written.count());
        if (written.count() > 0 && written.count() < rows.most() && since.hasMoves()) {
            missed = true;
            throw Moves.missed(rows.table());
        }
        return written;
    }

    private CountedWrites.Written searched(RowSearch search, MovesAside aside, Deadline deadline) throws SQLException {
        Set<Integer> sources = new TreeSet<>();
        write.calls().forEach(call -> sources.add(call.dataSource()));
        session.transactions().checkWrite();
        List<ShardConnection> connections = session.connections(List.copyOf(sources));
        String unlocked = session.autoCommit()
                ? session.databases().dialect().transactions().copyWithoutLocks()
                : null;
        WriteSteps<CountedWrites.Written> steps = (participants, progress) -> {
            if (unlocked != null) {
                for (ShardConnection shard : connections) {
                    shard.execute(unlocked);
                }
                search.looksAnew();
            }
            Set<Integer> units = search.lock().keySet();
            List<ShardCall> calls = new ArrayList<>(write.calls());
            calls.removeIf(call -> !units.contains(call.unit()));
            return executor.writeWithin(
                    progress,
                    session,
                    writes.kind(),
                    calls,
                    writes.runner(write),
                    deadline.secondsLeft(),
                    writes::moved);
        };
        return aside.again(() -> TransactionRunner.run(session, Scope.of(session), Participants.ofSession(), steps));
    }
}
