package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.observe.CommitEnded;
import io.shardkit.observe.CommitEnded.Outcome;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.StatementKind;
import java.sql.SQLException;
import java.util.List;

/**
 * Tells a listener what became of writes that the databases commit by themselves. One that failed and has changed nothing
 * for certain was no commit, as it is none in a transaction.
 */
public final class ObservedAutocommit {
    private ObservedAutocommit() {}

    /** Runs steps, each of which is committed by itself if the owner is in autocommit. */
    public static <T> T run(
            Owner owner,
            StatementListener listener,
            StatementKind kind,
            List<ShardConnection> connections,
            WriteSteps<T> steps)
            throws SQLException {
        WriteSteps.Progress progress = new WriteSteps.Progress();
        if (!isToBeTold(owner, listener, kind)) {
            return steps.run(connections, progress);
        }
        long start = System.nanoTime();
        try {
            T answer = steps.run(connections, progress);
            committed(listener, connections.size(), System.nanoTime() - start);
            return answer;
        } catch (SQLException | RuntimeException failure) {
            failed(listener, failure, connections, progress.count(), start);
            throw failure;
        }
    }

    /** Tells whether a statement of that kind is committed by itself now, and there is a listener. */
    public static boolean isToBeTold(Owner owner, StatementListener listener, StatementKind kind) {
        return listener != StatementListener.NONE
                && owner.autoCommit()
                && switch (kind) {
                    case INSERT, UPDATE, DELETE, DDL -> true;
                    default -> false;
                };
    }

    /** All is committed. */
    public static void committed(StatementListener listener, int dataSources, long nanos) {
        listener.commitEnded(new CommitEnded(CommitEnded.Mode.AUTOCOMMIT, Outcome.COMMITTED, dataSources, nanos));
    }

    /**
     * A step failed.
     *
     * @param done how many steps are committed
     * @param start of the first, by {@link System#nanoTime}
     */
    public static void failed(
            StatementListener listener, Exception failure, List<ShardConnection> connections, int done, long start) {
        boolean unknown = connections.stream().anyMatch(shard -> UnknownOutcome.isUnknown(failure, shard));
        if (unknown || done > 0) {
            listener.commitEnded(new CommitEnded(
                    CommitEnded.Mode.AUTOCOMMIT,
                    unknown ? Outcome.UNKNOWN : Outcome.PARTLY,
                    connections.size(),
                    System.nanoTime() - start));
        }
    }
}
