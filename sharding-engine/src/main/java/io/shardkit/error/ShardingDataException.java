package io.shardkit.error;

import java.sql.SQLDataException;
import java.sql.SQLException;

/** A value that does not fit. */
public final class ShardingDataException extends SQLDataException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String detail;

    ShardingDataException(ErrorCode errorCode, String detail, String message) {
        super(message, errorCode.sqlState(), errorCode.number());
        this.errorCode = errorCode;
        this.detail = detail;
    }

    /** With the SQLState and the error code of the database that refused. */
    ShardingDataException(ErrorCode errorCode, String detail, String message, SQLException ofDatabase) {
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
