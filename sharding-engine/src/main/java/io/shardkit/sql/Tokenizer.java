package io.shardkit.sql;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits SQL into tokens with exact offsets. It knows strings, quoted names, comments and numbers, and nothing of
 * grammar. Text that the parser and the database could split differently is refused.
 */
final class Tokenizer {
    private static final String[] OPERATORS = {"<=>", "->>", "<>", "!=", "<=", ">=", "||", "&&", "::", ":=", "->"};
    private static final String[] POSTGRESQL_OPERATORS = {
        "!~~*", "!~~", "~~*", "!~*", "->>", "#>>", "??|", "??&", "~~", "!~", "~*", "@>", "<@", "??", "#>", "#-", "@@",
        "^@", "<<", ">>", "|/", "<>", "!=", "<=", ">=", "||", "&&", "::", ":=", "=>", "->", "@"
    };

    private final String sql;
    private final Dialect dialect;
    private final boolean mysql;
    private final boolean postgresql;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int depth;

    private Tokenizer(String sql, Dialect dialect) {
        this.sql = sql;
        this.dialect = dialect;
        this.mysql = dialect.grammar() == Dialect.Grammar.MYSQL;
        this.postgresql = dialect.grammar() == Dialect.Grammar.POSTGRESQL;
    }

    static List<Token> tokenize(String sql, Dialect dialect) throws SQLException {
        return new Tokenizer(sql, dialect).run();
    }

