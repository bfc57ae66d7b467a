package io.shardkit.error;

import java.sql.SQLNonTransientConnectionException;

/** A transaction that is committed on some data sources only; to run it again would do part of it twice. */
public final class ShardingUnresolvedException extends SQLNonTransientConnectionException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String detail;

    ShardingUnresolvedException(ErrorCode errorCode, String detail, String message) {
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
