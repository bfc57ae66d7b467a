package io.shardkit.sql;

import io.shardkit.dialect.Dialect;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the literals of a text of which nothing but the value matters: those that a column is compared with in WHERE
 * or ON, or is set to, and those that are a value of a row to insert. Reads tokens, no grammar; in doubt a literal
 * stays in the text.
 */
final class ShapeReader {
    /** As many always fit a long. */
    private static final int MOST_DIGITS = 18;

    /** The bit that letters of ASCII have in lower case. */
    private static final int LOWER_CASE = 0x20;

    /** What a parenthesis, or the statement itself, is in the middle of. */
    private enum Clause {
        OTHER,
        SELECT_LIST,
        FROM,
        CONDITION,
        ASSIGNMENTS,
        ROWS,
        ROW,
        VALUE_LIST
    }

    private final String sql;
    private final List<Token> tokens;
    private final List<Clause> clauses = new ArrayList<>();
    private final List<Shape.Literal> literals = new ArrayList<>();
    private int outermostHidden = Integer.MAX_VALUE;

    private ShapeReader(String sql, List<Token> tokens) {
        this.sql = sql;
        this.tokens = tokens;
        clauses.add(Clause.OTHER);
    }

    static @Nullable Shape read(String sql, Dialect dialect) {
        List<Token> tokens;
        try {
            tokens = Tokenizer.tokenize(sql, dialect);
        } catch (SQLException unreadable) {
            return null;
        }
        ShapeReader reader = new ShapeReader(sql, tokens);
        return reader.isKnown() ? reader.shape(dialect) : null;
    }

    private boolean isKnown() {
        return is(0, "SELECT") || is(0, "INSERT") || is(0, "UPDATE") || is(0, "DELETE") || is(0, "REPLACE");
    }

