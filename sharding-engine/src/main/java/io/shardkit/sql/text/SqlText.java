package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.NameCase;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A statement's text and its tokens; finds places in it. Rows of an INSERT that are plain values, as many before them
 * are, may have no tokens in it. Immutable.
 */
public final class SqlText {
    /** Words after which an operand begins. */
    private static final Set<String> BEFORE_OPERANDS = Words.of(
            """
            ALL AND ANY AS BETWEEN BINARY BY CASE COLLATE DISTINCT DISTINCTROW DIV ELSE ESCAPE FROM HAVING
            HIGH_PRIORITY ILIKE IN INTERVAL IS JOIN LIKE LIMIT MOD NOT OFFSET ON OR REGEXP RETURNING RLIKE
            SELECT SEPARATOR SET SOME SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_CACHE SQL_CALC_FOUND_ROWS
            SQL_NO_CACHE SQL_SMALL_RESULT STRAIGHT_JOIN THEN USING VALUES WHEN WHERE XOR""");

    private final String sql;
    private final List<Token> tokens;

    /** Offsets of all parameters, ascending. */
    private final int[] parameters;

    /** Offset after the last of the tokens that are left out, or 0. */
    private final int endOfLeftOut;

    private final List<Span> clockCallsOfLeftOut;

    private final List<Span> hints;

    private final boolean backticksFold;

    /** A text with all of its tokens. */
    public SqlText(String sql, Dialect dialect) throws SQLException {
        this(sql, dialect, TokenFilter.ALL);
    }

