package io.shardkit.sql.command;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.CommandRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.sql.statement.ParsedStatement;
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
    private final Map<String, String> settings = new LinkedHashMap<>();

    public SetReader(SqlText text, Dialect dialect) {
        this.text = text;
        this.dialect = dialect;
        this.rules = dialect.commands();
    }

    public ParsedStatement.SetState read() throws SQLException {
        if (rules.setsNames() && text.is(1, "NAMES") && text.size() == 3 && isUtf8mb4(text.string(2))) {
            settings.put("names", text.sql());
        } else if (rules.setsSeveral()) {
            for (int[] part : text.split(1, text.size(), 0)) {
                assignment(part[0], part[1]);
            }
        } else {
            assignment(1, text.size());
        }
        return new ParsedStatement.SetState(text, settings);
    }

    /** The letters in which drivers for Java talk. */
    private static boolean isUtf8mb4(String written) {
        return written.equalsIgnoreCase("utf8mb4") || written.equalsIgnoreCase("'utf8mb4'");
    }

    private void assignment(int from, int to) throws SQLException {
        int at = from;
        if (rules.setHasSession() && text.is(at, "SESSION")) {
            at++;
        } else if (text.isOneOf(at, "@@SESSION", "@@LOCAL") && text.is(at + 1, ".")) {
            at += 2;
        }
        String name = name(at, to);
        boolean sign = text.isOneOf(at + 1, "=", ":=") || (rules.setHasTo() && text.is(at + 1, "TO"));
        int value = sign ? at + 2 : at + 1;
        boolean assigns = sign || rules.setHasNoSign();
        if (!assigns || !isLiteral(value, to) || !(isAllowed(name) || isMode(name, value))) {
            throw refusal(name);
        }
        settings.put(name, "SET " + text.part(from, to).strip());
    }

    /** A user's variable as it is written, as the database decides what letters mean; others in lower case. */
    private String name(int at, int to) {
        String written = at < to ? text.string(at) : "";
        if (written.startsWith("@") && !written.startsWith("@@")) {
            return written;
        }
        return written.toLowerCase(Locale.ROOT).replaceFirst("^@@", "");
    }

    private boolean isAllowed(String name) {
        boolean variable = name.length() > 1 && name.startsWith("@");
        return variable ? rules.setsVariables() : rules.harmlessSettings().contains(name);
    }

    private boolean isMode(String name, int value) {
        String modes = text.string(value);
        return rules.hasSqlMode()
                && name.equals("sql_mode")
                && text.token(value).kind() == Token.Kind.STRING
                && dialect.sqlModes().checkStrictly(modes.substring(1, modes.length() - 1));
    }

    private boolean isLiteral(int from, int to) {
        int at = text.is(from, "-") ? from + 1 : from;
        if (at != to - 1) {
            return false;
        }
        return switch (text.token(at).kind()) {
            case NUMBER -> true;
            case STRING -> at == from;
            case WORD ->
                at == from
                        && (text.isOneOf(at, "ON", "OFF", "TRUE", "FALSE", "DEFAULT", "NULL")
                                || rules.settingsAreWords());
            default -> false;
        };
    }

    private static SQLException refusal(String name) {
        return ErrorCode.UNSUPPORTED_STATEMENT.exception(
                OF_TRANSACTION.contains(name)
                        ? "SET " + name + "; call setAutoCommit, setTransactionIsolation or setReadOnly instead"
                        : "SET " + name
                                + ", which may change what a statement means, or to something other than a literal");
    }
}
