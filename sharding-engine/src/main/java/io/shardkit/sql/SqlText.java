package io.shardkit.sql;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A statement's text and its tokens; finds places in it. Immutable. */
public final class SqlText {
    /** Words behind which an operand begins. */
    private static final Set<String> BEFORE_OPERANDS = Set.of(
            "ALL",
            "AND",
            "ANY",
            "AS",
            "BETWEEN",
            "BINARY",
            "BY",
            "CASE",
            "COLLATE",
            "DISTINCT",
            "DISTINCTROW",
            "DIV",
            "ELSE",
            "ESCAPE",
            "FROM",
            "HAVING",
            "HIGH_PRIORITY",
            "ILIKE",
            "IN",
            "INTERVAL",
            "IS",
            "JOIN",
            "LIKE",
            "LIMIT",
            "MOD",
            "NOT",
            "OFFSET",
            "ON",
            "OR",
            "REGEXP",
            "RETURNING",
            "RLIKE",
            "SELECT",
            "SEPARATOR",
            "SET",
            "SOME",
            "SQL_BIG_RESULT",
            "SQL_BUFFER_RESULT",
            "SQL_CACHE",
            "SQL_CALC_FOUND_ROWS",
            "SQL_NO_CACHE",
            "SQL_SMALL_RESULT",
            "STRAIGHT_JOIN",
            "THEN",
            "USING",
            "VALUES",
            "WHEN",
            "WHERE",
            "XOR");

    private final String sql;
    private final List<Token> tokens;
    private final List<Integer> parameterTokens = new ArrayList<>();
    private final List<Dialect.Grammar> grammars;

