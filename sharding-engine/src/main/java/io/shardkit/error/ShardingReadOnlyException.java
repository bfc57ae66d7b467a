package io.shardkit.error;

import java.sql.SQLInvalidAuthorizationSpecException;

/**
 * A write in a transaction that is read-only: of the class that one of the drivers has for it, which Spring takes for a
 * denied permission.
 */
public final class ShardingReadOnlyException extends SQLInvalidAuthorizationSpecException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String detail;

    ShardingReadOnlyException(ErrorCode errorCode, String detail, String message) {
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
