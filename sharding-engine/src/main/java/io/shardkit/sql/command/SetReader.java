package io.shardkit.sql.command;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.CommandRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Setting;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads SET of user variables, and of settings that change neither how SQL is read nor what values mean. */
public final class SetReader {
    private static final Set<String> OF_TRANSACTION =
            Set.of("autocommit", "transaction", "characteristics", "transaction_isolation", "transaction_read_only");

    private final SqlText text;
    private final Dialect dialect;
    private final CommandRules rules;
    private final Map<String, Setting> settings = new LinkedHashMap<>();

    public SetReader(SqlText text, Dialect dialect) {
        this.text = text;
        this.dialect = dialect;
        this.rules = dialect.commands();
    }

    /** Returns true if the statement is a SELECT of nothing but PostgreSQL's {@code set_config} for the session. */
    public static boolean isSetConfig(SqlText text, Dialect dialect) {
        return dialect.commands().hasRolesAndReset()
                && text.size() == 9
                && text.is(0, "SELECT")
                && text.is(1, "SET_CONFIG")
                && text.is(2, "(")
                && text.token(3).kind() == Token.Kind.STRING
                && text.is(4, ",")
                && (text.token(5).kind() == Token.Kind.STRING || text.token(5).kind() == Token.Kind.PARAMETER)
                && text.is(6, ",")
                && text.is(7, "FALSE")
                && text.is(8, ")");
    }

    /** Returns true if the statement is a SET of a setting that all sessions of a database share, to a literal. */
    public static boolean isShared(SqlText text, Dialect dialect) {
        return text.is(0, "SET")
                && text.size() == 3
                && text.token(2).kind() != Token.Kind.PARAMETER
                && dialect.commands().sharedSettings().contains(text.string(1).toLowerCase(Locale.ROOT));
    }

    /** A call of the function that sets. */
    private Setting config() {
        return text.token(5).kind() == Token.Kind.PARAMETER
                ? new Setting(text.sql(), text.span(5, 6), true)
                : Setting.of(text.sql());
    }

    public ParsedStatement.SetState read() throws SQLException {
        if (text.is(0, "SELECT")) {
            String name = text.string(3);
            settings.put(name.substring(1, name.length() - 1).toLowerCase(Locale.ROOT), config());
            checkAllowed();
        } else if (rules.hasRolesAndReset() && text.is(0, "RESET")) {
            reset();
        } else if (rules.hasRolesAndReset() && ofRoleOrZone()) {
            checkAllowed();
        } else if (rules.setsNames() && text.is(1, "NAMES") && text.size() == 3 && isUtf8mb4(text.string(2))) {
            settings.put("names", Setting.of(text.sql()));
        } else if (rules.setsSeveral()) {
            for (int[] part : text.split(1, text.size(), 0)) {
                assignment(part[0], part[1]);
            }
        } else {
            assignment(1, text.size());
        }
        return new ParsedStatement.SetState(text, settings, isLocal());
    }

    /** Returns true if the statement says LOCAL, which limits SET to the transaction where RESET is known. */
    private boolean isLocal() {
        return rules.hasRolesAndReset() && text.is(0, "SET") && text.is(1, "LOCAL");
    }

    private void reset() throws SQLException {
        boolean zone = text.is(1, "TIME") && text.is(2, "ZONE") && text.size() == 3;
        if (!zone && text.size() != 2) {
            throw refusal(text.part(1, text.size()));
        }
        settings.put(zone ? "timezone" : name(1, 2), Setting.of(text.sql()));
        checkAllowed();
    }

    /** SET ROLE and SET TIME ZONE, which need no sign. */
    private boolean ofRoleOrZone() {
        int at = text.is(1, "SESSION") || isLocal() ? 2 : 1;
        boolean zone = text.is(at, "TIME") && text.is(at + 1, "ZONE");
        int value = zone ? at + 2 : at + 1;
        if ((!zone && !text.is(at, "ROLE")) || value != text.size() - 1) {
            return false;
        }
        settings.put(zone ? "timezone" : "role", Setting.of(text.sql()));
        return true;
    }

    private void checkAllowed() throws SQLException {
        for (String name : settings.keySet()) {
            if (!isAllowed(name)) {
                throw refusal(name);
            }
        }
    }

    /** The letters in which drivers for Java talk. */
    private static boolean isUtf8mb4(String written) {
        return written.equalsIgnoreCase("utf8mb4") || written.equalsIgnoreCase("'utf8mb4'");
    }

