package io.shardkit.sql.shape;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Tokenizer;
import io.shardkit.sql.text.Words;
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
public final class SqlNormalizer {
    /** The bit that letters of ASCII have in lower case. */
    private static final int LOWER_CASE = 0x20;

    private static final String[] BEFORE_CONDITIONS = {"WHERE", "ON", "AND", "OR", "NOT", "("};
    private static final String[] COMPARISONS = {"=", "<", ">", "<=", ">=", "<>", "!=", "LIKE", "BETWEEN"};
    private static final String[] NO_NAMES = {"WHERE", "AND", "OR", "ON", "NOT", "BETWEEN", "LIKE"};

    /** The tokens that end an operand: nothing from them on belongs to the operand. */
    private static final String[] BEHIND_OPERANDS = {
        ")", "AND", "OR", "ORDER", "GROUP", "LIMIT", "HAVING", "FOR", "UNION", "WHERE", "JOIN", "LEFT", "INNER", ";"
    };

    private static final String AFTER_LITERALS = " \t\r\n\f),;";

    /** The clause that a parenthesis, or the statement itself, is in the middle of. */
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

    /** The number of remembered tokens: the next one, this one, and earlier ones that may matter; a power of two. */
    private static final int WINDOW = 16;

    private final String sql;
    private final Dialect dialect;
    private final Token.Kind[] kinds = new Token.Kind[WINDOW];
    private final int[] starts = new int[WINDOW];
    private final int[] ends = new int[WINDOW];
    private int tokenCount;
    private boolean update;
    private boolean insert;
    private final List<Clause> clauses = new ArrayList<>();
    private int outermostHidden = Integer.MAX_VALUE;

    private final StringBuilder text;
    private int copied;
    private int[] sources = new int[8];
    private int[] sourceEnds = new int[8];
    private int[] marks = new int[8];
    private int count;
    private int parameterCount;

    private SqlNormalizer(String sql, Dialect dialect) {
        this.sql = sql;
        this.dialect = dialect;
        text = new StringBuilder(sql.length());
        clauses.add(Clause.OTHER);
    }

    static @Nullable NormalizedSql read(String sql, Dialect dialect) {
        try {
            return new SqlNormalizer(sql, dialect).shape();
        } catch (SQLException unreadable) {
            return null;
        }
    }

    private @Nullable NormalizedSql shape() throws SQLException {
        Tokenizer tokens = new Tokenizer(sql, dialect);
        read(tokens);
        update = is(0, "UPDATE");
        insert = is(0, "INSERT") || is(0, "REPLACE");
        if (!update && !insert && !is(0, "SELECT") && !is(0, "DELETE")) {
            return null;
        }
        for (int i = 0; i < tokenCount; i++) {
            read(tokens);
            switch (kind(i)) {
                case WORD -> word(i);
                case SYMBOL -> symbol(i);
                case PARAMETER -> source(parameterCount++, 0, 0);
                case NUMBER, STRING -> literal(i);
                case QUOTED -> {}
            }
        }
        if (count == parameterCount) {
            return null;
        }
        text.append(sql, copied, sql.length());
        sources = Arrays.copyOf(sources, count);
        return new NormalizedSql(
                sql, new KnownSql(text.toString(), dialect, sources, marks, parameterCount), sources, sourceEnds);
    }

    private void read(Tokenizer tokens) throws SQLException {
        if (tokens.next()) {
            int place = tokenCount++ & (WINDOW - 1);
            kinds[place] = tokens.kind();
            starts[place] = tokens.start();
            ends[place] = tokens.end();
        }
    }

    private Token.Kind kind(int i) {
        return kinds[i & (WINDOW - 1)];
    }

    private int start(int i) {
        return starts[i & (WINDOW - 1)];
    }

    private int end(int i) {
        return ends[i & (WINDOW - 1)];
    }

    private void source(int source, int end, int mark) {
        if (count == sources.length) {
            sources = Arrays.copyOf(sources, count * 2);
            marks = Arrays.copyOf(marks, count * 2);
            sourceEnds = Arrays.copyOf(sourceEnds, count * 2);
        }
        sources[count] = source;
        marks[count] = mark;
        sourceEnds[count++] = end;
    }

    private Clause clause() {
        return clauses.get(clauses.size() - 1);
    }

    private void become(Clause clause) {
        clauses.set(clauses.size() - 1, clause);
    }

    private void word(int i) {
        Clause next =
                switch (sql.charAt(start(i)) | LOWER_CASE) {
                    case 's' -> is(i, "SELECT") ? Clause.SELECT_LIST : is(i, "SET") ? assignments() : null;
                    case 'f' -> is(i, "FROM") ? from(i) : other(is(i, "FOR") || is(i, "FETCH"));
                    case 'w' -> is(i, "WHERE") ? Clause.CONDITION : other(is(i, "WINDOW"));
                    case 'o' -> is(i, "ON") ? on(i) : other(is(i, "ORDER") || is(i, "OFFSET"));
                    case 'v' -> is(i, "VALUES") || is(i, "VALUE") ? rows() : null;
                    case 'g' -> other(is(i, "GROUP"));
                    case 'h' -> other(is(i, "HAVING"));
                    case 'l' -> other(is(i, "LIMIT") || is(i, "LOCK"));
                    case 'u' -> other(is(i, "UNION"));
                    case 'i' -> other(is(i, "INTERSECT"));
                    case 'e' -> other(is(i, "EXCEPT"));
                    case 'm' -> other(is(i, "MINUS"));
                    case 'r' -> other(is(i, "RETURNING"));
                    default -> null;
                };
        if (next != null) {
            become(next);
        }
    }

