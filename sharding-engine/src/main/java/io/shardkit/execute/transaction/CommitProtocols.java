package io.shardkit.execute.transaction;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.hint.ShardingHint;
import io.shardkit.options.CrossSource;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The protocols by which the transactions over some databases commit. Immutable. */
public final class CommitProtocols {
    private static final CommitProtocol BEST_EFFORT = new BestEffortProtocol(false);
    private static final CommitProtocol REFUSE = new BestEffortProtocol(true);

    private final CrossSource usual;
    private final @Nullable CommitProtocol atomic;

    /**
     * @param usual what holds where the application says nothing
     * @param atomic null if no transaction can be committed in that way
     */
    public CommitProtocols(CrossSource usual, @Nullable CommitProtocol atomic) {
        this.usual = usual;
        this.atomic = atomic;
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
            case BEST_EFFORT -> BEST_EFFORT;
            case REFUSE -> REFUSE;
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
