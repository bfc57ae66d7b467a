package io.shardkit.execute.transaction;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.util.List;

/**
 * What became of a commit that failed.
 *
 * @param code of the exception if it is incomplete
 * @param cause the failure that stopped it: an SQLException or a RuntimeException
 * @param committed those that wrote and have committed
 * @param unknown those that failed, and may have committed or not
 * @param rolledBack those that were undone
 */
public record CommitFailure(
        ErrorCode code,
        Exception cause,
        List<ShardConnection> committed,
        List<ShardConnection> unknown,
        List<ShardConnection> rolledBack) {

    public CommitFailure {
        committed = List.copyOf(committed);
        unknown = List.copyOf(unknown);
        rolledBack = List.copyOf(rolledBack);
    }

    /** Of a commit that has committed nothing anywhere. */
    public static CommitFailure nothingCommitted(Exception cause, List<ShardConnection> participants) {
        return new CommitFailure(ErrorCode.COMMIT_INCOMPLETE, cause, List.of(), List.of(), participants);
    }

    /** Of the commit of a single database, from which no answer came. */
    public static CommitFailure unknown(SQLException cause, ShardConnection shard) {
        return new CommitFailure(ErrorCode.COMMIT_INCOMPLETE, cause, List.of(), List.of(shard), List.of());
    }

    /** Of one of which nobody knows the decision; all of those who wrote will follow it. */
    public static CommitFailure undecided(SQLException cause, List<ShardConnection> participants) {
        return new CommitFailure(ErrorCode.COMMIT_UNDECIDED, cause, List.of(), participants, List.of());
    }

    /** Whether something is or may be committed, so that the transaction can neither be undone nor tried again. */
    public boolean isIncomplete() {
        return !committed.isEmpty() || !unknown.isEmpty();
    }

    /** The exception that says exactly what became of it. */
    public SQLException exception() {
        if (isIncomplete()) {
            SQLException incomplete = ShardingExceptions.of(
                    code,
                    "committed: " + names(committed) + "; failed, outcome unknown: " + names(unknown)
                            + "; rolled back: " + names(rolledBack));
            incomplete.initCause(cause);
            return incomplete;
        }
        if (cause instanceof RuntimeException unexpected) {
            throw unexpected;
        }
        return (SQLException) cause;
    }

    private static String names(List<ShardConnection> shards) {
        return shards.isEmpty()
                ? "none"
                : String.join(", ", shards.stream().map(ShardConnection::name).toList());
    }
}
