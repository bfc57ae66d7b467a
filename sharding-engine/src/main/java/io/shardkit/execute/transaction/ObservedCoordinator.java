package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import io.shardkit.observe.CommitEnded;
import io.shardkit.observe.CommitEnded.Outcome;
import io.shardkit.observe.StatementListener;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tells a listener what became of the commit of another one. */
record ObservedCoordinator(Coordinator coordinator, CommitEnded.Mode mode, StatementListener listener)
        implements Coordinator {

    @Override
    public boolean writesToOne() {
        return coordinator.writesToOne();
    }

    @Override
    public boolean isAtomic() {
        return coordinator.isAtomic();
    }

    @Override
    public void join(ShardConnection shard) throws SQLException {
        coordinator.join(shard);
    }

    @Override
    public void makesTemporaryTable(ShardConnection shard) {
        coordinator.makesTemporaryTable(shard);
    }

    @Override
    public @Nullable CommitFailure commit(List<ShardConnection> participants, Predicate<ShardConnection> wrote) {
        long start = System.nanoTime();
        CommitFailure failed = coordinator.commit(participants, wrote);
        listener.commitEnded(new CommitEnded(mode, outcome(failed), participants.size(), System.nanoTime() - start));
        return failed;
    }

    private static Outcome outcome(@Nullable CommitFailure failed) {
        if (failed == null) {
            return Outcome.COMMITTED;
        }
        if (!failed.outcome().unknown().isEmpty()) {
            return Outcome.UNKNOWN;
        }
        return failed.isIncomplete() ? Outcome.PARTLY : Outcome.FAILED;
    }
}