    private @Nullable Shape shape(Dialect dialect) {
        StringBuilder text = new StringBuilder(sql.length());
        int[] sources = new int[tokens.size()];
        int count = 0;
        int parameters = 0;
        int at = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            switch (token.kind()) {
                case HINT -> {
                    return null;
                }
                case WORD -> word(i);
                case SYMBOL -> symbol(i);
                case PARAMETER -> sources[count++] = parameters++;
                case NUMBER, STRING -> {
                    Shape.Literal literal = literal(i);
                    if (literal != null) {
                        text.append(sql, at, literal.start()).append('?');
                        at = literal.end();
                        literals.add(literal);
                        sources[count++] = -literals.size();
                    }
                }
                case QUOTED -> {}
            }
        }
        if (literals.isEmpty()) {
            return null;
        }
        text.append(sql, at, sql.length());
        return new Shape(sql, dialect, text.toString(), Arrays.copyOf(sources, count), literals);
    }

    private Clause clause() {
        return clauses.get(clauses.size() - 1);
    }

    private void become(Clause clause) {
        clauses.set(clauses.size() - 1, clause);
    }

    private void word(int i) {
        Clause next =
                switch (sql.charAt(tokens.get(i).start()) | LOWER_CASE) {
                    case 's' -> is(i, "SELECT") ? Clause.SELECT_LIST : is(i, "SET") ? assignments() : null;
                    case 'f' -> is(i, "FROM") ? from(i) : other(i, "FOR", "FETCH");
                    case 'w' -> is(i, "WHERE") ? Clause.CONDITION : other(i, "WINDOW");
                    case 'o' -> is(i, "ON") ? on(i) : other(i, "ORDER", "OFFSET");
                    case 'v' -> isOneOf(i, "VALUES", "VALUE") ? rows() : null;
                    case 'g' -> other(i, "GROUP");
                    case 'h' -> other(i, "HAVING");
                    case 'l' -> other(i, "LIMIT", "LOCK");
                    case 'u' -> other(i, "UNION");
                    case 'i' -> other(i, "INTERSECT");
                    case 'e' -> other(i, "EXCEPT");
                    case 'm' -> other(i, "MINUS");
                    case 'r' -> other(i, "RETURNING");
                    default -> null;
                };
        if (next != null) {
            become(next);
        }
    }

    private @Nullable Clause other(int i, String... words) {
        return isOneOf(i, words) ? Clause.OTHER : null;
    }

    /** IS DISTINCT FROM compares, and may stand in a select list, which goes on. */
    private @Nullable Clause from(int i) {
        return is(i - 1, "DISTINCT") ? null : Clause.FROM;
    }

    private Clause on(int i) {
        return isOneOf(i + 1, "DUPLICATE", "CONFLICT") ? Clause.OTHER : Clause.CONDITION;
    }

    private Clause assignments() {
        return clauses.size() == 1 && is(0, "UPDATE") ? Clause.ASSIGNMENTS : Clause.OTHER;
    }

    private Clause rows() {
        return clauses.size() == 1 && isOneOf(0, "INSERT", "REPLACE") ? Clause.ROWS : Clause.OTHER;
    }

    private void symbol(int i) {
        if (is(i, "(")) {
            clauses.add(inside(i));
            if (outermostHidden > clauses.size() && clauses.get(clauses.size() - 2) == Clause.SELECT_LIST) {
                outermostHidden = clauses.size();
            }
        } else if (is(i, ")") && clauses.size() > 1) {
            if (clauses.size() == outermostHidden) {
                outermostHidden = Integer.MAX_VALUE;
            }
            clauses.remove(clauses.size() - 1);
        }
    }

    /** What the parenthesis that is opened by a token encloses. */
    private Clause inside(int i) {
        Clause around = clause();
        if (around == Clause.ROWS) {
            return is(i - 1, "VALUES") || is(i - 1, "VALUE") || is(i - 1, ",") ? Clause.ROW : Clause.OTHER;
        }
        if (around != Clause.CONDITION) {
            return Clause.OTHER;
        }
        if (is(i - 1, "IN")) {
            return isName(is(i - 2, "NOT") ? i - 3 : i - 2) ? Clause.VALUE_LIST : Clause.OTHER;
        }
        return isOneOf(i - 1, "WHERE", "ON", "AND", "OR", "NOT", "(") ? Clause.CONDITION : Clause.OTHER;
    }

    private Shape.@Nullable Literal literal(int i) {
        if (clauses.size() >= outermostHidden) {
            return null;
        }
        boolean negative = tokens.get(i).kind() == Token.Kind.NUMBER && is(i - 1, "-") && !isOperand(i - 2);
        int first = negative ? i - 1 : i;
        boolean plain =
                switch (clause()) {
                    case CONDITION -> isCompared(first) && endsOperand(i + 1);
                    case ASSIGNMENTS ->
                        is(first - 1, "=")
                                && isName(first - 2)
                                && (is(i + 1, ",") || is(i + 1, "WHERE") || i + 1 == tokens.size());
                    case ROW, VALUE_LIST ->
                        (is(first - 1, "(") || is(first - 1, ",")) && (is(i + 1, ",") || is(i + 1, ")"));
                    case OTHER, SELECT_LIST, FROM, ROWS -> false;
                };
        Object value = plain ? value(i, negative) : null;
        return value == null
                ? null
                : new Shape.Literal(tokens.get(first).start(), tokens.get(i).end(), value);
    }

    private boolean isOperand(int i) {
        return i >= 0
                && (is(i, ")")
                        || tokens.get(i).kind() == Token.Kind.NUMBER
                        || tokens.get(i).kind() == Token.Kind.STRING
                        || tokens.get(i).kind() == Token.Kind.PARAMETER
                        || isName(i));
    }

    /** Whether a column stands on the other side of the comparison that a literal is the end of. */
    private boolean isCompared(int i) {
        if (isOneOf(i - 1, "=", "<", ">", "<=", ">=", "<>", "!=", "LIKE", "BETWEEN")) {
            return isName(is(i - 2, "NOT") ? i - 3 : i - 2);
        }
        return is(i - 1, "AND") && isSecondBound(i);
    }

    /** Whether what stands before is {@code column BETWEEN value AND}. */
    private boolean isSecondBound(int i) {
        int between = is(i - 3, "-") ? i - 4 : i - 3;
        return is(between, "BETWEEN") && isName(is(between - 1, "NOT") ? between - 2 : between - 1);
    }

    /** Whether nothing that follows belongs to the operand before it. */
    private boolean endsOperand(int i) {
        return i == tokens.size()
                || isOneOf(i, ")", "AND", "OR", "ORDER", "GROUP", "LIMIT", "HAVING", "FOR", "UNION")
                || isOneOf(i, "WHERE", "JOIN", "LEFT", "INNER", ";");
    }

    private boolean isName(int i) {
        if (i < 0) {
            return false;
        }
        Token.Kind kind = tokens.get(i).kind();
        return kind == Token.Kind.QUOTED || (kind == Token.Kind.WORD && !isOneOf(i, "WHERE", "AND", "OR", "ON", "NOT"));
    }

    /** The value of a literal whose type and value are those that every database gives it, or null. */
    private @Nullable Object value(int i, boolean negative) {
        Token token = tokens.get(i);
        if (token.kind() == Token.Kind.STRING) {
            String inside = sql.substring(token.start() + 1, token.end() - 1);
            return sql.charAt(token.start()) == '\'' && inside.indexOf('\\') < 0 && inside.indexOf('\'') < 0
                    ? inside
                    : null;
        }
        int start = token.start();
        int dot = -1;
        for (int at = start; at < token.end(); at++) {
            char c = sql.charAt(at);
            if (c == '.' && dot < 0 && at > start && at < token.end() - 1) {
                dot = at;
            } else if (c < '0' || c > '9') {
                return null;
            }
        }
        if (token.end() - start > MOST_DIGITS) {
            return null;
        }
        if (dot >= 0) {
            BigDecimal decimal = new BigDecimal(sql.substring(start, token.end()));
            return negative ? decimal.negate() : decimal;
        }
        long number = Long.parseLong(sql, start, token.end(), 10);
        return negative ? -number : number;
    }

    private boolean isOneOf(int i, String... words) {
        for (String word : words) {
            if (is(i, word)) {
                return true;
            }
        }
        return false;
    }

    private boolean is(int i, String word) {
        if (i < 0 || i >= tokens.size()) {
            return false;
        }
        Token token = tokens.get(i);
        int length = word.length();
        return token.end() - token.start() == length
                && (token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.SYMBOL)
                && sql.regionMatches(true, token.start(), word, 0, length);
    }
}
