package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.Answer;
import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.backend.Request;
import io.shardkit.proxy.sql.ClientText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** The proxy's own queries to the databases of a client. Not thread-safe. */
final class Questions {
    private final ClientState state;

    Questions(ClientState state) {
        this.state = state;
    }

    /** The only value of a query; nothing for NULL. */
    static String asked(BackendSession open, String sql) throws SQLException {
        try (Answer answer = open.run(Request.of(sql))) {
            ResultSet rows = answer.rows();
            String value = rows != null && rows.next() ? rows.getString(1) : null;
            return value == null ? "" : value;
        }
    }

    /** Returns the value of an expression of the client; empty for NULL. */
    String worth(ClientText text, String expression) throws SQLException, RefusedException {
        return asked(state.backend(text), "SELECT " + expression);
    }

    /**
     * Returns the value of one of the server's own expressions; the value of an expression without a variable is kept for
     * all clients.
     */
    String constant(ClientText text, String expression) throws SQLException, RefusedException {
        Map<String, String> known = state.backend(text).database().constants();
        String value = known.get(expression);
        if (value == null) {
            value = worth(text, expression);
            if (expression.indexOf('@') < 0) {
                known.put(expression, value);
            }
        }
        return value;
    }
}
