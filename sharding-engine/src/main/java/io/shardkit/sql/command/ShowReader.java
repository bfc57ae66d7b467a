package io.shardkit.sql.command;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.facts.CommandRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.Listed;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.Spelling;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads SHOW and DESCRIBE: of settings and abilities of the server, which are the same everywhere, and of tables. */
public final class ShowReader {
    private static final String[] SERVER = {
        "VARIABLES",
        "ENGINES",
        "COLLATION",
        "CHARSET",
        "CHARACTER",
        "PLUGINS",
        "SERVER_VERSION",
        "SERVER_VERSION_NUM",
        "SERVER_ENCODING",
        "CLIENT_ENCODING",
        "DATESTYLE",
        "SEARCH_PATH",
        "STANDARD_CONFORMING_STRINGS",
        "TIMEZONE",
        "TRANSACTION_ISOLATION",
        "MAX_IDENTIFIER_LENGTH"
    };

    private final SqlText text;
    private final ShardMap rule;
    private final ServerSettings settings;
    private final CommandRules rules;

    public ShowReader(SqlText text, ShardMap rule, Dialect dialect, ServerSettings settings) {
        this.text = text;
        this.rule = rule;
        this.settings = settings;
        this.rules = dialect.commands();
    }

    /** The question, or null if the statement is none. */
    public @Nullable ParsedStatement read() throws SQLException {
        if (text.is(0, "SHOW")) {
            ParsedStatement ofTables = rules.showsTables() ? ofTables() : null;
            return ofTables == null ? ofServer() : ofTables;
        }
        // DESCRIBE of a table and of one of its columns; other words before a statement are those of an EXPLAIN.
        boolean describe = rules.hasDescribe() && text.isOneOf(0, "DESCRIBE", "DESC", "EXPLAIN");
        boolean table = text.size() > 1 && text.isName(1) && !text.isOneOf(1, ExplainReader.STATEMENTS);
        return describe && table && text.size() <= 3 ? ofTable(1) : null;
    }

    private ParsedStatement ofServer() throws SQLException {
        int what = text.isOneOf(1, "SESSION", "GLOBAL", "LOCAL") ? 2 : 1;
        boolean transaction = text.is(1, "TRANSACTION") && text.is(2, "ISOLATION") && text.is(3, "LEVEL");
        boolean zone = text.is(1, "TIME") && text.is(2, "ZONE");
        if (!text.isOneOf(what, SERVER) && !transaction && !zone) {
            throw unsupported(what);
        }
        return new ParsedStatement.Query(
                new ParsedStatement.Parts(text, List.of(), List.of(), List.of(), Set.of()),
                null,
                false,
                List.of(),
                Set.of());
    }

    private @Nullable ParsedStatement ofTables() throws SQLException {
        boolean details = rules.showsDetails();
        int what = details && text.is(1, "FULL") ? 2 : 1;
        if (text.is(what, "TABLES")) {
            return ofAll(Listed.TABLES, what);
        }
        if (details && text.is(1, "TABLE") && text.is(2, "STATUS")) {
            return ofAll(Listed.STATUS, 2);
        }
        if (details && text.is(what, "TRIGGERS")) {
            return ofAll(Listed.TRIGGERS, what);
        }
        if (details && text.is(1, "CREATE") && text.is(2, "TABLE")) {
            return ofOne(3, false);
        }
        boolean columns = text.isOneOf(what, "COLUMNS", "FIELDS");
        boolean keys = details && what == 1 && text.isOneOf(what, "INDEX", "INDEXES", "KEYS");
        if (!columns && !keys) {
            return null;
        }
        if (!text.isOneOf(what + 1, "FROM", "IN")) {
            throw unsupported(what);
        }
        return ofOne(what + 2, columns && details);
    }

    /** @param columns whether it shows columns, of which a pattern may follow */
    private ParsedStatement ofOne(int table, boolean columns) throws SQLException {
        boolean pattern = columns && text.size() == table + 3 && isPattern(table + 1);
        boolean filter = text.size() > table + 2 && text.is(table + 1, "WHERE") && isOfRow(table + 2);
        if (table >= text.size() || !text.isName(table) || (text.size() > table + 1 && !pattern && !filter)) {
            throw unsupported(1);
        }
        return ofTable(table);
    }