    SqlText(String sql, Dialect dialect) throws SQLException {
        this.sql = sql;
        List<Token> all = Tokenizer.tokenize(sql, dialect);
        int last = all.size();
        while (last > 0 && sql.charAt(all.get(last - 1).start()) == ';') {
            last--;
        }
        tokens = List.copyOf(all.subList(0, last));
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind() == Token.Kind.PARAMETER) {
                parameterTokens.add(i);
            }
            if (token.kind() == Token.Kind.QUOTED
                    && sql.indexOf(sql.charAt(token.start()), token.start() + 1) < token.end() - 1) {
                throw ErrorCode.UNSUPPORTED_SYNTAX.exception("a quote inside of a quoted name");
            }
        }
        grammars = dialect.grammar() == Dialect.Grammar.H2 ? grammarsOfH2() : List.of(dialect.grammar());
    }

    /** The families of SQL that the parser may read this text as, until one fits. */
    List<Dialect.Grammar> grammars() {
        return grammars;
    }

    /** H2 has much of the standard that the parser knows of PostgreSQL only, and in MySQL mode some of MySQL's own. */
    private List<Dialect.Grammar> grammarsOfH2() {
        if (isMySqlInsert()) {
            return List.of(Dialect.Grammar.MYSQL);
        }
        boolean separator = false;
        boolean operators = false;
        for (int i = 0; i < tokens.size(); i++) {
            separator |= is(i, "SEPARATOR");
            operators |= isOneOf(i, "||", "&&", "!", "^");
        }
        return separator && !operators
                ? List.of(Dialect.Grammar.H2, Dialect.Grammar.POSTGRESQL, Dialect.Grammar.MYSQL)
                : List.of(Dialect.Grammar.H2, Dialect.Grammar.POSTGRESQL);
    }

    /** Forms of INSERT that only the parser's MySQL grammar has. */
    private boolean isMySqlInsert() {
        boolean form = is(0, "REPLACE") || (is(0, "INSERT") && is(1, "IGNORE"));
        for (int i = 1; i < tokens.size() && !form; i++) {
            form = is(0, "INSERT") && is(i, "ON") && is(i + 1, "DUPLICATE");
        }
        return form;
    }

    /** The text as the user wrote it. */
    public String sql() {
        return sql;
    }

    /** The first word: what the statement does. */
    public Span firstWord() {
        return span(0, 1);
    }

    /** How many {@code ?} there are. */
    public int parameterCount() {
        return parameterTokens.size();
    }

    /** Whether a subquery takes some of its rows only; each database might take others. */
    public boolean hasNestedLimit() {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).depth() > 0 && isOneOf(i, "LIMIT", "FETCH", "OFFSET", "TOP")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a window function is called; what it counts may depend on the order in which rows are found. */
    public boolean hasWindow() {
        for (int i = 0; i < tokens.size(); i++) {
            if (is(i, "OVER")) {
                return true;
            }
        }
        return false;
    }

    /** Whether the span holds no division, and no function but those whose results have all their digits. */
    public boolean isExactArithmetic(Span span) {
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.start() >= span.start() && token.end() <= span.end()) {
                boolean call = token.kind() == Token.Kind.WORD && is(i + 1, "(");
                if (is(i, "/") || (call && !Functions.isExact(string(i).toLowerCase(Locale.ROOT)))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether there is a GROUP BY. */
    public boolean isGrouped() {
        return isAnywhere("GROUP");
    }

    /**
     * Whether an aggregate is called whose result may depend on the order of the rows.
     *
     * @param floating whether numbers without exact sums are among them
     */
    public boolean aggregatesInRowOrder(boolean floating) {
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (is(i + 1, "(")
                    && (Functions.isOfRowOrder(string(i).toLowerCase(Locale.ROOT))
                            || (floating && isOneOf(i, "SUM", "AVG")))) {
                return true;
            }
        }
        return false;
    }

    /** Whether some clause makes one row, or one value, of several. */
    public boolean reducesRows() {
        for (int i = 0; i < tokens.size(); i++) {
            if (isOneOf(i, "GROUP", "DISTINCT", "DISTINCTROW", "MIN", "MAX", "INTERSECT", "EXCEPT")
                    || (is(i, "UNION") && !is(i + 1, "ALL"))) {
                return true;
            }
        }
        return false;
    }

    /** Whether each function that it calls is of one row, or an aggregate that counts equal values once. */
    public boolean aggregatesAreBlindToDuplicates() {
        for (int i = 0; i < tokens.size(); i++) {
            boolean call = is(i + 1, "(") && tokens.get(i).kind() == Token.Kind.WORD;
            if (is(i, "OVER") || isOneOf(i, "RAND", "RANDOM") || (call && !isBlindCall(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isBlindCall(int index) {
        boolean distinct = is(index + 2, "DISTINCT") && isOneOf(index, "COUNT", "SUM", "AVG");
        return distinct
                || isOneOf(index, "MIN", "MAX", "BIT_AND", "BIT_OR", "IN", "AND", "OR", "ON", "WHERE", "HAVING")
                || isOneOf(index, "SELECT", "BY", "NOT", "WHEN", "THEN", "ELSE", "BETWEEN", "DISTINCT", "USING")
                || Functions.isDeterministic(string(index).toLowerCase(Locale.ROOT));
    }

    /** Whether it is nothing but so many SELECTs of which UNION, INTERSECT or EXCEPT keeps equal rows once. */
    public boolean isPlainDistinctUnion(int blocks) {
        int operators = 0;
        for (int i = 0; i < tokens.size(); i++) {
            boolean operator = isOneOf(i, "UNION", "INTERSECT", "EXCEPT");
            boolean nested = is(i, "SELECT") && tokens.get(i).depth() > 0;
            if (nested || isOneOf(i, "WITH", "MINUS") || (operator && is(i + 1, "ALL"))) {
                return false;
            }
            operators += operator ? 1 : 0;
        }
        return operators == blocks - 1;
    }

    private boolean isAnywhere(String word) {
        for (int i = 0; i < tokens.size(); i++) {
            if (is(i, word)) {
                return true;
            }
        }
        return false;
    }

    /** The first word that means something else on a copy of a table than on the table itself, or null. */
    public @Nullable String wordOfTheTableItself() {
        for (int i = 0; i < tokens.size(); i++) {
            if (isOneOf(i, "_ROWID_", "CTID", "XMIN", "XMAX", "CMIN", "CMAX", "TABLEOID")
                    || (is(i, "DEFAULT") && is(i + 1, "("))) {
                return string(i);
            }
        }
        return null;
    }

    /** Whether it is a write that answers with rows. */
    public boolean hasReturning() {
        return returning() < size();
    }

    /** The token RETURNING of a write that answers with rows, or the end. */
    int returning() {
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
        return calls;
    }

    /** The index hints behind tables, such as {@code FORCE INDEX (a, b)}. */
    public List<Span> indexHints() {
        return indexHintTokens().stream().map(hint -> span(hint[0], hint[1])).toList();
    }

    /** The index hints as tokens {@code {first, afterLast}}. */
    List<int[]> indexHintTokens() {
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

    /** Whether the name, in lower case, occurs anywhere. */
    public boolean mentions(String name) {
        for (int i = 0; i < tokens.size(); i++) {
            if (isName(i) && Marks.stripQuotes(string(i)).equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the name, in lower case, occurs in a subquery. */
    public boolean subqueryMentions(String name) {
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            int here = tokens.get(i).depth();
            if (here < depth) {
                depth = 0;
            }
            if (depth == 0 && here > 0 && is(i, "SELECT")) {
                depth = here;
            }
            boolean named = isName(i) && Marks.stripQuotes(string(i)).equalsIgnoreCase(name);
            boolean star = is(i, "*") && isStar(i);
            if (depth > 0 && (named || star)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a {@code *}, NATURAL, or the bare name of the table stands for columns that are not named.
     *
     * @param uses how many tables are used under that name
     */
    public boolean mayMeanAllColumns(String label, int uses) {
        int bareLabels = 0;
        for (int i = 0; i < tokens.size(); i++) {
            if (is(i, "NATURAL") || is(i, "TABLE") || (is(i, "*") && isStar(i))) {
                return true;
            }
            boolean isLabel = isName(i) && Marks.stripQuotes(string(i)).equalsIgnoreCase(label);
            bareLabels += isLabel && !is(i + 1, ".") ? 1 : 0;
        }
        return bareLabels > uses;
    }

    /** Whether the asterisk cannot be a multiplication or that of COUNT(*). */
    private boolean isStar(int index) {
        boolean ofCount = is(index - 1, "(") && is(index + 1, ")");
        boolean last = index + 1 == tokens.size() || isOneOf(index + 1, "FROM", "INTO", ",", ")");
        return (last && !ofCount)
                || isOneOf(index - 1, "SELECT", "DISTINCT", "ALL", ",", ".")
                || (index > 0 && tokens.get(index - 1).kind() == Token.Kind.HINT);
    }

    /** Whether an operand ends here, so that an operator between two, or an alias, may follow. */
    boolean endsOperand(int index) {
        if (index < 0) {
            return false;
        }
        return switch (tokens.get(index).kind()) {
            case QUOTED, STRING, NUMBER, PARAMETER -> true;
            case WORD -> !BEFORE_OPERANDS.contains(word(index));
            case HINT -> false;
            case SYMBOL -> isOneOf(index, ")", "]", "}");
        };
    }

    /** Whether the token may be a name. */
    boolean isName(int index) {
        Token.Kind kind = tokens.get(index).kind();
        return kind == Token.Kind.WORD || kind == Token.Kind.QUOTED;
    }

    /** How many parameters stand before the offset. */
    int parametersBefore(int offset) {
        int count = 0;
        while (count < parameterTokens.size()
                && tokens.get(parameterTokens.get(count)).start() < offset) {
            count++;
        }
        return count;
    }

    /** The text from the token {@code from} up to the token {@code to}, or up to the end. */
    String part(int from, int to) {
        if (from >= to) {
            return "";
        }
        return sql.substring(
                tokens.get(from).start(), to < size() ? tokens.get(to).start() : end());
    }

    List<Token> tokens() {
        return tokens;
    }

    int size() {
        return tokens.size();
    }

    Token token(int index) {
        return tokens.get(index);
    }

    String string(int index) {
        Token token = tokens.get(index);
        return sql.substring(token.start(), token.end());
    }

    /** The token in upper case if it is a word, else its text. */
    String word(int index) {
        if (index < 0 || index >= tokens.size()) {
            return "";
        }
        return tokens.get(index).kind() == Token.Kind.WORD ? string(index).toUpperCase(Locale.ROOT) : string(index);
    }

    boolean is(int index, String word) {
        return word(index).equals(word);
    }

    /** The first token from {@code from} on at the depth that is one of the words, or -1. */
    int find(int from, int to, int depth, String... words) {
        for (int i = from; i < to; i++) {
            if (tokens.get(i).depth() == depth && isOneOf(i, words)) {
                return i;
            }
        }
        return -1;
    }

    boolean isOneOf(int index, String... words) {
        String word = word(index);
        for (String each : words) {
            if (each.equals(word)) {
                return true;
            }
        }
        return false;
    }

    /** Splits the tokens {@code [from, to)} at commas of the depth outside of brackets; each part is {@code {first, afterLast}}. */
    List<int[]> split(int from, int to, int depth) {
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
    Span span(int from, int to) {
        return new Span(tokens.get(from).start(), tokens.get(to - 1).end());
    }

    /** Offset after the last token: where text may be appended before a trailing comment. */
    int end() {
        return tokens.isEmpty() ? 0 : tokens.get(tokens.size() - 1).end();
    }
}
