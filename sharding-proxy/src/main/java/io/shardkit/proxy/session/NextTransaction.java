package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.sql.ClientText;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of SET TRANSACTION for the next transaction alone: the first one that touches a table, be it one statement
 * in autocommit. Not thread-safe.
 */
final class NextTransaction {
    private @Nullable Integer isolation;
    private @Nullable Boolean readOnly;
    private boolean begun;

    /** The isolation level that the session had before, which comes back with the end of the transaction. */
    private int isolationBefore;

    void isolation(int level) {
        isolation = level;
    }

    void readOnly(boolean only) {
        readOnly = only;
    }

    /** Returns true if the next transaction is to read only; null if SET TRANSACTION said nothing of that. */
    @Nullable Boolean readOnly() {
        return readOnly;
    }

    void forget() {
        isolation = null;
        readOnly = null;
        begun = false;
    }

    /** Must be called before a statement runs. */
    void before(BackendSession session, ClientText text) throws SQLException {
        if ((isolation == null && readOnly == null)
                || begun
                || touchesNothing(text, session.database().facts().isMariaDb())) {
            return;
        }
        begun = true;
        isolationBefore = session.isolation();
        if (isolation != null) {
            session.setIsolation(isolation);
        }
        if (readOnly != null) {
            session.setReadOnly(readOnly);
        }
    }

    /** MySQL reads what it shows of tables from tables. */
    private static boolean touchesNothing(ClientText text, boolean mariaDb) {
        return switch (text.first()) {
            case "SHOW", "DESCRIBE", "DESC" -> mariaDb || NamesNoTable.test(text);
            case "SAVEPOINT", "KILL" -> true;
            case "BEGIN", "START", "COMMIT", "ROLLBACK" -> false;
            default -> NamesNoTable.test(text);
        };
    }

    /**
     * Must be called when a statement has ended and no transaction is open.
     *
     * @param readOnlyBefore what the session has
     */
    void after(BackendSession session, boolean readOnlyBefore) throws SQLException {
        if (!begun) {
            return;
        }
        try {
            if (isolation != null) {
                session.setIsolation(isolationBefore);
            }
            if (readOnly != null) {
                session.setReadOnly(readOnlyBefore);
            }
        } finally {
            // Also where a connection is lost: what is said next is for the transaction after that.
            forget();
        }
    }
}
