package io.shardkit.boot.metrics;

import io.shardkit.error.ErrorCode;
import io.shardkit.observe.StatementEnded;
import java.sql.SQLException;

/**
 * Stands in spans for the exception of a statement or a call, with its stack trace: the message of a database may quote
 * values, and spans leave the application.
 */
final class StatementFailure extends Exception {
    private static final long serialVersionUID = 1;

    private StatementFailure(String message, StackTraceElement[] trace) {
        super(message, null, false, true);
        setStackTrace(trace);
    }

    /** Of a statement that failed. */
    static StatementFailure of(StatementEnded event, Exception failure) {
        ErrorCode refusal = event.refusal();
        return new StatementFailure(
                refusal != null ? refusal.code() + ": " + refusal.reason() : brief(failure), failure.getStackTrace());
    }

    /** Of a call to a data source: the span of its statement has the reason. */
    static StatementFailure ofCall(String dataSource) {
        return new StatementFailure("the call to " + dataSource + " failed", new StackTraceElement[0]);
    }

    private static String brief(Exception failure) {
        String type = failure.getClass().getName();
        return failure instanceof SQLException sql
                ? type + ", SQLSTATE " + sql.getSQLState() + ", error " + sql.getErrorCode()
                : type;
    }
}
