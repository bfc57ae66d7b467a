package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailures;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Commits one participant after the other. Where a database is lost between two commits, some have committed and some
 * have not, which is told and not hidden. Immutable.
 */
public final class BestEffortProtocol implements CommitProtocol, Coordinator {
    private final boolean writesToOne;
    private final @Nullable CommitFence fence;
    private final CommitGate gate;

    /**
     * @param writesToOne whether a transaction may write to one data source only
     * @param fence keeps reads away from commits that are half done, or null if they may meet
     * @param gate holds commits over several data sources
     */
    public BestEffortProtocol(boolean writesToOne, @Nullable CommitFence fence, CommitGate gate) {
        this.writesToOne = writesToOne;
        this.fence = fence;
        this.gate = gate;
    }

    @Override
    public boolean writesToOne() {
        return writesToOne;
    }

    @Override
    public Coordinator begin() {
        return this;
    }

    @Override
    public @Nullable CommitFailure commit(List<ShardConnection> participants, Predicate<ShardConnection> wrote) {
        if (participants.size() < 2 || participants.stream().filter(wrote).count() < 2) {
            return commitInOrder(readersFirst(participants, wrote), wrote);
        }
        gate.enter();
        try {
            return commitFenced(participants, wrote);
        } finally {
            gate.leave();
        }
    }

    private @Nullable CommitFailure commitFenced(List<ShardConnection> participants, Predicate<ShardConnection> wrote) {
        if (fence == null) {
            return commitInOrder(readersFirst(participants, wrote), wrote);
        }
        fence.committing();
        try {
            return commitInOrder(readersFirst(participants, wrote), wrote);
        } finally {
            fence.committed();
        }
    }

    private static @Nullable CommitFailure commitInOrder(
            List<ShardConnection> order, Predicate<ShardConnection> wrote) {
        for (int i = 0; i < order.size(); i++) {
            ShardConnection shard = order.get(i);
            try {
                shard.commit();
            } catch (SQLException | RuntimeException failure) {
                failure.addSuppressed(ShardFailures.committing(shard.name(), order.size(), i));
                List<ShardConnection> committed =
                        order.subList(0, i).stream().filter(wrote).toList();
                boolean known = !wrote.test(shard) || !UnknownOutcome.isUnknown(failure, shard);
                List<ShardConnection> rest = order.subList(i + 1, order.size());
                Rollback.after(failure, rest);
                return committed.isEmpty() && known
                        ? CommitFailure.nothingCommitted(failure, order)
                        : CommitFailure.partly(failure, committed, shard, known, rest);
            }
        }
        return null;
    }

    /** Sorts those that only read first: where one of them fails nothing is committed, and all is known. */
    private static List<ShardConnection> readersFirst(
            List<ShardConnection> participants, Predicate<ShardConnection> wrote) {
        if (participants.size() < 2) {
            return participants;
        }
        List<ShardConnection> order = new ArrayList<>(participants);
        order.sort(Comparator.comparing(wrote::test));
        return order;
    }
}
