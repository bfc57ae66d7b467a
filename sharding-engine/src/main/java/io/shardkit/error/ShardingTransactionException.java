package io.shardkit.error;

import java.sql.SQLTransactionRollbackException;

/** A transaction that did not end as it was asked to. */
public final class ShardingTransactionException extends SQLTransactionRollbackException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String detail;

    ShardingTransactionException(ErrorCode errorCode, String detail, String message) {
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
