package io.shardkit.error;

import java.sql.SQLFeatureNotSupportedException;

/** A statement or call that Shardkit refuses because it cannot answer it exactly. */
public final class ShardingNotSupportedException extends SQLFeatureNotSupportedException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String detail;

    ShardingNotSupportedException(ErrorCode errorCode, String detail, String message) {
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
