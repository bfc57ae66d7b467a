package io.shardkit.error;

import java.sql.SQLIntegrityConstraintViolationException;

/** A row whose unique key is taken. */
public final class ShardingConstraintException extends SQLIntegrityConstraintViolationException
        implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String detail;

    ShardingConstraintException(ErrorCode errorCode, String detail, String message) {
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