    private void assignment(int from, int to) throws SQLException {
        int at = from;
        if ((rules.setHasSession() && text.is(at, "SESSION")) || (isLocal() && at == 1)) {
            at++;
        } else if (text.isOneOf(at, "@@SESSION", "@@LOCAL") && text.is(at + 1, ".")) {
            at += 2;
        }
        String name = name(at, to);
        if (rules.hasRolesAndReset() && text.is(at + 1, ".")) {
            name += "." + name(at + 2, to);
            at += 2;
        }
        boolean sign = text.isOneOf(at + 1, "=", ":=") || (rules.setHasTo() && text.is(at + 1, "TO"));
        int value = sign ? at + 2 : at + 1;
        boolean assigns = sign || rules.setHasNoSign();
        boolean names = rules.schemaSettings().contains(name) && areNames(value, to);
        boolean copies = value < to && isKnown(name) && copies(name, value, to);
        boolean literal = names
                || (isLiteral(value, to) && (isAllowed(name) || isMode(name, value)))
                || (value == to - 1 && mayHave(name, value));
        if (!assigns || !(literal || copies)) {
            throw refusal(name);
        }
        if (settings.put(name, setting(from, value, to, copies)) != null && text.parameterCount() > 0) {
            throw refusal(name + " twice");
        }
    }

    private Setting setting(int from, int value, int to, boolean copies) {
        Span assigned = text.span(from, to);
        String sql = "SET " + text.sql().substring(assigned.start(), assigned.end());
        boolean parameter = text.token(value).kind() == Token.Kind.PARAMETER;
        if (!parameter && !copies) {
            return Setting.of(sql);
        }
        int start = text.token(value).start() - text.token(from).start() + "SET ".length();
        return new Setting(sql, new Span(start, sql.length()), parameter);
    }

    /** Returns true if SET supports the variable with at least one value. */
    private boolean isKnown(String name) {
        return isAllowed(name)
                || (rules.hasSqlMode() && name.equals("sql_mode"))
                || !rules.harmlessValues(name).isEmpty();
    }

    /** Returns true if the value is another variable that SET supports and that this statement has not set. */
    private boolean copies(String target, int from, int to) {
        int at = text.isOneOf(from, "@@SESSION", "@@LOCAL") && text.is(from + 1, ".") ? from + 2 : from;
        boolean variable = at > from || text.string(from).startsWith("@");
        String name = name(at, to);
        return variable
                && at == to - 1
                && target.startsWith("@") != name.startsWith("@")
                && rules.setCopiesVariables()
                && isKnown(name)
                && !settings.containsKey(name);
    }

    private boolean mayHave(String name, int value) {
        String written = text.string(value).toLowerCase(Locale.ROOT);
        boolean string = text.token(value).kind() == Token.Kind.STRING;
        return rules.harmlessValues(name).contains(string ? written.substring(1, written.length() - 1) : written);
    }

    /** A user's variable as it is written, as the database decides what letters mean; others in lower case. */
    private String name(int at, int to) {
        boolean quoted = at < to && text.token(at).kind() == Token.Kind.QUOTED;
        String written = at >= to ? "" : quoted ? Token.stripQuotes(text.string(at)) : text.string(at);
        if (written.startsWith("@") && !written.startsWith("@@")) {
            return written;
        }
        String name = written.toLowerCase(Locale.ROOT);
        return name.startsWith("@@") ? name.substring(2) : name;
    }

    private boolean isAllowed(String name) {
        boolean variable = name.length() > 1 && name.startsWith("@");
        // Names with a dot are the application's own, or of extensions.
        if (name.contains(".")) {
            return rules.hasRolesAndReset();
        }
        return variable ? rules.setsVariables() : rules.harmlessSettings().contains(name);
    }

    private boolean isMode(String name, int value) {
        String modes = text.string(value);
        return rules.hasSqlMode()
                && name.equals("sql_mode")
                && text.token(value).kind() == Token.Kind.STRING
                && dialect.sqlModes().checkStrictly(modes.substring(1, modes.length() - 1));
    }

    /** Names, or strings that stand for them, with commas between them. */
    private boolean areNames(int from, int to) {
        for (int i = from; i < to; i++) {
            boolean name =
                    text.token(i).kind() != Token.Kind.SYMBOL && text.token(i).kind() != Token.Kind.PARAMETER;
            if ((i - from) % 2 == 0 ? !name : !text.is(i, ",")) {
                return false;
            }
        }
        return (to - from) % 2 == 1;
    }

    private boolean isLiteral(int from, int to) {
        int at = text.is(from, "-") ? from + 1 : from;
        if (at != to - 1) {
            return false;
        }
        return switch (text.token(at).kind()) {
            case NUMBER -> true;
            case PARAMETER -> at == from && rules.setsVariables();
            case STRING -> at == from;
            case WORD ->
                at == from
                        && (text.isOneOf(at, "ON", "OFF", "TRUE", "FALSE", "DEFAULT", "NULL")
                                || rules.settingsAreWords());
            default -> false;
        };
    }

    private static SQLException refusal(String name) {
        return ShardingExceptions.of(
                ErrorCode.UNSUPPORTED_STATEMENT,
                OF_TRANSACTION.contains(name)
                        ? "SET " + name + "; call setAutoCommit, setTransactionIsolation or setReadOnly instead"
                        : "SET " + name
                                + ", which may change what a statement means, or to something other than a literal");
    }
}
