package io.shardkit.error;

import java.sql.SQLTransactionRollbackException;

/** A transaction that did not end as it was asked to. */
public final class ShardingTransactionException extends SQLTransactionRollbackException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;

    ShardingTransactionException(ErrorCode errorCode, String message) {
        super(message, errorCode.sqlState(), errorCode.number());
        this.errorCode = errorCode;
    }

    @Override
    public ErrorCode errorCode() {
        return errorCode;
    }
}