    private @Nullable Clause other(boolean begins) {
        return begins ? Clause.OTHER : null;
    }

    /** IS DISTINCT FROM compares, and may stand in a select list, which goes on. */
    private @Nullable Clause from(int i) {
        return is(i - 1, "DISTINCT") ? null : Clause.FROM;
    }

    private Clause on(int i) {
        return is(i + 1, "DUPLICATE") || is(i + 1, "CONFLICT") ? Clause.OTHER : Clause.CONDITION;
    }

    private Clause assignments() {
        return clauses.size() == 1 && update ? Clause.ASSIGNMENTS : Clause.OTHER;
    }

    private Clause rows() {
        return clauses.size() == 1 && insert ? Clause.ROWS : Clause.OTHER;
    }

    private void symbol(int i) {
        char c = sql.charAt(start(i));
        if (c == '(') {
            clauses.add(inside(i));
            if (outermostHidden > clauses.size() && clauses.get(clauses.size() - 2) == Clause.SELECT_LIST) {
                outermostHidden = clauses.size();
            }
        } else if (c == ')' && clauses.size() > 1) {
            if (clauses.size() == outermostHidden) {
                outermostHidden = Integer.MAX_VALUE;
            }
            clauses.remove(clauses.size() - 1);
        }
    }

    /** Returns the clause inside the parenthesis that a token opens. */
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
        return isOneOf(i - 1, BEFORE_CONDITIONS) ? Clause.CONDITION : Clause.OTHER;
    }

    private void literal(int i) {
        if (clauses.size() >= outermostHidden) {
            return;
        }
        boolean negative = kind(i) == Token.Kind.NUMBER && is(i - 1, "-") && !isOperand(i - 2);
        int first = negative ? i - 1 : i;
        boolean plain =
                switch (clause()) {
                    case CONDITION -> isCompared(first) && endsOperand(i + 1);
                    case ASSIGNMENTS ->
                        is(first - 1, "=")
                                && isName(first - 2)
                                && (is(i + 1, ",") || is(i + 1, "WHERE") || i + 1 == tokenCount);
                    case ROW, VALUE_LIST ->
                        (is(first - 1, "(") || is(first - 1, ",")) && (is(i + 1, ",") || is(i + 1, ")"));
                    case OTHER, SELECT_LIST, FROM, ROWS -> false;
                };
        if (plain && isPlain(i) && standsFree(start(first), end(i))) {
            text.append(sql, copied, start(first));
            source(-1 - start(first), end(i), text.length());
            text.append('?');
            copied = end(i);
        }
    }

    /** Returns true if a parameter may stand in the place of the literal: beside some characters a parameter may not. */
    private boolean standsFree(int from, int to) {
        return KnownSql.BEFORE_LITERALS.indexOf(sql.charAt(from - 1)) >= 0
                && (to == sql.length() || AFTER_LITERALS.indexOf(sql.charAt(to)) >= 0);
    }

    private boolean isOperand(int i) {
        return i >= 0
                && (is(i, ")")
                        || kind(i) == Token.Kind.NUMBER
                        || kind(i) == Token.Kind.STRING
                        || kind(i) == Token.Kind.PARAMETER
                        || isName(i));
    }

    /** Returns true if a column stands on the other side of the comparison that a literal ends. */
    private boolean isCompared(int i) {
        if (isOneOf(i - 1, COMPARISONS)) {
            return isName(is(i - 2, "NOT") ? i - 3 : i - 2);
        }
        return is(i - 1, "AND") && isSecondBound(i);
    }

    /** Returns true if {@code column BETWEEN value AND} stands before the token. */
    private boolean isSecondBound(int i) {
        int between = is(i - 3, "-") ? i - 4 : i - 3;
        return is(between, "BETWEEN") && isName(is(between - 1, "NOT") ? between - 2 : between - 1);
    }

    /** Returns true if nothing from the token on belongs to the operand before it. */
    private boolean endsOperand(int i) {
        return i == tokenCount || isOneOf(i, BEHIND_OPERANDS);
    }

    private boolean isName(int i) {
        if (i < 0) {
            return false;
        }
        Token.Kind kind = kind(i);
        return kind == Token.Kind.QUOTED || (kind == Token.Kind.WORD && !isOneOf(i, NO_NAMES));
    }

    /** Returns true if every database gives a literal the same type and value. */
    private boolean isPlain(int i) {
        int start = start(i);
        int end = end(i);
        if (kind(i) == Token.Kind.STRING) {
            return sql.charAt(start) == '\'' && isWithoutEscapes(start + 1, end - 1);
        }
        int dots = 0;
        for (int at = start; at < end; at++) {
            char c = sql.charAt(at);
            if (c == '.' && at > start && at < end - 1) {
                dots++;
            } else if (c < '0' || c > '9') {
                return false;
            }
        }
        return dots <= 1 && end - start <= NormalizedSql.MOST_DIGITS;
    }

    private boolean isWithoutEscapes(int from, int to) {
        for (int at = from; at < to; at++) {
            if (sql.charAt(at) == '\\' || sql.charAt(at) == '\'') {
                return false;
            }
        }
        return true;
    }

    private boolean isOneOf(int i, String[] words) {
        for (String word : words) {
            if (is(i, word)) {
                return true;
            }
        }
        return false;
    }

    private boolean is(int i, String word) {
        if (i < 0 || i >= tokenCount) {
            return false;
        }
        int start = start(i);
        int length = word.length();
        return end(i) - start == length
                && (kind(i) == Token.Kind.WORD || kind(i) == Token.Kind.SYMBOL)
                && Words.stands(sql, start, word);
    }
}
