package io.shardkit.error;

import java.sql.SQLNonTransientConnectionException;

/**
 * A transaction that is committed on some data sources only, or may be; to run it again could do part of it twice. Its
 * connection can only be closed.
 */
public final class ShardingUnresolvedException extends SQLNonTransientConnectionException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String detail;
    private final CommitOutcome outcome;

    ShardingUnresolvedException(ErrorCode errorCode, String detail, String message, CommitOutcome outcome) {
        super(message, errorCode.sqlState(), errorCode.number());
        this.outcome = outcome;
        this.errorCode = errorCode;
        this.detail = detail;
    }

    /** Returns the data sources that have committed and those that have not. */
    public CommitOutcome outcome() {
        return outcome;
    }

    @Override
    public ErrorCode errorCode() {
        return errorCode;
    }

    @Override
    public String detail() {
        return detail;
    }
}
