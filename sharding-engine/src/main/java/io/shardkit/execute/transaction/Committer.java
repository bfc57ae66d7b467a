package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Commits what belongs together on several databases. Only here are transactions of shards committed, so that how much
 * a commit over several databases promises is decided in one place. Thread-safe.
 */
public interface Committer {

    /**
     * Commits on all participants, each of which has an open transaction that may be committed, or tells what became of
     * it. When it returns, no transaction is open but on a participant that failed or was lost.
     *
     * @param participants in the order in which those that wrote should commit
     * @param wrote whether something may have been written over a participant: the loss of one that only read loses nothing
     * @return null if all have committed
     */
    @Nullable CommitFailure commit(List<ShardConnection> participants, Predicate<ShardConnection> wrote);
}
