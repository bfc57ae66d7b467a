package io.shardkit.execute.transaction;

import io.shardkit.error.CommitOutcome;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.util.List;

/**
 * The outcome of a commit that failed.
 *
 * @param code of the exception if it is incomplete
 * @param cause the failure that stopped it: an SQLException or a RuntimeException
 * @param outcome what became of the data sources
 */
public record CommitFailure(ErrorCode code, Exception cause, CommitOutcome outcome) {
    /** Of a commit that has committed nothing anywhere. */
    public static CommitFailure nothingCommitted(Exception cause, List<ShardConnection> participants) {
        return new CommitFailure(
                ErrorCode.COMMIT_INCOMPLETE,
                cause,
                new CommitOutcome(List.of(), List.of(), List.of(), names(participants)));
    }

    /** Of the commit of a single database, from which no answer came. */
    public static CommitFailure unknown(SQLException cause, ShardConnection shard) {
        return new CommitFailure(ErrorCode.COMMIT_INCOMPLETE, cause, CommitOutcome.unknown(shard.name()));
    }

    /**
     * Returns the failure of a commit whose decision is not known; all data sources that were written to will follow the
     * decision.
     */
    public static CommitFailure undecided(SQLException cause, List<ShardConnection> participants) {
        return new CommitFailure(
                ErrorCode.COMMIT_UNDECIDED,
                cause,
                new CommitOutcome(List.of(), List.of(), names(participants), List.of()));
    }

    /**
     * Of one that some have made.
     *
     * @param failed where it stopped
     * @param isKnown whether that one has answered that it did not commit
     */
    static CommitFailure partly(
            Exception cause,
            List<ShardConnection> committed,
            ShardConnection failed,
            boolean isKnown,
            List<ShardConnection> rolledBack) {
        List<String> stopped = List.of(failed.name());
        return new CommitFailure(
                ErrorCode.COMMIT_INCOMPLETE,
                cause,
                new CommitOutcome(
                        names(committed),
                        isKnown ? stopped : List.of(),
                        isKnown ? List.of() : stopped,
                        names(rolledBack)));
    }

    /** Tells whether something is or may be committed, so that the transaction can neither be undone nor tried again. */
    public boolean isIncomplete() {
        return !outcome.committed().isEmpty() || !outcome.unknown().isEmpty();
    }

    /** The exception that says exactly what became of it. */
    public SQLException exception() {
        if (isIncomplete()) {
            SQLException incomplete = ShardingExceptions.unresolved(code, outcome, "");
            incomplete.initCause(cause);
            return incomplete;
        }
        if (cause instanceof RuntimeException unexpected) {
            throw unexpected;
        }
        return (SQLException) cause;
    }

    private static List<String> names(List<ShardConnection> shards) {
        return shards.stream().map(ShardConnection::name).toList();
    }
}
