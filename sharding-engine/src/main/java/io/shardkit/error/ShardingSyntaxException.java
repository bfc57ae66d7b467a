package io.shardkit.error;

import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;

/** A statement that cannot be read. */
public final class ShardingSyntaxException extends SQLSyntaxErrorException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String detail;

    ShardingSyntaxException(ErrorCode errorCode, String detail, String message) {
        super(message, errorCode.sqlState(), errorCode.number());
        this.errorCode = errorCode;
        this.detail = detail;
    }

    /** With the SQLState and the error code of the database that refused. */
    ShardingSyntaxException(ErrorCode errorCode, String detail, String message, SQLException ofDatabase) {
        super(message, ofDatabase.getSQLState(), ofDatabase.getErrorCode(), ofDatabase);
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
