package io.shardkit.execute.transaction;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.hint.ShardingHint;
import io.shardkit.options.CrossSource;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The protocols by which the transactions over some databases commit. Immutable. */
public final class CommitProtocols {
    private final CrossSource usual;
    private final CommitProtocol bestEffort;
    private final CommitProtocol refuse;
    private final @Nullable CommitProtocol atomic;
    private final @Nullable CommitFence fence;

    /**
     * @param usual what holds where the application says nothing
     * @param atomic null if no transaction can be committed in that way
     * @param fence keeps reads away from commits that are half done, or null if they may meet
     */
    public CommitProtocols(CrossSource usual, @Nullable CommitProtocol atomic, @Nullable CommitFence fence) {
        this.usual = usual;
        this.atomic = atomic;
        this.fence = fence;
        this.bestEffort = new BestEffortProtocol(false, fence);
        this.refuse = new BestEffortProtocol(true, null);
    }

    /** Those of a single database, where all ways are one. */
    public static CommitProtocols single() {
        return new CommitProtocols(CrossSource.BEST_EFFORT, new BestEffortProtocol(false, null), null);
    }

    /** What keeps reads away from commits that are half done, or null if they may meet. */
    public @Nullable CommitFence fence() {
        return fence;
    }

    /**
     * The one for a transaction that begins now on this thread.
     *
     * @throws SQLException if the application asks for one that is not there
     */
    public CommitProtocol current() throws SQLException {
        ShardingHint hint = ShardingHint.current();
        CrossSource told = hint == null ? null : hint.crossSource();
        return switch (told == null ? usual : told) {
            case BEST_EFFORT -> bestEffort;
            case REFUSE -> refuse;
            case ATOMIC, XA -> atomic();
        };
    }

    private CommitProtocol atomic() throws SQLException {
        if (atomic == null) {
            throw ShardingExceptions.of(ErrorCode.ATOMIC_SWITCHED_OFF, "");
        }
        return atomic;
    }
}
