package io.shardkit.error;

import java.sql.BatchUpdateException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;

/** Makes the exceptions that tell of an {@link ErrorCode}. */
@API(status = API.Status.INTERNAL)
public final class ShardingExceptions {
    private ShardingExceptions() {}

    /**
     * A new exception of the JDBC 4 class that fits the code; it is a {@link ShardingException}.
     *
     * @param detail the part of the statement, the table or the data source in question; never a parameter's value
     */
    public static SQLException of(ErrorCode code, String detail) {
        return of(code, detail, code.message(detail));
    }

    /** The same with another message. */
    public static SQLException of(ErrorCode code, String detail, String message) {
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

    /**
     * A failure with another message, if it tells of a code: of its class and code, and with its stack trace, cause,
     * suppressed and next ones.
     *
     * @param words changes a message
     */
    public static SQLException retold(SQLException failure, UnaryOperator<String> words) {
        String written = failure.getMessage();
        String message = written == null ? "" : words.apply(written);
        if (message.equals(written)) {
            return failure;
        }
        Throwable before = failure.getCause();
        Throwable cause = before instanceof SQLException of ? retold(of, words) : before;
        SQLException told;
        if (failure instanceof BatchUpdateException batch) {
            told = new BatchUpdateException(
                    message, batch.getSQLState(), batch.getErrorCode(), batch.getLargeUpdateCounts(), cause);
        } else if (failure instanceof ShardingUnresolvedException unresolved) {
            told = new ShardingUnresolvedException(
                    unresolved.errorCode(), words.apply(unresolved.detail()), message, unresolved.outcome());
        } else if (failure instanceof ShardingException coded
                && failure.getErrorCode() == coded.errorCode().number()) {
            told = of(coded.errorCode(), words.apply(coded.detail()), message);
        } else {
            return failure;
        }
        if (told.getCause() == null && cause != null) {
            told.initCause(cause);
        }
        told.setStackTrace(failure.getStackTrace());
        for (Throwable suppressed : failure.getSuppressed()) {
            told.addSuppressed(suppressed);
        }
        SQLException next = failure.getNextException();
        if (next != null) {
            told.setNextException(next);
        }
        return told;
    }

    /**
     * A failure told with another setting and detail, and with other words for what its code says; with the failure as
     * its cause.
     *
     * @param words changes a message
     */
    public static ShardingConfigurationException retold(
            ShardingConfigurationException failure, String setting, String detail, UnaryOperator<String> words) {
        return new ShardingConfigurationException(failure.errorCode(), setting, detail, words, failure);
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
