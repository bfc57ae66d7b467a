package io.shardkit.move.table;

import java.sql.SQLException;

/** Another worker goes on with the move; this one has changed nothing since, and ends. */
public final class MoveTakenOverException extends SQLException {
    private static final long serialVersionUID = 1L;

    MoveTakenOverException(String table) {
        super("Another worker has taken over the move of " + table);
    }
}
