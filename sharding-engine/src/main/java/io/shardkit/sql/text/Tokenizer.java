package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TextRules;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits SQL into tokens with exact offsets, one after the other, as the database does. It knows strings, quoted names,
 * comments, numbers and operators, and nothing of grammar. A text in which databases, their versions or their drivers
 * could see another token end is refused. Not thread-safe.
 */
public final class Tokenizer {
    private static final String ASCII_SYMBOLS = "()[]{},;.:+-*/%=<>!~^&|";

    private final String sql;
    private final TextRules rules;
    private int at;

    /** How many parentheses are open. */
    private int open;

    private Token.Kind kind = Token.Kind.SYMBOL;
    private int start;
    private int end;
    private int depth;

    /** Whether the last string was one of PostgreSQL's with escapes. */
    private boolean escaped;

    public Tokenizer(String sql, Dialect dialect) {
        this.sql = sql;
        this.rules = dialect.text();
    }

    /** All tokens of a text. */
    public static List<Token> tokenize(String sql, Dialect dialect) throws SQLException {
        Tokenizer tokenizer = new Tokenizer(sql, dialect);
        List<Token> tokens = new ArrayList<>();
        while (tokenizer.next()) {
            tokens.add(tokenizer.token());
        }
        return tokens;
    }

    /**
     * Goes to the next token.
     *
     * @return whether there is one
     * @throws SQLException if the text is refused, which may turn out at its end only
     */
    public boolean next() throws SQLException {
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (Characters.isWhitespace(c)) {
                at++;
            } else if (startsLineComment(c)) {
                lineComment();
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

    /** The token that it is at. */
    Token token() {
        return new Token(kind, start, end, depth);
    }

    public Token.Kind kind() {
        return kind;
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    private boolean startsLineComment(char c) throws SQLException {
        if (c == '#') {
            return rules.hashStartsComment();
        }
        if (c == '/') {
            return rules.slashesStartComment() && peek(1) == '/';
        }
        if (c != '-' || peek(1) != '-') {
            return false;
        }
        boolean blank = at + 2 >= sql.length() || Characters.isWhitespace(sql.charAt(at + 2));
        boolean needsBlank = rules.dashesNeedBlank();
        if (needsBlank && !blank && Character.isISOControl(peek(2))) {
            throw unclear("a control character after two dashes");
        }
        return !needsBlank || blank;
    }

    /** PostgreSQL and H2 end it at a carriage return as well, MySQL and MariaDB at a NUL. */
    private void lineComment() throws SQLException {
        for (; at < sql.length() && sql.charAt(at) != '\n'; at++) {
            if (sql.charAt(at) == '\0' || (sql.charAt(at) == '\r' && peek(1) != '\n')) {
                throw unclear("a comment that may end within its line");
            }
        }
    }

    private void blockComment() throws SQLException {
        int close = endOfComment();
        char first = peek(2);
        if (rules.executesComments() && (first == '!' || (first == 'M' && peek(3) == '!'))) {
            throw ErrorCode.EXECUTABLE_COMMENT.exception(sql.substring(at, close));
        }
        at = close;
    }

    /** H2's driver, which looks for escapes in braces, ends a comment with the first of several that are nested. */
    private int endOfComment() throws SQLException {
        int comments = 1;
        int i = at + 2;
        while (comments > 0) {
            int close = sql.indexOf("*/", i);
            if (close < 0) {
                throw ErrorCode.UNPARSABLE.exception("a comment is not closed");
            }
            int inner = sql.indexOf("/*", i);
            if (inner < 0 || inner > close) {
                comments--;
                i = close + 2;
            } else if (rules.nestsComments() && sql.indexOf('{') < 0) {
                comments++;
                i = inner + 2;
            } else {
                throw unclear("a comment within a comment");
            }
        }
        checkNul(at, i);
        return i;
    }

    /** Some databases end the text there, and some strings. */
    private void checkNul(int from, int to) throws SQLException {
        if (sql.substring(from, to).indexOf('\0') >= 0) {
            throw unclear("a control character");
        }
    }

    private Token.Kind token(char c) throws SQLException {
        if (Characters.isNameStart(c)) {
            word(at + 1);
            return Token.Kind.WORD;
        }
        if (c == '\'' || (c == '"' && rules.doubleQuotesAreStrings())) {
            string(c, rules.backslashEscapes() || startsEscapeString());
            return Token.Kind.STRING;
        }
        if (c == '?' && !(peek(1) == '?' && rules.doublesQuestionMarks())) {
            parameter();
            return Token.Kind.PARAMETER;
        }
        if (Characters.isDigit(c) || (c == '.' && Characters.isDigit(peek(1)))) {
            number();
            return Token.Kind.NUMBER;
        }
        if (c == '"' || (c == '`' && rules.backticksQuoteNames())) {
            quoted(c);
            return Token.Kind.QUOTED;
        }
        if (c == '@' && rules.hasVariables()) {
            variable();
            return Token.Kind.WORD;
        }
        if (c == '$' && rules.quotesByDollars() && endOfTag() > 0) {
            dollars();
            return Token.Kind.STRING;
        }
        if (c == '/' && peek(1) == '*') {
            hint();
            return Token.Kind.HINT;
        }
        symbol(c);
        return Token.Kind.SYMBOL;
    }

    /** A name in quotes within a hint may hold what looks like the hint's end. */
    private void hint() throws SQLException {
        int from = at;
        blockComment();
        String hint = sql.substring(from, at);
        for (char quote : new char[] {'\'', '"', '`'}) {
            if (hint.chars().filter(c -> c == quote).count() % 2 != 0) {
                throw unclear("a hint with half of a quoted name");
            }
        }
    }

    /** Whether the token before ends here and is of the kind. */
    private boolean follows(Token.Kind before) {
        return end == at && at > 0 && kind == before;
    }

    /** Whether a string that starts here is one of PostgreSQL's with escapes, {@code E'...'}. */
    private boolean startsEscapeString() throws SQLException {
        if (!rules.hasEscapeStrings()) {
            return false;
        }
        if (kind == Token.Kind.STRING && escaped) {
            throw unclear("a string with escapes that may go on in another line");
        }
        escaped = follows(Token.Kind.WORD) && end == start + 1 && "eE".indexOf(sql.charAt(start)) >= 0;
        return escaped;
    }

    /** Offset of the dollar that ends the tag that starts here, or -1 if none does. */
    private int endOfTag() {
        int close = at + 1;
        while (rules.tagsDollars()
                && close < sql.length()
                && sql.charAt(close) != '$'
                && Characters.isNamePart(sql.charAt(close))) {
            close++;
        }
        boolean tag = close < sql.length() && sql.charAt(close) == '$' && !Characters.isDigit(sql.charAt(at + 1));
        return tag ? close : -1;
    }

    private void dollars() throws SQLException {
        int tagEnd = endOfTag();
        String tag = sql.substring(at, tagEnd + 1);
        int close = sql.indexOf(tag, tagEnd + 1);
        if (close < 0) {
            throw ErrorCode.UNPARSABLE.exception("a string is not closed");
        }
        checkNul(at, close);
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
            } else if (c == '\0') {
                throw unclear("a control character");
            }
        }
        throw ErrorCode.UNPARSABLE.exception("a string is not closed");
    }

    private void quoted(char quote) throws SQLException {
        if (rules.hasUnicodeEscapes() && follows(Token.Kind.SYMBOL) && sql.regionMatches(true, at - 2, "U&", 0, 2)) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception("a name with Unicode escapes");
        }
        int from = at;
        do {
            int close = sql.indexOf(quote, at + 1);
            if (close < 0) {
                throw ErrorCode.UNPARSABLE.exception("a quoted name is not closed");
            }
            at = close + 1;
        } while (at < sql.length() && sql.charAt(at) == quote);
        checkNul(from, at);
        checkName(from, at);
    }

