package io.shardkit.planner.gather;

import io.shardkit.sql.text.BooleanText.Leaf;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The words and operators of a condition. Known are those with one result each time that fail for no value of a fitting
 * type; no division, no other casts than of values, and nothing of the clock or the session are among them.
 */
final class ConditionWords {
    /** The functions of strings. */
    private static final Set<String> OF_TEXT = Words.of(
            "UPPER LOWER UCASE LCASE TRIM LTRIM RTRIM LENGTH CHAR_LENGTH CHARACTER_LENGTH SUBSTRING SUBSTR LEFT RIGHT");

    private static final Set<String> OF_LENGTH = Words.of("LENGTH CHAR_LENGTH CHARACTER_LENGTH");

    /** The functions that take positions, which fail on some databases if they are negative. */
    private static final Set<String> OF_POSITIONS = Words.of("SUBSTRING SUBSTR LEFT RIGHT");

    /** The functions of dates and times. */
    private static final Set<String> OF_TIMES = Words.of("YEAR MONTH DAY DAYOFMONTH QUARTER EXTRACT DATE_ADD DATE_SUB");

    /** The functions of one type of values. */
    private static final Set<String> OF_ANY = Words.of("COALESCE IFNULL NULLIF");

    private static final Set<String> CALLS = Words.union(OF_TEXT, OF_TIMES, OF_ANY);

    private static final Set<String> KEYWORDS = Words.of(
            """
            AND OR NOT IN IS NULL LIKE ILIKE ESCAPE BETWEEN TRUE FALSE CASE WHEN THEN ELSE END INTERVAL DATE TIMESTAMP
            YEAR MONTH DAY HOUR MINUTE SECOND DISTINCT FROM FOR CAST AS""");

    /** The types to which a value may be cast. */
    private static final Set<String> TYPES = Words.of(
            """
            DATE TIMESTAMP TIME DATETIME INTEGER INT BIGINT SMALLINT SIGNED UNSIGNED DECIMAL NUMERIC CHAR VARCHAR""");

    private static final Set<String> SYMBOLS =
            Set.of("(", ")", ",", ".", "=", "<>", "!=", "<", ">", "<=", ">=", "<=>", "+", "-", "*", "!");

    private static final String[] COMPARISONS = {"=", "<>", "!=", "<", ">", "<=", ">="};

    /** Words and operators that may give another result than NULL for NULL. */
    private static final String[] OF_NULLS = {
        "OR", "CASE", "COALESCE", "IFNULL", "NULLIF", "DISTINCT", "<=>", "NULL", "TRUE", "FALSE", "!"
    };

    private final SqlText text;
    private final int from;
    private final int to;

    ConditionWords(SqlText text, Leaf leaf) {
        this.text = text;
        this.from = leaf.from();
        this.to = leaf.to();
    }

    /** Returns true if all are known, but for columns. */
    boolean areKnown() {
        for (int i = from; i < to; i++) {
            boolean known =
                    switch (text.token(i).kind()) {
                        case WORD -> !isCall(i) || isKnownCall(i) || isKeywordAt(i);
                        case QUOTED -> !text.is(i + 1, "(");
                        case SYMBOL -> SYMBOLS.contains(text.string(i)) || isCastOfValue(i);
                        case STRING -> text.string(i).startsWith("'");
                        default -> true;
                    };
            if (!known) {
                return false;
            }
        }
        return to > from;
    }

    /** Returns true if the token is a keyword or the name of a known function. */
    boolean isKeywordAt(int i) {
        if (text.token(i).kind() != Token.Kind.WORD || text.is(i - 1, ".") || text.is(i + 1, ".")) {
            return false;
        }
        return isCall(i)
                ? isKnownCall(i)
                        || text.isOneOf(i, "AND", "OR", "NOT", "IN", "WHEN", "THEN", "ELSE", "BETWEEN", "FROM")
                        || isType(i)
                : KEYWORDS.contains(text.word(i)) || isType(i);
    }

    private boolean isCall(int i) {
        return text.is(i + 1, "(");
    }

    private boolean isKnownCall(int i) {
        return text.is(i, "CAST") ? castsValue(i) : CALLS.contains(text.word(i)) && hasPlainPositions(i);
    }

    private boolean castsValue(int cast) {
        int value = text.isOneOf(cast + 2, "DATE", "TIMESTAMP") ? cast + 3 : cast + 2;
        return value + 1 < to && isValue(value) && text.is(value + 1, "AS");
    }

    private boolean isCastOfValue(int i) {
        return text.is(i, "::") && i > from && isValue(i - 1) && isType(i + 1);
    }

    private boolean isType(int i) {
        return TYPES.contains(text.word(i)) && text.isOneOf(i - 1, "AS", "::");
    }

    private boolean isValue(int i) {
        return text.token(i).isLiteral() || text.token(i).kind() == Token.Kind.PARAMETER;
    }

    private boolean hasPlainPositions(int call) {
        if (!OF_POSITIONS.contains(text.word(call))) {
            return true;
        }
        int depth = text.token(call + 1).depth();
        int close = text.find(call + 2, to, depth, ")");
        int second = text.find(call + 2, Math.max(close, 0), depth + 1, ",", "FROM", "FOR");
        for (int i = second; i >= 0 && i < close; i++) {
            if (text.token(i).kind() != Token.Kind.NUMBER && !text.isOneOf(i, ",", "FROM", "FOR")) {
                return false;
            }
        }
        return second >= 0;
    }

    /**
     * Returns true if the condition does not hold where all columns in it are NULL: it is one comparison, with a column on
     * the side that decides.
     */
    boolean rejectNulls(IntPredicate isColumn) {
        int depth = text.token(from).depth();
        if (text.isOneOf(from, "NOT", "(")) {
            return false;
        }
        if (text.is(to - 1, "NULL") && text.is(to - 2, "NOT") && text.is(to - 3, "IS")) {
            return isColumn.test(from) && to - 3 == from + (text.is(from + 1, ".") ? 3 : 1);
        }
        int operator = text.find(from, to, depth, COMPARISONS);
        operator = operator >= 0 ? operator : text.find(from, to, depth, "LIKE", "ILIKE", "IN", "BETWEEN");
        if (operator < 0 || text.find(operator + 1, to, depth, COMPARISONS) >= 0) {
            return false;
        }
        boolean ofColumn = false;
        for (int i = from; i < to; i++) {
            if (text.isOneOf(i, OF_NULLS)) {
                return false;
            }
            ofColumn |= i < operator && isColumn.test(i);
        }
        boolean eitherSide = text.isOneOf(operator, COMPARISONS) && !text.is(operator + 1, "(");
        return ofColumn || eitherSide;
    }

    SqlText text() {
        return text;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    boolean calls(Set<String> functions) {
        for (int i = from; i < to; i++) {
            if (isCall(i) && functions.contains(text.word(i))) {
                return true;
            }
        }
        return false;
    }

    boolean callsOfText() {
        return calls(OF_TEXT);
    }

    boolean callsOfLength() {
        return calls(OF_LENGTH);
    }

    boolean callsOfTimes() {
        return calls(OF_TIMES);
    }

    /** Returns true if it chooses between values, which then become values of one type. */
    boolean choosesValues() {
        return calls(OF_ANY) || has("CASE");
    }

    boolean has(String... words) {
        for (int i = from; i < to; i++) {
            if (text.isOneOf(i, words)) {
                return true;
            }
        }
        return false;
    }
}