    /** Returns true if the condition is about the shown rows, but not about a name that depends on the actual table. */
    private boolean isOfRow(int from) {
        for (int i = from; i < text.size(); i++) {
            String name = text.isName(i) ? Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT) : "";
            boolean primary = text.isOneOf(i + 1, "=", "<>", "!=") && text.isOneOf(i + 2, "'PRIMARY'", "'primary'");
            if (text.isOneOf(i, "SELECT", "?") || name.equals("table") || (name.equals("key_name") && !primary)) {
                return false;
            }
        }
        return true;
    }

    private ParsedStatement.Show ofTable(int token) throws SQLException {
        String name = Token.stripQuotes(text.string(token)).toLowerCase(Locale.ROOT);
        TableUse use = new TableUse(0, name, name, false);
        RoutedTable table = rule.shardedTable(name);
        if (table == null) {
            return new ParsedStatement.Show(text, List.of(use), List.of());
        }
        Spelling spelling = text.spelling(text.token(token), table.declaredName(), settings);
        if (spelling == null) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSTABLE_PARSE, "a table's name in another case than that of its actual tables");
        }
        List<TableName> names = List.of(new TableName(text.span(token, token + 1), 0, false, spelling));
        return new ParsedStatement.Show(text, List.of(use), names);
    }

    /** @param last the last word of what is listed */
    private ParsedStatement.ShowAll ofAll(Listed listed, int last) throws SQLException {
        int end = text.token(last).end();
        if (text.size() == last + 1) {
            return new ParsedStatement.ShowAll(text, listed, end, null, null);
        }
        if (rules.showsDetails() && text.is(last + 1, "WHERE") && text.size() > last + 2) {
            return ofSome(listed, last + 2, end);
        }
        boolean like = rules.showsDetails() && text.size() == last + 3 && isPattern(last + 1);
        String pattern = like ? text.string(last + 2) : "";
        String plain = like ? pattern.substring(1, pattern.length() - 1) : "";
        // The file system decides how a database compares letters here.
        boolean plainLetters = plain.equals(plain.toLowerCase(Locale.ROOT));
        if (!like || !plainLetters || !isPlain(plain)) {
            throw unsupported(1);
        }
        return new ParsedStatement.ShowAll(text, listed, end, plain, null);
    }

    /** A condition of the listed rows, which are not of the databases any more when it is asked. */
    private ParsedStatement.ShowAll ofSome(Listed listed, int condition, int end) throws SQLException {
        if (listed == Listed.TABLES && isOfType(condition)) {
            return new ParsedStatement.ShowAll(text, listed, text.end(), null, null);
        }
        for (int i = condition; i < text.size(); i++) {
            if (text.isOneOf(i, "SELECT", "?", ";")) {
                throw unsupported(1);
            }
        }
        String where = text.sql().substring(text.token(condition).start(), text.end());
        return new ParsedStatement.ShowAll(text, listed, end, null, where);
    }

    /** Returns true if a condition of {@code SHOW FULL TABLES} is {@code Table_type = '...'}. */
    private boolean isOfType(int from) {
        return text.size() == from + 3
                && Token.stripQuotes(text.string(from)).equalsIgnoreCase("Table_type")
                && text.isOneOf(from + 1, "=", "<>", "!=", "LIKE")
                && text.token(from + 2).kind() == Token.Kind.STRING;
    }

    /** Returns true if the pattern has no quotes, and backslashes only before its own wildcards. */
    private static boolean isPlain(String pattern) {
        boolean plain = !Characters.hasAny(pattern, "'\"");
        for (int at = pattern.indexOf('\\'); plain && at >= 0; at = pattern.indexOf('\\', at + 2)) {
            plain = at + 1 == pattern.length() || "_%".indexOf(pattern.charAt(at + 1)) >= 0;
        }
        return plain;
    }

    private boolean isPattern(int index) {
        return text.is(index, "LIKE") && text.token(index + 1).kind() == Token.Kind.STRING;
    }

    private SQLException unsupported(int what) {
        return ShardingExceptions.of(
                ErrorCode.UNSUPPORTED_STATEMENT,
                text.part(0, Math.min(what + 2, text.size())).strip());
    }
}
