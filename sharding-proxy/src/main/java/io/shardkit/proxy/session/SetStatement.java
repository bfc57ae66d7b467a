package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.backend.Request;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * SET: character sets, autocommit and transactions are the session's own, and what is left goes to the databases. Either
 * all of it is set or nothing.
 */
final class SetStatement {
    /** The variables that tell of the session to clients that ask for it, which the server does not offer. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "session_track_schema",
            "session_track_system_variables",
            "session_track_state_change",
            "session_track_transaction_info",
            "session_track_gtids");

    /** The variables that a session has here and not on a connection. */
    private static final Set<String> OWN = Set.of(
            "autocommit",
            "completion_type",
            "transaction_isolation",
            "tx_isolation",
            "transaction_read_only",
            "tx_read_only",
            "character_set_client",
            "character_set_results",
            "character_set_connection",
            "names",
            "charset",
            "transaction");

    /** Modes in which a text is read otherwise than the engine and the proxy read it. */
    private static final List<String> READ_OTHERWISE = List.of("ANSI_QUOTES", "NO_BACKSLASH_ESCAPES");

    /** Modes that say what is an error, and are not strict. */
    private static final Set<String> CHECKING = Set.of(
            "ONLY_FULL_GROUP_BY",
            "NO_ZERO_IN_DATE",
            "NO_ZERO_DATE",
            "ERROR_FOR_DIVISION_BY_ZERO",
            "NO_AUTO_CREATE_USER",
            "NO_ENGINE_SUBSTITUTION",
            "IGNORE_SPACE");

    /** Modes that stand for several. */
    private static final Set<String> COMBINED =
            Set.of("TRADITIONAL", "ANSI", "ORACLE", "DB2", "MAXDB", "MSSQL", "MYSQL323", "MYSQL40", "POSTGRESQL");

    /** A change that is made when all changes can be. */
    @FunctionalInterface
    interface Change {
        void make() throws SQLException;
    }

    private final ClientState state;
    private final ClientText text;
    private final Words words;
    private final List<Change> own = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private final SetCharacters characters;
    private boolean setsModes;

    SetStatement(ClientState state, ClientText text, Words words) {
        this.state = state;
        this.text = text;
        this.words = words;
        this.characters = new SetCharacters(state, text, words, others, own);
    }

    /**
     * Runs it.
     *
     * @return false if it is one that the databases get as it is written
     */
    boolean run() throws SQLException, RefusedException {
        if (words.is(1, "PASSWORD")
                || words.is(1, "ROLE")
                || words.is(1, "STATEMENT")
                || words.is(1, "GLOBAL")
                || words.is(1, "DEFAULT")
                || words.is(1, "PERSIST")
                || words.are(1, "RESOURCE", "GROUP")) {
            return false;
        }
        if (words.is(1, "TRANSACTION")) {
            transaction(2, true);
        } else if ((words.is(1, "SESSION") || words.is(1, "LOCAL")) && words.is(2, "TRANSACTION")) {
            transaction(3, false);
        } else {
            int from = 1;
            for (int comma : words.commas(1, words.size())) {
                assignment(from, comma);
                from = comma + 1;
            }
        }
        if (!others.isEmpty()) {
            String sql = "SET " + String.join(", ", others);
            BackendSession backend = state.backend(text);
            set(backend, sql);
        }
        for (Change change : own) {
            change.make();
        }
        return true;
    }

    private void set(BackendSession backend, String sql) throws SQLException, RefusedException {
        try {
            backend.run(Request.of(sql)).close();
            state.settings.wasSet(sql);
        } catch (SQLException refusal) {
            if (!AsWritten.isUnknown(refusal) || !state.passesThrough(backend) || touchesOwn()) {
                throw refusal;
            }
            setAsWritten(backend, sql);
        }
    }

    /**
     * Sets on the only connection what the engine does not know; refuses a mode in which later SQL would mean something
     * else.
     */
    private void setAsWritten(BackendSession backend, String sql) throws SQLException, RefusedException {
        String before = setsModes ? state.sqlModes.current(text) : "";
        backend.runAsWritten(Request.of(sql)).close();
        state.settings.wasSetAsWritten(sql);
        state.hold();
        if (setsModes) {
            state.sqlModes.changed();
            String now = state.sqlModes.current(text);
            for (String mode : READ_OTHERWISE) {
                if (split(now).contains(mode) != split(before).contains(mode)) {
                    state.settings.forgetSet(sql);
                    backend.runAsWritten(Request.of("SET sql_mode = '" + before + "'"))
                            .close();
                    state.sqlModes.changed(before);
                    throw new RefusedException(ServerError.notSupported("sql_mode " + mode));
                }
            }
        }
    }

