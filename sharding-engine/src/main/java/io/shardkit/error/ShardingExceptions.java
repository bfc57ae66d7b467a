package io.shardkit.error;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;

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
            case TRANSACTION, SERIALIZATION -> new ShardingTransactionException(code, detail, message);
            case UNRESOLVED -> new ShardingUnresolvedException(code, detail, message, CommitOutcome.UNTOLD);
            case TIMEOUT -> new ShardingTimeoutException(code, detail, message);
            case UNREACHABLE, LEFT_OVER -> new ShardingConnectionException(code, detail, message);
            case READ_ONLY -> new ShardingReadOnlyException(code, detail, message);
            case STATE, CONFIGURATION, UNAVAILABLE -> new ShardingStateException(code, detail, message);
        };
    }

    /**
     * A new exception of the class, SQLState and error code of a database's failure, which is its cause; it is a
     * {@link ShardingException}.
     *
     * @param detail the database's message
     */
    public static SQLException ofDatabase(ErrorCode code, String detail, SQLException failure) {
        String message = code.message(detail);
        return switch (classOf(failure)) {
            case SYNTAX -> new ShardingSyntaxException(code, detail, message, failure);
            case DATA -> new ShardingDataException(code, detail, message, failure);
            default -> new ShardingStateException(code, detail, message, failure);
        };
    }

    /** A database's failure with another message: of its class, SQLState and error code, and with it as the cause. */
    public static SQLException retold(String message, SQLException failure) {
        String state = failure.getSQLState();
        int number = failure.getErrorCode();
        return switch (classOf(failure)) {
            case SYNTAX -> new SQLSyntaxErrorException(message, state, number, failure);
            case DATA -> new SQLDataException(message, state, number, failure);
            default -> new SQLException(message, state, number, failure);
        };
    }

    private static ErrorCode.Kind classOf(SQLException failure) {
        String state = failure.getSQLState();
        if (failure instanceof SQLSyntaxErrorException || (state != null && state.startsWith("42"))) {
            return ErrorCode.Kind.SYNTAX;
        }
        boolean ofData = failure instanceof SQLDataException || (state != null && state.startsWith("22"));
        return ofData ? ErrorCode.Kind.DATA : ErrorCode.Kind.STATE;
    }

    /**
     * A refusal for what goes wrong unexpectedly while a statement is read, planned or bound, of which that is the cause:
     * a fault of an application's algorithm, or of the framework.
     *
     * @param unexpected what was thrown
     */
    public static SQLException unexpected(Throwable unexpected) {
        SQLException refusal = unexpected instanceof StackOverflowError
                ? of(ErrorCode.TOO_COMPLEX, "the stack of the thread is too small")
                : of(ErrorCode.UNEXPECTED_FAILURE, unexpected.getClass().getSimpleName());
        refusal.initCause(unexpected);
        return refusal;
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