    private void word(int from) throws SQLException {
        int to = from;
        while (to < sql.length() && Characters.isNamePart(sql.charAt(to))) {
            to++;
        }
        checkName(at, to);
        at = to;
        if (peek(0) == '@' && rules.hasVariables()) {
            throw unclear("a name with @ in it");
        }
    }

    private void checkName(int from, int to) throws SQLException {
        if (Characters.foldsToAscii(sql, from, to, rules)) {
            throw unclear("a name with a letter that is another one in the other case");
        }
    }

    /** A variable of the user's or of the system; the name of one of the user's may be in quotes, which is a token more. */
    private void variable() throws SQLException {
        boolean system = peek(1) == '@';
        word(at + (system ? 2 : 1));
        if (!system && peek(0) == '.') {
            throw unclear("a variable with a dot in its name");
        }
    }

    /** A driver may write the value in the place of the parameter, and what stands beside it would become part of it. */
    private void parameter() throws SQLException {
        boolean after = follows(Token.Kind.WORD)
                || follows(Token.Kind.QUOTED)
                || follows(Token.Kind.NUMBER)
                || follows(Token.Kind.STRING)
                || follows(Token.Kind.PARAMETER)
                || (at > 0 && sql.charAt(at - 1) == '.');
        at++;
        char next = peek(0);
        if (after || Characters.isNamePart(next) || "\"'`.$@?".indexOf(next) >= 0) {
            throw unclear("a parameter with something beside it; put a blank between them");
        }
    }

