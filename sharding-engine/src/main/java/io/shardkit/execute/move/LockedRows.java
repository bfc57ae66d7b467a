package io.shardkit.execute.move;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.scatter.MovesAside;
import io.shardkit.execute.scatter.RowSearch;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.move.KeyedRows;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/** Rows that a unique key names, which are locked where they are before they are written. For one execution. */
final class LockedRows {
    private final Session session;
    private final RowSearch search;
    private final MovesAside aside;

    /** @param pace decides whether the data sources are asked in parallel */
    LockedRows(Session session, ShardExecutor executor, KeyedRows rows, ParallelismChoice pace, Deadline deadline) {
        this.session = session;
        this.search = new RowSearch(session, executor, rows, pace, deadline);
        this.aside = new MovesAside(session, executor.moves(), rows.table(), deadline);
    }

    /** What is done to them. */
    @FunctionalInterface
    interface Write<T> {
        /** @param locked how many of the rows each unit has */
        T run(Map<Integer, Integer> locked, WriteSteps.Progress progress) throws SQLException;
    }

    /** Finds them without a lock. */
    RowSearch search() {
        return search;
    }

    /**
     * Locks them and writes, in autocommit as one transaction.
     *
     * @param dataSources all that may be needed, ascending: they are taken at once and in order, as one that was missed would
     *     be waited for while others are held
     */
    <T> T write(SortedSet<Integer> dataSources, Write<T> write) throws SQLException {
        List<ShardConnection> connections = session.connections(List.copyOf(dataSources));
        String unlocked = session.autoCommit()
                ? session.databases().dialect().transactions().copyWithoutLocks()
                : null;
        WriteSteps<T> steps = (participants, progress) -> {
            if (unlocked != null) {
                // What is locked besides the rows keeps others from moving theirs there, and waits for them in turn.
                for (ShardConnection shard : connections) {
                    shard.execute(unlocked);
                }
                search.looksAnew();
            }
            return write.run(search.lock(), progress);
        };
        return aside.again(() -> TransactionRunner.run(session, Scope.of(session), Participants.ofSession(), steps));
    }
}
