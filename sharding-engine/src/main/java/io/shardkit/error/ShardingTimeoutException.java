package io.shardkit.error;

import java.sql.SQLTimeoutException;

/** A statement that took too long. */
public final class ShardingTimeoutException extends SQLTimeoutException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String detail;

    ShardingTimeoutException(ErrorCode errorCode, String detail, String message) {
        super(message, errorCode.sqlState(), errorCode.number());
        this.errorCode = errorCode;
        this.detail = detail;
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
