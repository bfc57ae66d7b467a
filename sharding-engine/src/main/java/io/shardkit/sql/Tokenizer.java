package io.shardkit.sql;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Splits SQL into tokens with exact offsets, one after the other. It knows strings, quoted names, comments and numbers,
 * and nothing of grammar. Text that the parser and the database could split differently is refused.
 */
final class Tokenizer {
    private static final String[] OPERATORS = {"<=>", "->>", "<>", "!=", "<=", ">=", "||", "&&", "::", ":=", "->"};
    private static final String[] POSTGRESQL_OPERATORS = {
        "!~~*", "!~~", "~~*", "!~*", "->>", "#>>", "??|", "??&", "~~", "!~", "~*", "@>", "<@", "??", "#>", "#-", "@@",
        "^@", "<<", ">>", "|/", "<>", "!=", "<=", ">=", "||", "&&", "::", ":=", "=>", "->", "@"
    };

    /** What characters below this are is looked up in tables, as it is asked of each; of others it is computed. */
    private static final int ASCII = 128;

    private static final boolean[] WHITESPACE = asciiOf(Character::isWhitespace);
    private static final boolean[] NAME_STARTS = asciiOf(c -> Character.isJavaIdentifierStart(c) && c != '$');
    private static final boolean[] NAME_PARTS = asciiOf(Character::isJavaIdentifierPart);

    /** The second characters of operators. */
    private static final boolean[] IN_OPERATORS = asciiOf(c -> "<>=|&:-~*@?/".indexOf(c) >= 0);

    private final String sql;
    private final Dialect dialect;
    private final boolean mysql;
    private final boolean postgresql;
    private int at;

    /** How many parentheses are open. */
    private int open;

    private Token.Kind kind = Token.Kind.SYMBOL;
    private int start;
    private int end;
    private int depth;

    Tokenizer(String sql, Dialect dialect) {
        this.sql = sql;
        this.dialect = dialect;
        this.mysql = dialect.grammar() == Dialect.Grammar.MYSQL;
        this.postgresql = dialect.grammar() == Dialect.Grammar.POSTGRESQL;
    }

    private static boolean[] asciiOf(IntPredicate which) {
        boolean[] table = new boolean[ASCII];
        for (int c = 0; c < ASCII; c++) {
            table[c] = which.test(c);
        }
        return table;
    }

    /** All tokens of a text. */
    static List<Token> tokenize(String sql, Dialect dialect) throws SQLException {
        Tokenizer tokenizer = new Tokenizer(sql, dialect);
        List<Token> tokens = new ArrayList<>();
        while (tokenizer.next()) {
            tokens.add(new Token(tokenizer.kind, tokenizer.start, tokenizer.end, tokenizer.depth));
        }
        return tokens;
    }

