package io.shardkit.error;

import java.sql.SQLDataException;

/** A value that does not fit. */
public final class ShardingDataException extends SQLDataException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;

    ShardingDataException(ErrorCode errorCode, String message) {
        super(message, errorCode.sqlState(), errorCode.number());
        this.errorCode = errorCode;
    }

    @Override
    public ErrorCode errorCode() {
        return errorCode;
    }
}