    /** Returns true if a variable that is noted here is set in a way that is not understood. */
    private boolean touchesOwn() {
        Words all = new Words(String.join(", ", others));
        for (int i = 0; i < all.size(); i++) {
            if (OWN.contains(all.name(i)) && !all.is(i - 1, "=")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Many clients set the modes that there are, or add one that there is; that changes nothing, and the databases are
     * not told it again and again.
     *
     * @return false if it is written in another way
     */
    private boolean modes(int value, int to) throws SQLException, RefusedException {
        boolean usual = value == to - 1 && words.is(value, "DEFAULT");
        boolean whole = value == to - 1 && isString(value);
        int from = value;
        int last = to;
        String more = "";
        while (words.are(from, "CONCAT", "(")
                && words.is(last - 1, ")")
                && words.is(last - 3, ",")
                && isString(last - 2)) {
            more = words.unquoted(last - 2) + more;
            from += 2;
            last -= 3;
        }
        int name = words.are(from + 2, "SESSION", ".") ? from + 4 : from + 2;
        boolean added = words.are(from, "@", "@") && words.is(name, "sql_mode") && name == last - 1;
        String now = state.sqlModes.current(text);
        if (!whole && !usual && !(added && (more.startsWith(",") || now.isEmpty()))) {
            return false;
        }
        String wanted = usual ? state.sqlModes.usual(text) : whole ? words.unquoted(value) : now + more;
        Set<String> modes = split(wanted);
        if (!modes.equals(split(now))) {
            String joined = String.join(",", modes);
            if (!joined.matches("[A-Z0-9_,]*")) {
                return false;
            }
            if (CHECKING.containsAll(modes) && state.database() == null) {
                // Set by the kind of database that is chosen later.
                own.add(() -> {
                    state.settings.looseModes(joined);
                    state.sqlModes.changed(joined);
                });
                return true;
            }
            own.add(() -> state.settings.looseModes(null));
            if (CHECKING.containsAll(modes) && !state.passesThrough(state.backend(text))) {
                others.add("sql_mode = '" + SqlModes.strict(joined) + "'");
                own.add(() -> state.sqlModes.changedForReads(joined));
                return true;
            }
            others.add("sql_mode = '" + joined + "'");
            own.add(() -> {
                if (modes.stream().anyMatch(COMBINED::contains)) {
                    state.sqlModes.changed();
                } else {
                    state.sqlModes.changed(joined);
                }
            });
        }
        return true;
    }

    private boolean isString(int index) {
        return words.at(index).length() > 1 && "'\"".indexOf(words.at(index).charAt(0)) >= 0;
    }

    private static Set<String> split(String modes) {
        Set<String> all = new TreeSet<>();
        for (String mode : modes.toUpperCase(Locale.ROOT).split(",", -1)) {
            if (!mode.isBlank()) {
                all.add(mode.strip());
            }
        }
        return all;
    }

    /** @param next whether it is for the next transaction only */
    private void transaction(int from, boolean next) throws RefusedException {
        if (next && state.isInTransaction()) {
            throw new RefusedException(new ServerError(
                    1568, "25001", "Transaction characteristics can't be changed while a transaction is in progress"));
        }
        if (from == words.size()) {
            throw new RefusedException(ServerError.syntax(""));
        }
        for (int i = from; i < words.size(); i++) {
            if (words.are(i, "ISOLATION", "LEVEL")) {
                String level = words.text(i + 2, i + 4).toUpperCase(Locale.ROOT);
                boolean one = words.is(i + 2, "SERIALIZABLE");
                if (!one && !words.are(i + 2, "REPEATABLE", "READ") && !isReadOf(i + 2)) {
                    throw new RefusedException(ServerError.syntax(words.text(i + 2, words.size())));
                }
                isolation(one ? "SERIALIZABLE" : level.replaceAll("\\s+", "-"), next);
                i += one ? 2 : 3;
            } else if (words.are(i, "READ", "ONLY") || words.are(i, "READ", "WRITE")) {
                boolean only = words.is(i + 1, "ONLY");
                own.add(() -> readOnly(only, next));
                i++;
            } else if (!words.is(i, ",")) {
                throw new RefusedException(ServerError.syntax(words.text(i, words.size())));
            }
        }
    }

    private boolean isReadOf(int i) {
        return words.is(i, "READ") && (words.is(i + 1, "COMMITTED") || words.is(i + 1, "UNCOMMITTED"));
    }

    private void readOnly(boolean only, boolean next) throws SQLException {
        if (next) {
            state.settings.nextTransaction().readOnly(only);
        } else {
            state.settings.readOnly(only, state.open());
        }
    }

    private void assignment(int from, int to) throws RefusedException, SQLException {
        if (words.is(from, "NAMES")) {
            characters.names(from, to);
            return;
        }
        boolean characterSet = words.are(from, "CHARACTER", "SET");
        if (characterSet || words.is(from, "CHARSET")) {
            characters.characterSet(characterSet ? from + 2 : from + 1);
            return;
        }
        int at = from;
        boolean marked = words.are(at, "@", "@");
        at += marked ? 2 : 0;
        if (words.is(at, "SESSION") || words.is(at, "LOCAL")) {
            at += marked ? 2 : 1;
        }
        String name = words.name(at);
        int value = words.are(at + 1, ":", "=") ? at + 3 : at + 2;
        if (name.equals("sql_mode") && words.is(from, "@") == marked) {
            setsModes = true;
            // The modes of the session are read before it has others.
            state.sqlModes.current(text);
            if (modes(value, to)) {
                return;
            }
            own.add(() -> state.settings.looseModes(null));
            own.add(state.sqlModes::changed);
        }
        if (CharacterVariables.isOne(name) && words.is(from, "@") == marked && words.is(value - 1, "=")) {
            characters.variable(name, value, to);
            return;
        }
        boolean plain = value == to - 1 || value == to;
        boolean next = marked && at == from + 2 && !state.facts().isMariaDb();
        if (!plain || words.is(from, "@") != marked || !words.is(value - 1, "=") || !isOwn(name, at, value, next)) {
            others.add(words.text(from, to));
        }
    }

    /** Returns true if the variable is the session's own, and notes its value then. */
    private boolean isOwn(String name, int at, int value, boolean next) throws RefusedException {
        if (at + 1 >= words.size() || words.is(at, "@")) {
            return false;
        }
        switch (name) {
            case "autocommit" -> autoCommit(value);
            case "transaction_isolation", "tx_isolation" ->
                isolation(
                        words.is(value, "DEFAULT")
                                ? "REPEATABLE-READ"
                                : words.unquoted(value).toUpperCase(Locale.ROOT),
                        next);
            case "transaction_read_only", "tx_read_only" -> {
                boolean on = isOn(name, value);
                own.add(() -> readOnly(on, next));
            }
            case "sql_auto_is_null" -> {
                return !isOn(name, value);
            }
            case "sql_quote_show_create" -> {
                return isOn(name, value);
            }
            case "sql_select_limit" -> {
                return words.is(value, "DEFAULT") || words.at(value).equals("18446744073709551615");
            }
            default -> {
                return WITHOUT_EFFECT.contains(name);
            }
        }
        return true;
    }

    private void autoCommit(int value) throws RefusedException {
        boolean on = isOn("autocommit", value);
        own.add(() -> {
            if (on != state.settings.autoCommit() || state.isInTransaction()) {
                state.settings.autoCommit(on, state.open());
            }
        });
    }

    private boolean isOn(String name, int value) throws RefusedException {
        return switch (words.name(value)) {
            case "1", "on", "true" -> true;
            case "0", "off", "false" -> false;
            case "default" -> name.equals("autocommit");
            default ->
                throw new RefusedException(new ServerError(
                        1231,
                        "42000",
                        "Variable '" + name + "' can't be set to the value of '" + words.unquoted(value) + "'"));
        };
    }

    private void isolation(String level, boolean next) throws RefusedException {
        int jdbc =
                switch (level) {
                    case "READ-UNCOMMITTED" -> Connection.TRANSACTION_READ_UNCOMMITTED;
                    case "READ-COMMITTED" -> Connection.TRANSACTION_READ_COMMITTED;
                    case "REPEATABLE-READ" -> Connection.TRANSACTION_REPEATABLE_READ;
                    case "SERIALIZABLE" -> Connection.TRANSACTION_SERIALIZABLE;
                    default ->
                        throw new RefusedException(new ServerError(
                                1231,
                                "42000",
                                "Variable 'transaction_isolation' can't be set to the value of '" + level + "'"));
                };
        own.add(() -> {
            if (next) {
                state.settings.nextTransaction().isolation(jdbc);
            } else {
                state.settings.isolation(jdbc, state.open());
            }
        });
    }
}
