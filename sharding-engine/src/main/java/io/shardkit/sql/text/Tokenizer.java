package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TextRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Splits SQL into tokens with exact offsets, one after the other, as the database does. It knows strings, quoted names,
 * comments, numbers and operators, and nothing of grammar; {@link Comments}, {@link Strings} and {@link Numbers} know
 * where those end. A text in which databases, their versions or their drivers could see another token end is refused.
 * Not thread-safe.
 */
public final class Tokenizer {
    private static final String ASCII_SYMBOLS = "()[]{},;.:+-*/%=<>!~^&|";

    /** No database keeps so many digits, and reading them takes time that grows with their square. */
    private static final int LONGEST_NUMBER = 10_000;

    /** Words after which a comment may be an optimizer hint. */
    private static final Set<String> BEFORE_HINTS = Words.of("SELECT INSERT UPDATE DELETE REPLACE");

    private final String sql;
    private final TextRules rules;
    private int at;

    /** The number of open parentheses. */
    private int open;

    private Token.Kind kind = Token.Kind.SYMBOL;
    private int start;
    private int end;
    private int depth;

    /** Flag for taking the parameters of a statement that is prepared in SQL as words. */
    private boolean takesNumbers;

    /** Flag that the last string was one of PostgreSQL's with escapes. */
    private boolean escaped;

    private List<Span> hints = List.of();

    public Tokenizer(String sql, Dialect dialect) {
        this.sql = sql;
        this.rules = dialect.text();
    }

    /** Returns all tokens of SQL that only a database has to understand, with {@code $1} as a word. */
    public static List<Token> tokenizeUnread(String sql, Dialect dialect) throws SQLException {
        Tokenizer tokenizer = new Tokenizer(sql, dialect);
        tokenizer.takesNumbers = dialect.text().tagsDollars();
        return tokenizer.all();
    }

    /** All tokens of a text. */
    public static List<Token> tokenize(String sql, Dialect dialect) throws SQLException {
        return new Tokenizer(sql, dialect).all();
    }

    private List<Token> all() throws SQLException {
        List<Token> tokens = new ArrayList<>();
        while (next()) {
            tokens.add(token());
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
            } else if (Comments.startsLine(sql, at, rules)) {
                at = Comments.endOfLine(sql, at);
            } else if (c == '/' && peek(1) == '*') {
                comment();
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
            throw ShardingExceptions.of(ErrorCode.UNPARSABLE, "the parentheses do not match");
        }
        return false;
    }

    /** The offset that it has come to: of what it has refused, where a comment is refused. */
    int position() {
        return at;
    }

    /** The optimizer hints so far: such comments before the first token, or after the word that says what is done. */
    List<Span> hints() {
        return hints;
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

    private Token.Kind token(char c) throws SQLException {
        if (Characters.isNameStart(c)) {
            word(at + 1);
            return Token.Kind.WORD;
        }
        if (c == '\'' || (c == '"' && rules.doubleQuotesAreStrings())) {
            at = Strings.endOfQuoted(sql, at, rules.backslashEscapes() || startsEscapeString());
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
        if (c == '$' && Strings.startsByDollars(sql, at, rules)) {
            at = Strings.endOfDollars(sql, at, rules);
            return Token.Kind.STRING;
        }
        if (takesNumbers && c == '$' && Characters.isDigit(peek(1))) {
            word(at + 1);
            return Token.Kind.WORD;
        }
        symbol(c);
        return Token.Kind.SYMBOL;
    }

    private void comment() throws SQLException {
        int from = at;
        at = Comments.endOfBlock(sql, at, rules);
        boolean first = end == 0;
        boolean verb = kind == Token.Kind.WORD && BEFORE_HINTS.contains(Words.upper(sql.substring(start, end)));
        if (sql.charAt(from + 2) == '+' && (first || verb)) {
            checkQuotes(sql.substring(from, at));
            hints = hints.isEmpty() ? new ArrayList<>() : hints;
            hints.add(new Span(from, at));
        }
    }

    /** A name in quotes within a hint may hold what looks like the hint's end. */
    private static void checkQuotes(String hint) throws SQLException {
        for (char quote : new char[] {'\'', '"', '`'}) {
            if (hint.chars().filter(c -> c == quote).count() % 2 != 0) {
                throw unclear("a hint with half of a quoted name");
            }
        }
    }

    /** Returns true if the token before ends here and is of the kind. */
    private boolean follows(Token.Kind before) {
        return end == at && at > 0 && kind == before;
    }

    /** Returns true if a string of PostgreSQL's with escapes, {@code E'...'}, starts here. */
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

    private void quoted(char quote) throws SQLException {
        if (rules.hasUnicodeEscapes() && follows(Token.Kind.SYMBOL) && sql.regionMatches(true, at - 2, "U&", 0, 2)) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "a name with Unicode escapes");
        }
        int from = at;
        do {
            int close = sql.indexOf(quote, at + 1);
            if (close < 0) {
                throw ShardingExceptions.of(ErrorCode.UNPARSABLE, "a quoted name is not closed");
            }
            at = close + 1;
        } while (at < sql.length() && sql.charAt(at) == quote);
        Characters.checkNoNul(sql, from, at);
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
        int from = at;
        at = Numbers.end(sql, from, rules);
        boolean decimal = from + 1 >= at || !Character.isLetter(sql.charAt(from + 1));
        if (decimal && at - from > LONGEST_NUMBER) {
            throw ShardingExceptions.of(ErrorCode.TOO_COMPLEX, "a number of " + (at - from) + " digits");
        }
        if (Characters.isNamePart(peek(0)) || peek(0) == '.') {
            throw unclear("a number with something right after it; put a blank between them");
        }
    }

    private void symbol(char c) throws SQLException {
        if (c == '(') {
            open++;
        } else if (c == ')') {
            open--;
            if (open < 0) {
                throw ShardingExceptions.of(ErrorCode.UNPARSABLE, "the parentheses do not match");
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

    /** Returns true if a character may start an operator of several characters in one of the databases. */
    private static boolean startsOperator(char c) {
        return switch (c) {
            case '+', '-', '*', '/', '<', '>', '=', '~', '!', '@', '#', '%', '^', '&', '|', '?', ':' -> true;
            default -> false;
        };
    }

    private static SQLException unclear(String what) {
        return ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, what);
    }

    private char peek(int ahead) {
        return at + ahead < sql.length() ? sql.charAt(at + ahead) : '\0';
    }
}
