package io.shardkit.move.table;

import java.sql.SQLException;

/** Rows of source and target differ where they should not: all are to be compared again. */
public final class RowsDifferException extends SQLException {
    private static final long serialVersionUID = 1L;

    RowsDifferException(String reason) {
        super(reason);
    }
}
