package io.shardkit.error;

import java.sql.SQLException;

/** Makes the exceptions that tell of an {@link ErrorCode}. */
public final class ShardingExceptions {
    private ShardingExceptions() {}

    /**
     * A new exception of the JDBC 4 class that fits the code; it is a {@link ShardingException}.
     *
     * @param detail the part of the statement, the table or the data source in question; never a parameter's value
     */
    public static SQLException of(ErrorCode code, String detail) {
        String message = code.message(detail);
        return switch (code.kind()) {
            case NOT_SUPPORTED -> new ShardingNotSupportedException(code, detail, message);
            case SYNTAX -> new ShardingSyntaxException(code, detail, message);
            case DATA -> new ShardingDataException(code, detail, message);
            case CONSTRAINT -> new ShardingConstraintException(code, detail, message);
            case TRANSACTION -> new ShardingTransactionException(code, detail, message);
            case UNRESOLVED -> new ShardingUnresolvedException(code, detail, message, CommitOutcome.UNTOLD);
            case TIMEOUT -> new ShardingTimeoutException(code, detail, message);
            case UNREACHABLE, LEFT_OVER -> new ShardingConnectionException(code, detail, message);
            case READ_ONLY -> new ShardingReadOnlyException(code, detail, message);
            case STATE, CONFIGURATION, UNAVAILABLE -> new ShardingStateException(code, detail, message);
        };
    }

    /**
     * A new exception of a commit that did not succeed everywhere.
     *
     * @param more what is to be said beside the outcome, or nothing
     */
    public static ShardingUnresolvedException unresolved(ErrorCode code, CommitOutcome outcome, String more) {
        String detail = more.isEmpty() ? outcome.toString() : outcome + "; " + more;
        return new ShardingUnresolvedException(code, detail, code.message(detail), outcome);
    }
}