    private void number() throws SQLException {
        if (sql.charAt(at) == '.' && (follows(Token.Kind.WORD) || follows(Token.Kind.QUOTED))) {
            throw unclear("a name that begins with a digit");
        }
        at = endOfNumber();
        if (Characters.isNamePart(peek(0)) || peek(0) == '.') {
            throw unclear("a number with something behind it; put a blank between them");
        }
    }

    private int endOfNumber() {
        int radix = sql.charAt(at) == '0' ? radix(peek(1)) : 0;
        if (radix > 0 && isDigit(at + 2, radix)) {
            int to = at + 2;
            while (isDigit(to, radix)) {
                to++;
            }
            return to;
        }
        int to = endOfDigits(at);
        if (to < sql.length() && sql.charAt(to) == '.') {
            to = endOfDigits(to + 1);
        }
        if (to < sql.length() && "eE".indexOf(sql.charAt(to)) >= 0) {
            int digits = to + 1;
            if (digits < sql.length() && "+-".indexOf(sql.charAt(digits)) >= 0) {
                digits++;
            }
            if (isDigit(digits, 10)) {
                return endOfDigits(digits);
            }
        }
        return to;
    }

    /** The radix that a letter after a zero says; 0 for none. */
    private int radix(char letter) {
        return switch (rules.radixIsLowerCase() ? letter : Character.toLowerCase(letter)) {
            case 'x' -> 16;
            case 'b' -> 2;
            case 'o' -> rules.hasOctalNumbers() ? 8 : 0;
            default -> 0;
        };
    }

    private boolean isDigit(int i, int radix) {
        return i < sql.length() && Characters.isAscii(sql.charAt(i)) && Character.digit(sql.charAt(i), radix) >= 0;
    }

    private int endOfDigits(int from) {
        int to = from;
        while (isDigit(to, 10)
                || (to > from
                        && to < sql.length()
                        && sql.charAt(to) == '_'
                        && isDigit(to + 1, 10)
                        && rules.groupsDigits())) {
            to++;
        }
        return to;
    }

    private void symbol(char c) throws SQLException {
        if (c == '(') {
            open++;
        } else if (c == ')') {
            open--;
            if (open < 0) {
                throw ErrorCode.UNPARSABLE.exception("the parentheses do not match");
            }
        } else if (startsOperator(c)) {
            at = rules.endOfOperator(sql, at);
            if (at < 0) {
                throw unclear("operators without a blank between them");
            }
            return;
        } else if (ASCII_SYMBOLS.indexOf(c) < 0) {
            throw unclear(String.format("the character U+%04X", (int) c));
        }
        at++;
    }

    /** Whether a character may start an operator of several characters in one of the databases. */
    private static boolean startsOperator(char c) {
        return switch (c) {
            case '+', '-', '*', '/', '<', '>', '=', '~', '!', '@', '#', '%', '^', '&', '|', '?', ':' -> true;
            default -> false;
        };
    }

    private static SQLException unclear(String what) {
        return ErrorCode.UNSTABLE_PARSE.exception(what);
    }

    private char peek(int ahead) {
        return at + ahead < sql.length() ? sql.charAt(at + ahead) : '\0';
    }
}