    /**
     * Goes to the next token.
     *
     * @return whether there is one
     * @throws SQLException if the text is refused, which may turn out at its end only
     */
    boolean next() throws SQLException {
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (isWhitespace(c)) {
                at++;
            } else if (startsComment(c)) {
                skipLine();
            } else if (c == '/' && peek(1) == '*' && peek(2) != '+') {
                blockComment();
            } else {
                int from = at;
                int around = open;
                kind = token(c);
                start = from;
                end = at;
                depth = Math.min(around, open);
                return true;
            }
        }
        if (open != 0) {
            throw ErrorCode.UNPARSABLE.exception("the parentheses do not match");
        }
        return false;
    }

    Token.Kind kind() {
        return kind;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
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
        return !mysql || at + 2 >= sql.length() || isWhitespace(sql.charAt(at + 2));
    }

    private void skipLine() {
        while (at < sql.length() && sql.charAt(at) != '\n') {
            at++;
        }
    }

    private void blockComment() throws SQLException {
        int close = endOfComment();
        char first = peek(2);
        if (mysql && (first == '!' || (first == 'M' && peek(3) == '!'))) {
            throw ErrorCode.EXECUTABLE_COMMENT.exception(sql.substring(at, close));
        }
        at = close;
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

    private Token.Kind token(char c) throws SQLException {
        if (isNameStart(c) || (c == '@' && !postgresql)) {
            word();
            return Token.Kind.WORD;
        }
        if (c == '/' && peek(1) == '*') {
            blockComment();
            return Token.Kind.HINT;
        }
        if (c == '\'' || (c == '"' && mysql)) {
            string(c, dialect.backslashEscapes() || isEscapeString());
            return Token.Kind.STRING;
        }
        if (c == '`' || c == '"') {
            quoted(c);
            return Token.Kind.QUOTED;
        }
        if (c == '$' && dialect.quotesByDollars() && endOfTag() > 0) {
            dollars();
            return Token.Kind.STRING;
        }
        if (c == '?' && !(postgresql && peek(1) == '?')) {
            at++;
            return Token.Kind.PARAMETER;
        }
        if (isDigit(c) || (c == '.' && isDigit(peek(1)) && !afterName())) {
            number();
            return Token.Kind.NUMBER;
        }
        symbol(c);
        return Token.Kind.SYMBOL;
    }

    private boolean afterName() {
        return end == at && (kind == Token.Kind.WORD || kind == Token.Kind.QUOTED);
    }

    /** Whether a string that starts here is one of PostgreSQL's with escapes, {@code E'...'}. */
    private boolean isEscapeString() {
        return postgresql && end == at && end == start + 1 && "eE".indexOf(sql.charAt(start)) >= 0;
    }

    /** Offset of the dollar that ends the tag that starts here, or -1 if none does. */
    private int endOfTag() {
        int close = at + 1;
        while (postgresql
                && close < sql.length()
                && (sql.charAt(close) == '_' || Character.isLetterOrDigit(sql.charAt(close)))) {
            close++;
        }
        boolean tag = close < sql.length() && sql.charAt(close) == '$' && !isDigit(sql.charAt(at + 1));
        return tag ? close : -1;
    }

    private void dollars() throws SQLException {
        int tagEnd = endOfTag();
        String tag = sql.substring(at, tagEnd + 1);
        int close = sql.indexOf(tag, tagEnd + 1);
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
            int close = sql.indexOf(quote, at + 1);
            if (close < 0) {
                throw ErrorCode.UNPARSABLE.exception("a quoted name is not closed");
            }
            at = close + 1;
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
        while (at < sql.length() && isNamePart(sql.charAt(at))) {
            at++;
        }
    }

    private void word() {
        int to = at + 1;
        while (to < sql.length() && (isNamePart(sql.charAt(to)) || sql.charAt(to) == '@')) {
            to++;
        }
        at = to;
    }

    private void symbol(char c) throws SQLException {
        if (c == '(') {
            open++;
        } else if (c == ')') {
            open--;
            if (open < 0) {
                throw ErrorCode.UNPARSABLE.exception("the parentheses do not match");
            }
        } else if (peek(1) < ASCII && IN_OPERATORS[peek(1)]) {
            for (String operator : postgresql ? POSTGRESQL_OPERATORS : OPERATORS) {
                if (sql.startsWith(operator, at)) {
                    at += operator.length();
                    return;
                }
            }
        }
        at++;
    }

    private char peek(int ahead) {
        return at + ahead < sql.length() ? sql.charAt(at + ahead) : '\0';
    }

    private static boolean isWhitespace(char c) {
        return c < ASCII ? WHITESPACE[c] : Character.isWhitespace(c);
    }

    private static boolean isNameStart(char c) {
        return c < ASCII ? NAME_STARTS[c] : Character.isJavaIdentifierStart(c);
    }

    static boolean isNamePart(char c) {
        return c < ASCII ? NAME_PARTS[c] : Character.isJavaIdentifierPart(c);
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
