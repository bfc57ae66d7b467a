package io.shardkit.proxy.session;

import io.shardkit.error.ShardingException;
import io.shardkit.proxy.backend.Answer;
import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.backend.Request;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements that the engine does not know, and that a database which is the only one gets as they are written. What they
 * leave stays on its connection, which the session then keeps. Not thread-safe.
 */
final class AsWritten {
    private final ClientState state;

    AsWritten(ClientState state) {
        this.state = state;
    }

    /** Returns true if the engine has refused a statement before anything was sent, as it does not know the statement. */
    static boolean isUnknown(SQLException failure) {
        return failure instanceof ShardingException refusal
                && switch (refusal.errorCode()) {
                    case UNSUPPORTED_STATEMENT, UNSUPPORTED_SYNTAX, UNPARSABLE, UNSTABLE_PARSE, SESSION_FUNCTION ->
                        true;
                    default -> false;
                };
    }

    /**
     * Runs a statement.
     *
     * @return what it answered, or null if it is one for the engine alone
     */
    @Nullable Answer run(BackendSession backend, ClientText text, Request request) throws SQLException, RefusedException {
        return switch (text.first()) {
            case "START" -> begin(backend, text, request);
            case "BEGIN" -> {
                unlockBefore(backend);
                state.transaction.modes("");
                yield null;
            }
            case "COMMIT", "ROLLBACK" -> end(backend, text);
            case "LOCK" -> lock(backend, text, request);
            case "UNLOCK" -> unlock(backend, text, request);
            case "GET" -> state.passesThrough(backend) ? diagnostics(backend, request) : null;
            default -> null;
        };
    }

    /**
     * Runs a statement again that the engine has refused.
     *
     * @return what it answered, or null if the refusal stands
     */
    @Nullable Answer refused(BackendSession backend, ClientText text, Request request, SQLException refusal) throws SQLException {
        if (!isUnknown(refusal) || !state.passesThrough(backend)) {
            return null;
        }
        switch (text.first()) {
            case "SELECT", "WITH", "(" -> {
                state.hold();
                return backend.runAsWritten(request);
            }
            case "SET" -> {
                ClientText query = limitedQuery(text);
                if (query == null) {
                    return null;
                }
                if (query.keeps()) {
                    state.hold();
                }
                return backend.runAsWritten(request);
            }
            case "SHOW" -> {
                return backend.runAsWritten(request);
            }
            default -> {
                return null;
            }
        }
    }

    /** The query of {@code SET STATEMENT ... FOR ...}, or null if a statement is something else. */
    private static @Nullable ClientText limitedQuery(ClientText text) {
        Words words = new Words(text.sql());
        if (!words.is(1, "STATEMENT")) {
            return null;
        }
        for (int i = 2; i < words.size(); i++) {
            if (words.is(i, "FOR")) {
                ClientText query = ClientText.of(words.text(i + 1, words.size()));
                return switch (query.first()) {
                    case "SELECT", "WITH", "(", "SHOW" -> query;
                    default -> null;
                };
            }
        }
        return null;
    }

    private static Answer engine(BackendSession backend, String sql) throws SQLException {
        return backend.run(Request.of(sql));
    }

    /** START TRANSACTION, whose modes are kept for CHAIN, and whose snapshot only the database knows. */
    private @Nullable Answer begin(BackendSession backend, ClientText text, Request request) throws SQLException {
        Words words = new Words(text.sql());
        if (!words.is(1, "TRANSACTION")) {
            return null;
        }
        unlockBefore(backend);
        boolean snapshot = false;
        List<String> modes = new ArrayList<>();
        int from = 2;
        for (int comma : words.commas(2, words.size())) {
            boolean one = words.are(from, "WITH", "CONSISTENT", "SNAPSHOT") && comma == from + 3;
            snapshot |= one;
            if (!one && comma > from) {
                modes.add(words.text(from, comma));
            }
            from = comma + 1;
        }
        String others = modes.isEmpty() ? "" : " " + String.join(", ", modes);
        if (!snapshot || !state.passesThrough(backend)) {
            Answer answer = backend.run(request);
            state.transaction.modes(others);
            return answer;
        }
        engine(backend, "START TRANSACTION" + others).close();
        try {
            Answer answer = backend.runAsWritten(request);
            state.transaction.modes(others);
            return answer;
        } catch (SQLException failure) {
            engine(backend, "ROLLBACK").close();
            throw failure;
        }
    }

    /** COMMIT and ROLLBACK with what is to follow: another transaction, or the end of the session. */
    private @Nullable Answer end(BackendSession backend, ClientText text) throws SQLException {
        Words words = new Words(text.sql());
        int at = words.is(1, "WORK") ? 2 : 1;
        boolean chains = false;
        int end = at;
        if (words.is(at, "AND")) {
            chains = words.is(at + 1, "CHAIN");
            end = chains ? at + 2 : words.are(at + 1, "NO", "CHAIN") ? at + 3 : -1;
        }
        if (end >= 0 && words.are(end, "NO", "RELEASE")) {
            end += 2;
        } else if (end >= 0 && !chains && words.is(end, "RELEASE") && end + 1 == words.size()) {
            Answer ended = engine(backend, text.first());
            state.release();
            return ended;
        }
        if (end == at || end != words.size()) {
            return null;
        }
        String modes = state.transaction.modes();
        if (!chains) {
            return engine(backend, text.first());
        }
        engine(backend, text.first()).close();
        Answer begun = engine(backend, "START TRANSACTION" + modes);
        state.transaction.modes(modes);
        return begun;
    }

    /** It commits what is open, as the database does. */
    private @Nullable Answer lock(BackendSession backend, ClientText text, Request request) throws SQLException {
        if (!isTables(text) || !state.passesThrough(backend)) {
            return null;
        }
        if (state.isInTransaction()) {
            engine(backend, "COMMIT").close();
        }
        state.hold();
        Answer answer = backend.runAsWritten(request);
        state.locked(true);
        return answer;
    }

    private @Nullable Answer unlock(BackendSession backend, ClientText text, Request request) throws SQLException {
        if (!isTables(text)) {
            return null;
        }
        if (!state.passesThrough(backend)) {
            // Over several databases no table was locked.
            return engine(backend, "DO 0");
        }
        boolean commits = state.isLocked();
        if (!state.isHeld()) {
            return engine(backend, "DO 0");
        }
        Answer answer = backend.runAsWritten(request);
        state.locked(false);
        if (commits && state.isInTransaction()) {
            // The database has done it.
            engine(backend, "COMMIT").close();
        }
        return answer;
    }

    private static boolean isTables(ClientText text) {
        Words words = new Words(text.sql());
        return words.is(1, "TABLES") || words.is(1, "TABLE");
    }

    /** To begin a transaction unlocks tables. */
    private void unlockBefore(BackendSession backend) throws SQLException {
        if (state.isLocked()) {
            backend.runAsWritten(Request.of("UNLOCK TABLES")).close();
            state.locked(false);
        }
    }

    /** The last statement has to have run on this connection. */
    private Answer diagnostics(BackendSession backend, Request request) throws SQLException, RefusedException {
        if (!state.sticks()) {
            throw new RefusedException(ServerError.notSupported("GET DIAGNOSTICS outside of a transaction"));
        }
        state.hold();
        return backend.runAsWritten(request);
    }
}
