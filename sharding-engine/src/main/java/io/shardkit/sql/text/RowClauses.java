package io.shardkit.sql.text;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells how the words of a statement combine, count and leave out rows. */
public final class RowClauses {
    private final SqlText text;

    public RowClauses(SqlText text) {
        this.text = text;
    }

    /** Returns true if a subquery takes only some of its rows; each database might take others. */
    public boolean hasNestedLimit() {
        return hasNestedLimit(List.of());
    }

    /** The same, but for these places. */
    public boolean hasNestedLimit(List<Span> without) {
        for (int i = 0; i < text.size(); i++) {
            if (text.token(i).depth() > 0 && isLimit(i) && !isIn(i, without)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if a window function is called; its result may depend on the order in which rows are found. */
    public boolean hasWindow() {
        return hasWindow(List.of());
    }

    /** The same, but for these places. */
    public boolean hasWindow(List<Span> without) {
        for (int i = 0; i < text.size(); i++) {
            if (isWindow(i) && !isIn(i, without)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the rows that the tokens {@code [from, to)} give may depend on the order in which rows are found. */
    public boolean takeRowsInOrder(int from, int to) {
        for (int i = from; i < to; i++) {
            if (isLimit(i) || isWindow(i)) {
                return true;
            }
        }
        return false;
    }

    private boolean isLimit(int index) {
        return text.isOneOf(index, "LIMIT", "FETCH", "OFFSET", "TOP");
    }

    private boolean isIn(int index, List<Span> places) {
        return places.stream()
                .anyMatch(place -> place.contains(text.token(index).start()));
    }

    /** Returns true if the span holds no division, and no function but those whose results have all their digits. */
    public boolean isExactArithmetic(Span span) {
        for (int i = 0; i < text.size(); i++) {
            Token token = text.token(i);
            if (token.start() >= span.start() && token.end() <= span.end()) {
                boolean call = token.kind() == Token.Kind.WORD && text.is(i + 1, "(");
                if (text.is(i, "/")
                        || (call && !Functions.isExact(text.string(i).toLowerCase(Locale.ROOT)))) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The column whose least or greatest value is asked for; null if it is none of these.
     *
     * @param columns in lower case
     */
    public @Nullable String extremeOf(Set<String> columns) {
        for (int i = 0; i < text.size() && !columns.isEmpty(); i++) {
            if (text.isOneOf(i, "MIN", "MAX") && text.is(i + 1, "(")) {
                int name = text.isOneOf(i + 2, "DISTINCT", "ALL") ? i + 3 : i + 2;
                while (text.is(name + 1, ".")) {
                    name += 2;
                }
                String column = name < text.size()
                        ? Token.stripQuotes(text.string(name)).toLowerCase(Locale.ROOT)
                        : "";
                if (text.is(name + 1, ")") && columns.contains(column)) {
                    return column;
                }
            }
        }
        return null;
    }

    /** Returns true if there is a GROUP BY. */
    public boolean isGrouped() {
        return isAnywhere("GROUP");
    }

    /**
     * Returns true if an aggregate is called whose result may depend on the order of the rows.
     *
     * @param floating whether the aggregated numbers may lack exact sums
     */
    public boolean aggregatesInRowOrder(boolean floating) {
        for (int i = 0; i + 1 < text.size(); i++) {
            if (text.is(i + 1, "(")
                    && (Functions.isOfRowOrder(text.string(i).toLowerCase(Locale.ROOT))
                            || (floating && text.isOneOf(i, "SUM", "AVG")))) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if some clause makes one row, or one value, of several. */
    public boolean reducesRows() {
        for (int i = 0; i < text.size(); i++) {
            if (text.isOneOf(i, "GROUP", "DISTINCT", "DISTINCTROW", "MIN", "MAX", "INTERSECT", "EXCEPT")
                    || (text.is(i, "UNION") && !text.is(i + 1, "ALL"))) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if a query within another one has groups. */
    public boolean isGroupedWithin() {
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, "GROUP") && text.token(i).depth() > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if one of these columns may be shown, or decide what is shown, once rows are combined: where it is named
     * outside of conditions of single rows, WHERE and ON.
     *
     * @param names in lower case
     */
    public boolean showAny(Set<String> names) {
        if (names.isEmpty()) {
            return false;
        }
        for (int i = 0; i < text.size(); i++) {
            boolean star = text.is(i, "*") && (text.isOneOf(i - 1, "SELECT", "ALL", ",", ".") || isDistinct(i - 1));
            boolean exists = star && text.is(i - 1, "SELECT") && text.is(i - 2, "(") && text.is(i - 3, "EXISTS");
            boolean named = text.isName(i)
                    && names.contains(Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT));
            if ((star && !exists) || text.isOneOf(i, "NATURAL", "USING") || (named && !isInCondition(i))) {
                return true;
            }
        }
        return false;
    }

    private boolean isDistinct(int index) {
        return text.isOneOf(index, "DISTINCT", "DISTINCTROW");
    }

    /** Returns true if the innermost clause around a token is WHERE or ON. */
    private boolean isInCondition(int index) {
        int depth = text.token(index).depth();
        for (int i = index - 1; i >= 0; i--) {
            depth = Math.min(depth, text.token(i).depth());
            if (text.token(i).depth() == depth
                    && text.isOneOf(i, "SELECT", "FROM", "BY", "HAVING", "WINDOW", "QUALIFY")) {
                return false;
            }
            if (text.token(i).depth() == depth && text.isOneOf(i, "WHERE", "ON") && !text.is(i - 1, ".")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if each function that the statement calls is of one row, or an aggregate that counts equal values
     * once.
     */
    public boolean aggregatesAreBlindToDuplicates() {
        for (int i = 0; i < text.size(); i++) {
            boolean call = text.is(i + 1, "(") && text.token(i).kind() == Token.Kind.WORD;
            if (isWindow(i) || text.isOneOf(i, "RAND", "RANDOM") || (call && !isBlindCall(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isBlindCall(int index) {
        boolean distinct = text.is(index + 2, "DISTINCT") && text.isOneOf(index, "COUNT", "SUM", "AVG");
        return distinct || text.isOneOf(index, "MIN", "MAX", "BIT_AND", "BIT_OR") || isOrdinaryCall(index);
    }

    /** Returns true if the token is the OVER after a call. */
    private boolean isWindow(int i) {
        return text.is(i, "OVER") && text.is(i - 1, ")");
    }

    /** Returns true if the word before a parenthesis is a keyword, or a deterministic function of one row. */
    public boolean isOrdinaryCall(int index) {
        return text.isOneOf(index, "IN", "AND", "OR", "ON", "WHERE", "HAVING")
                || text.isOneOf(index, "SELECT", "BY", "NOT", "WHEN", "THEN", "ELSE", "BETWEEN", "DISTINCT", "USING")
                || Functions.isDeterministic(text.string(index).toLowerCase(Locale.ROOT));
    }

    /**
     * Returns true if the statement is nothing but so many SELECTs of which UNION, INTERSECT or EXCEPT keeps equal rows
     * once.
     */
    public boolean isPlainDistinctUnion(int blocks) {
        int operators = 0;
        for (int i = 0; i < text.size(); i++) {
            boolean operator = text.isOneOf(i, "UNION", "INTERSECT", "EXCEPT");
            boolean nested = text.is(i, "SELECT") && text.token(i).depth() > 0;
            if (nested || text.isOneOf(i, "WITH", "MINUS") || (operator && text.is(i + 1, "ALL"))) {
                return false;
            }
            operators += operator ? 1 : 0;
        }
        return operators == blocks - 1;
    }

    private boolean isAnywhere(String word) {
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, word)) {
                return true;
            }
        }
        return false;
    }
}