    /** A text without the tokens that a filter of this text takes out, which tell nothing of the statement. */
    public SqlText(String sql, Dialect dialect, TokenFilter filter) throws SQLException {
        backticksFold = dialect.text().backticksFoldNames();
        List<Token> all = new ArrayList<>();
        Tokenizer tokenizer = new Tokenizer(sql, dialect);
        int[] found = new int[8];
        int count = 0;
        while (tokenizer.next()) {
            Token token = tokenizer.token();
            all.add(token);
            if (token.kind() == Token.Kind.PARAMETER) {
                found = count < found.length ? found : Arrays.copyOf(found, 2 * count);
                found[count++] = token.start();
            }
            filter.added(all, count);
        }
        parameters = Arrays.copyOf(found, count);
        hints = List.copyOf(tokenizer.hints());
        endOfLeftOut = filter.end();
        clockCallsOfLeftOut = filter.clockCalls();
        int last = all.size();
        while (last > 0 && sql.charAt(all.get(last - 1).start()) == ';') {
            last--;
        }
        if (all.size() - last > 1
                && !dialect.text().commentsBetweenSemicolons()
                && hasMore(sql, all.get(last).start())) {
            throw ShardingExceptions.of(ErrorCode.SEVERAL_STATEMENTS, "an empty one at its end");
        }
        if (last > 0 && !mayEnd(all.get(last - 1), sql)) {
            throw ShardingExceptions.of(ErrorCode.UNPARSABLE, "it ends with an operator");
        }
        this.sql = last < all.size()
                ? sql.substring(0, last == 0 ? 0 : Math.max(all.get(last - 1).end(), endOfLeftOut))
                : sql;
        tokens = List.copyOf(all.subList(0, last));
        for (Token token : tokens) {
            if (token.kind() == Token.Kind.SYMBOL && sql.charAt(token.start()) == ';') {
                throw ShardingExceptions.of(ErrorCode.SEVERAL_STATEMENTS, "");
            }
            if (token.kind() == Token.Kind.QUOTED
                    && sql.indexOf(sql.charAt(token.start()), token.start() + 1) < token.end() - 1) {
                throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "a quote inside of a quoted name");
            }
        }
    }

    /** Returns true if there is more from an offset on than semicolons and blanks. */
    private static boolean hasMore(String sql, int from) {
        for (int i = from; i < sql.length(); i++) {
            if (sql.charAt(i) != ';' && !Characters.isWhitespace(sql.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private SqlText(SqlText text, BitSet names) {
        this.sql = text.sql;
        this.parameters = text.parameters;
        this.hints = text.hints;
        this.endOfLeftOut = text.endOfLeftOut;
        this.clockCallsOfLeftOut = text.clockCallsOfLeftOut;
        this.backticksFold = text.backticksFold;
        List<Token> all = new ArrayList<>(text.tokens);
        names.stream().forEach(i -> {
            Token token = all.get(i);
            all.set(i, new Token(Token.Kind.QUOTED, token.start(), token.end(), token.depth()));
        });
        this.tokens = List.copyOf(all);
    }

    /** The same text, these words of which are known to be names, as if they were quoted. */
    public SqlText withNames(BitSet names) {
        return new SqlText(this, names);
    }

    /**
     * Returns true if nothing is missing after the token; the rest is cut off, which must not make a comment of the
     * token.
     */
    private static boolean mayEnd(Token token, String sql) {
        return token.kind() != Token.Kind.SYMBOL || ")]}*".indexOf(sql.charAt(token.start())) >= 0;
    }

    /** The text as the user wrote it, up to a semicolon at its end: a driver may take what follows for a statement more. */
    public String sql() {
        return sql;
    }

    /** The first word: what the statement does. */
    public Span firstWord() {
        return span(0, 1);
    }

    /** Returns the number of {@code ?}. */
    public int parameterCount() {
        return parameters.length;
    }

    /** Returns true if the statement is a write that answers with rows. */
    public boolean hasReturning() {
        return returning() < size();
    }

    /** The token RETURNING of a write that answers with rows, or the end. */
    public int returning() {
        boolean write = isOneOf(0, "INSERT", "REPLACE", "UPDATE", "DELETE");
        int returning = write ? find(1, size(), 0, "RETURNING") : -1;
        return returning < 0 || is(returning - 1, ".") ? size() : returning;
    }

    /** The calls of functions that tell the time of the statement. */
    public List<Span> clockCalls() {
        List<Span> calls = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            String name = string(i).toLowerCase(Locale.ROOT);
            boolean word = tokens.get(i).kind() == Token.Kind.WORD && !is(i - 1, ".") && !is(i + 1, ".");
            if (!word || !Functions.isOfClock(name)) {
                continue;
            }
            if (is(i + 1, "(")) {
                int close = is(i + 2, ")") ? i + 2 : i + 3;
                if (is(close, ")")) {
                    calls.add(span(i, close + 1));
                }
            } else if (Functions.isCallWithoutParentheses(name)) {
                calls.add(span(i, i + 1));
            }
        }
        calls.addAll(clockCallsOfLeftOut);
        return calls;
    }

    /** The optimizer hints, <code>/*+ ... *&#47;</code>; they are comments, and no tokens. */
    public List<Span> hints() {
        return hints;
    }

    /** Returns the index hints after tables, such as {@code FORCE INDEX (a, b)}. */
    public List<Span> indexHints() {
        return indexHintTokens().stream().map(hint -> span(hint[0], hint[1])).toList();
    }

    /** The index hints as tokens {@code {first, afterLast}}. */
    public List<int[]> indexHintTokens() {
        List<int[]> hints = new ArrayList<>();
        for (int i = 0; i + 2 < tokens.size(); i++) {
            boolean hint = isOneOf(i, "USE", "FORCE", "IGNORE") && isOneOf(i + 1, "INDEX", "KEY");
            if (hint && (is(i + 2, "(") || is(i + 2, "FOR"))) {
                int close = find(i, tokens.size(), tokens.get(i).depth(), ")");
                if (close > 0) {
                    hints.add(new int[] {i, close + 1});
                    i = close;
                }
            }
        }
        return hints;
    }

    /** Returns true if a name occurs in a case in which a database with these settings takes it for another name. */
    public boolean mentionsInOtherCase(String name, ServerSettings settings) {
        for (Token token : tokens) {
            if (spelling(token, name, settings) == null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the spelling of a name in the token, or null if the token has the name in a case in which a database with
     * these settings takes it for another one.
     */
    public @Nullable Spelling spelling(Token token, String name, ServerSettings settings) {
        String identifier = sql.substring(token.start(), token.end());
        String written = Token.stripQuotes(identifier);
        String quote = written.length() < identifier.length() ? identifier.substring(0, 1) : "";
        if (!isExact(token, settings) || written.equals(name) || !Words.same(written, name)) {
            return quote.isEmpty() ? Spelling.PLAIN : new Spelling(quote, NameCase.AS_WRITTEN);
        }
        boolean folded = isQuoted(token) && written.equals(settings.stored().of(name));
        return folded ? new Spelling(quote, settings.stored()) : null;
    }

    /** The name that the token says to a database with these settings, which may take other letters for the same. */
    public String meant(Token token, ServerSettings settings) {
        String written = Token.stripQuotes(sql.substring(token.start(), token.end()));
        if (isExact(token, settings)) {
            return written;
        }
        return settings.exactQuotedNames() ? settings.stored().of(written) : written.toLowerCase(Locale.ROOT);
    }

    private boolean isExact(Token token, ServerSettings settings) {
        return isQuoted(token)
                ? settings.exactQuotedNames()
                : (token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED) && settings.exactNames();
    }

    /** Words that are known to be names are as if they were quoted, but keep no case. */
    private boolean isQuoted(Token token) {
        char first = sql.charAt(token.start());
        return token.kind() == Token.Kind.QUOTED && (first == '"' || (first == '`' && !backticksFold));
    }

    /** Returns true if the name, in lower case, occurs anywhere. */
    public boolean mentions(String name) {
        for (int i = 0; i < tokens.size(); i++) {
            if (isName(i) && Words.same(Token.stripQuotes(string(i)), name)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if an operand ends here, so that an operator between two operands, or an alias, may follow. */
    public boolean endsOperand(int index) {
        if (index < 0) {
            return false;
        }
        return switch (tokens.get(index).kind()) {
            case QUOTED, STRING, NUMBER, PARAMETER -> true;
            case WORD -> !BEFORE_OPERANDS.contains(word(index));
            case SYMBOL -> isOneOf(index, ")", "]", "}");
        };
    }

    /** Returns true if the token is ONLY before the name of a table, which leaves out the tables that inherit from it. */
    public boolean isOnlyOfTable(int index) {
        return is(index, "ONLY")
                && isOneOf(index - 1, "FROM", "JOIN", "UPDATE", "USING", "INTO", ",")
                && index + 1 < size()
                && (isName(index + 1) || is(index + 1, "("));
    }

    /** Returns true if ONLY stands before the name of any table. */
    public boolean hasOnlyOfTable() {
        return IntStream.range(1, size()).anyMatch(this::isOnlyOfTable);
    }

    /** Returns true if there is a token that may be a name. */
    public boolean isName(int index) {
        if (index < 0 || index >= tokens.size()) {
            return false;
        }
        Token.Kind kind = tokens.get(index).kind();
        return kind == Token.Kind.WORD || kind == Token.Kind.QUOTED;
    }

    /** Returns the number of parameters before the offset. */
    public int parametersBefore(int offset) {
        int from = 0;
        int to = parameters.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (parameters[middle] < offset) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** The text from the token {@code from} up to the token {@code to}, or up to the end. */
    public String part(int from, int to) {
        if (from >= to) {
            return "";
        }
        return sql.substring(
                tokens.get(from).start(), to < size() ? tokens.get(to).start() : end());
    }

    public List<Token> tokens() {
        return tokens;
    }

    public int size() {
        return tokens.size();
    }

    public Token token(int index) {
        return tokens.get(index);
    }

    public String string(int index) {
        Token token = tokens.get(index);
        return sql.substring(token.start(), token.end());
    }

    /** The name that the token says, without quotes and in lower case. */
    public String name(int index) {
        return Token.stripQuotes(string(index)).toLowerCase(Locale.ROOT);
    }

    /** Returns true if the tokens {@code [from, to)} are in one pair of parentheses, which are the first and the last. */
    public boolean isEnclosed(int from, int to) {
        return is(from, "(") && find(from + 1, to, token(from).depth(), ")") == to - 1;
    }

    /** The token in upper case if it is a word, else its text. */
    public String word(int index) {
        if (index < 0 || index >= tokens.size()) {
            return "";
        }
        return tokens.get(index).kind() == Token.Kind.WORD ? Words.upper(string(index)) : string(index);
    }

    public boolean is(int index, String word) {
        if (index < 0 || index >= tokens.size()) {
            return word.isEmpty();
        }
        Token token = tokens.get(index);
        if (token.kind() == Token.Kind.QUOTED) {
            return false;
        }
        if (token.kind() != Token.Kind.WORD) {
            return token.end() - token.start() == word.length() && sql.startsWith(word, token.start());
        }
        char first = sql.charAt(token.start());
        // The neighbours of such a character do not change its upper case.
        boolean other = Characters.isAscii(first) && (word.isEmpty() || Character.toUpperCase(first) != word.charAt(0));
        return !other && string(index).toUpperCase(Locale.ROOT).equals(word);
    }

    /** The first token from {@code from} on at the depth that is one of the words, and no column of that name, or -1. */
    public int find(int from, int to, int depth, String... words) {
        for (int i = from; i < to; i++) {
            if (tokens.get(i).depth() == depth && isOneOf(i, words) && !is(i - 1, ".")) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the next token at which the statement itself, not a CASE in it, has such a word, or the end. */
    public int next(int from, String word) {
        int cases = 0;
        for (int i = from; i < size(); i++) {
            if (token(i).depth() > 0 || is(i - 1, ".")) {
                continue;
            }
            if (cases == 0 && is(i, word)) {
                return i;
            }
            if (is(i, "CASE")) {
                cases++;
            } else if (cases > 0 && is(i, "END")) {
                cases--;
            }
        }
        return size();
    }

    public boolean isOneOf(int index, String... words) {
        for (String each : words) {
            if (is(index, each)) {
                return true;
            }
        }
        return false;
    }

    /** Splits the tokens {@code [from, to)} at commas of the depth outside of brackets; each part is {@code {first, afterLast}}. */
    public List<int[]> split(int from, int to, int depth) {
        List<int[]> parts = new ArrayList<>();
        int start = from;
        int brackets = 0;
        for (int i = from; i < to; i++) {
            brackets += is(i, "[") ? 1 : is(i, "]") ? -1 : 0;
            if (brackets == 0 && tokens.get(i).depth() == depth && is(i, ",")) {
                parts.add(new int[] {start, i});
                start = i + 1;
            }
        }
        parts.add(new int[] {start, to});
        return parts;
    }

    /** The span of characters that the tokens {@code [from, to)} cover. */
    public Span span(int from, int to) {
        return new Span(tokens.get(from).start(), tokens.get(to - 1).end());
    }

    /** Offset after the last token: where text may be appended before a trailing comment. */
    public int end() {
        return tokens.isEmpty() ? 0 : Math.max(tokens.get(tokens.size() - 1).end(), endOfLeftOut);
    }

    /** The first token that starts at an offset or after it. */
    public int tokenFrom(int offset) {
        int token = 0;
        while (token(token).start() < offset) {
            token++;
        }
        return token;
    }

    /**
     * The offset where the label of a select item starts that begins with a token.
     *
     * @param withComments whether it starts with the first comment between the item and the comma before it
     */
    public int labelStart(int token, boolean withComments) {
        if (!withComments || !is(token - 1, ",")) {
            return token(token).start();
        }
        int start = token(token - 1).end();
        while (Character.isWhitespace(sql().charAt(start))) {
            start++;
        }
        return start;
    }
}
