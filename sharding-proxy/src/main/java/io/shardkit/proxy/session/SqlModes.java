package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.sql.ClientText;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The modes in which the databases read a client's statements: its sql_mode. Not thread-safe. */
final class SqlModes {
    private static final String ASK = "SELECT @@sql_mode";

    private final ClientState state;

    /** The modes that the session has set; null if it has set none, or if the databases have to be asked. */
    private @Nullable String set;

    private boolean unsure;
    private boolean onlyReads;

    SqlModes(ClientState state) {
        this.state = state;
    }

    /** Returns the modes of this session. */
    String current(ClientText text) throws SQLException, RefusedException {
        if (unsure) {
            set = Questions.asked(state.backend(text), ASK);
            unsure = false;
        }
        return set == null ? usual(text) : set;
    }

    /** Returns the modes of a session that has set none. */
    String usual(ClientText text) throws SQLException, RefusedException {
        BackendSession open = state.backend(text);
        String known = open.database().sqlMode();
        if (known == null) {
            known = Questions.asked(open, ASK);
            open.database().sqlMode(known);
        }
        return known;
    }

    /** Told that the session has others now. */
    void changed(String changed) {
        set = changed;
        unsure = false;
        onlyReads = false;
    }

    /**
     * Told that the session wants these, which are not strict, and that the databases have them with a strict one: reads
     * are the same, and writes are to be refused, as they might store other keys than those by which rows were routed.
     */
    void changedForReads(String changed) {
        changed(changed);
        onlyReads = true;
    }

    /** Told that a database was opened, on which modes were set that are not strict, if they are not null. */
    void opened(@Nullable String loose, boolean passesThrough) {
        if (loose != null && passesThrough) {
            changed(loose);
        } else if (loose != null) {
            changedForReads(loose);
        }
    }

    /** The same modes with a strict one. */
    static String strict(String modes) {
        return modes.isEmpty() ? "STRICT_TRANS_TABLES" : modes + ",STRICT_TRANS_TABLES";
    }

    /** Returns true if the modes of the session differ from those of the databases in that only reads may use them. */
    boolean onlyReads() {
        return onlyReads;
    }

    /** Told that the session has others now, which only the databases know. */
    void changed() {
        unsure = true;
        onlyReads = false;
    }

    /** None are set. */
    void reset() {
        set = null;
        unsure = false;
        onlyReads = false;
    }
}
