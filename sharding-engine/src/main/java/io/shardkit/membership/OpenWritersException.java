package io.shardkit.membership;

import java.sql.SQLException;

/** Tells that a rule was not decided, as transactions stay open that have written broadcast tables by an earlier one. */
public final class OpenWritersException extends SQLException {
    private static final long serialVersionUID = 1L;

    OpenWritersException(SQLException cause) {
        super(
                "transactions that have written broadcast tables stay open: " + cause.getMessage(),
                cause.getSQLState(),
                cause.getErrorCode(),
                cause);
    }
}
