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
    }

    /** Told that the session has others now, which only the databases know. */
    void changed() {
        unsure = true;
    }

    /** None are set. */
    void reset() {
        set = null;
        unsure = false;
    }
}