    private List<Token> run() throws SQLException {
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (startsComment(c)) {
                skipLine();
            } else if (c == '/' && peek(1) == '*') {
                blockComment();
            } else {
                token(c);
            }
        }
        if (depth != 0) {
            throw ErrorCode.UNPARSABLE.exception("the parentheses do not match");
        }
        return tokens;
    }

    private boolean startsComment(char c) {
        if (c == '#') {
            return mysql;
        }
        if (c == '/') {
            return dialect.slashesStartComment() && peek(1) == '/';
        }
        if (c != '-' || peek(1) != '-') {
            return false;
        }
        return !mysql || at + 2 >= sql.length() || Character.isWhitespace(sql.charAt(at + 2));
    }

    private void skipLine() {
        while (at < sql.length() && sql.charAt(at) != '\n') {
            at++;
        }
    }

    private void blockComment() throws SQLException {
        int end = endOfComment();
        char first = peek(2);
        if (mysql && (first == '!' || (first == 'M' && peek(3) == '!'))) {
            throw ErrorCode.EXECUTABLE_COMMENT.exception(sql.substring(at, end));
        }
        int start = at;
        at = end;
        if (first == '+') {
            tokens.add(new Token(Token.Kind.HINT, start, at, depth));
        }
    }

    private int endOfComment() throws SQLException {
        int open = 1;
        int i = at + 2;
        while (open > 0) {
            int close = sql.indexOf("*/", i);
            if (close < 0) {
                throw ErrorCode.UNPARSABLE.exception("a comment is not closed");
            }
            int inner = sql.indexOf("/*", i);
            if (inner < 0 || inner > close) {
                open--;
                i = close + 2;
            } else if (dialect.nestsComments()) {
                open++;
                i = inner + 2;
            } else {
                throw ErrorCode.UNSTABLE_PARSE.exception("a comment within a comment");
            }
        }
        return i;
    }

    private void token(char c) throws SQLException {
        int start = at;
        if (c == '\'' || (c == '"' && mysql)) {
            string(c, dialect.backslashEscapes() || isEscapeString());
            add(Token.Kind.STRING, start);
        } else if (c == '`' || c == '"') {
            quoted(c);
            add(Token.Kind.QUOTED, start);
        } else if (c == '$' && dialect.quotesByDollars() && endOfTag() > 0) {
            dollars();
            add(Token.Kind.STRING, start);
        } else if (c == '?' && !(postgresql && peek(1) == '?')) {
            at++;
            add(Token.Kind.PARAMETER, start);
        } else if (isDigit(c) || (c == '.' && isDigit(peek(1)) && !afterName())) {
            number();
            add(Token.Kind.NUMBER, start);
        } else if ((Character.isJavaIdentifierStart(c) && c != '$') || (c == '@' && !postgresql)) {
            word();
            add(Token.Kind.WORD, start);
        } else {
            symbol(c);
        }
    }

    private boolean afterName() {
        if (tokens.isEmpty()) {
            return false;
        }
        Token last = tokens.get(tokens.size() - 1);
        return last.end() == at && (last.kind() == Token.Kind.WORD || last.kind() == Token.Kind.QUOTED);
    }

    /** Whether a string that starts here is one of PostgreSQL's with escapes, {@code E'...'}. */
    private boolean isEscapeString() {
        if (!postgresql || tokens.isEmpty()) {
            return false;
        }
        Token last = tokens.get(tokens.size() - 1);
        return last.end() == at && last.end() == last.start() + 1 && "eE".indexOf(sql.charAt(last.start())) >= 0;
    }

    /** Offset of the dollar that ends the tag that starts here, or -1 if none does. */
    private int endOfTag() {
        int end = at + 1;
        while (postgresql
                && end < sql.length()
                && (sql.charAt(end) == '_' || Character.isLetterOrDigit(sql.charAt(end)))) {
            end++;
        }
        boolean tag = end < sql.length() && sql.charAt(end) == '$' && !isDigit(sql.charAt(at + 1));
        return tag ? end : -1;
    }

    private void dollars() throws SQLException {
        int end = endOfTag();
        String tag = sql.substring(at, end + 1);
        int close = sql.indexOf(tag, end + 1);
        if (close < 0) {
            throw ErrorCode.UNPARSABLE.exception("a string is not closed");
        }
        at = close + tag.length();
    }

    private void string(char quote, boolean escapes) throws SQLException {
        at++;
        while (at < sql.length()) {
            char c = sql.charAt(at++);
            if (c == '\\' && escapes) {
                at++;
            } else if (c == quote) {
                if (at < sql.length() && sql.charAt(at) == quote) {
                    at++;
                } else {
                    return;
                }
            }
        }
        throw ErrorCode.UNPARSABLE.exception("a string is not closed");
    }

    private void quoted(char quote) throws SQLException {
        do {
            int end = sql.indexOf(quote, at + 1);
            if (end < 0) {
                throw ErrorCode.UNPARSABLE.exception("a quoted name is not closed");
            }
            at = end + 1;
        } while (at < sql.length() && sql.charAt(at) == quote);
    }

    private void number() {
        while (at < sql.length() && (isDigit(sql.charAt(at)) || sql.charAt(at) == '.')) {
            at++;
        }
        if (at < sql.length() && (sql.charAt(at) == 'e' || sql.charAt(at) == 'E')) {
            int sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
            if (isDigit(peek(sign))) {
                at += sign;
                while (at < sql.length() && isDigit(sql.charAt(at))) {
                    at++;
                }
            }
        }
        while (at < sql.length() && Character.isJavaIdentifierPart(sql.charAt(at))) {
            at++;
        }
    }

    private void word() {
        at++;
        while (at < sql.length() && (Character.isJavaIdentifierPart(sql.charAt(at)) || sql.charAt(at) == '@')) {
            at++;
        }
    }

    private void symbol(char c) throws SQLException {
        int start = at;
        if (c == '(') {
            at++;
            add(Token.Kind.SYMBOL, start);
            depth++;
            return;
        }
        if (c == ')') {
            depth--;
            if (depth < 0) {
                throw ErrorCode.UNPARSABLE.exception("the parentheses do not match");
            }
        }
        for (String operator : postgresql ? POSTGRESQL_OPERATORS : OPERATORS) {
            if (sql.startsWith(operator, at)) {
                at += operator.length();
                add(Token.Kind.SYMBOL, start);
                return;
            }
        }
        at++;
        add(Token.Kind.SYMBOL, start);
    }

    private void add(Token.Kind kind, int start) {
        tokens.add(new Token(kind, start, at, depth));
    }

    private char peek(int ahead) {
        return at + ahead < sql.length() ? sql.charAt(at + ahead) : '\0';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
