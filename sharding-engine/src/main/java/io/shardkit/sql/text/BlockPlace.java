package io.shardkit.sql.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of a SELECT in the text, as tokens.
 *
 * @param select the token SELECT
 * @param from the token FROM
 * @param fromEnd the token after the tables
 * @param where the token WHERE, or {@code fromEnd} if there is none
 * @param whereEnd the token after the condition
 * @param end the token after all of it
 */
public record BlockPlace(int select, int from, int fromEnd, int where, int whereEnd, int end) {
    private static final String[] SET_OPERATORS = {"UNION", "EXCEPT", "INTERSECT", "MINUS"};

    private static final String[] AFTER_CONDITION = {
        "GROUP",
        "HAVING",
        "WINDOW",
        "QUALIFY",
        "ORDER",
        "LIMIT",
        "OFFSET",
        "FETCH",
        "FOR",
        "LOCK",
        "INTO",
        "PROCEDURE",
        "UNION",
        "EXCEPT",
        "INTERSECT",
        "MINUS",
        "CONNECT",
        "START"
    };

    private static final String[] AFTER_ON = {
        "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "STRAIGHT_JOIN", "ON", "USING", ","
    };

    /** The SELECTs with tables, at all levels of nesting. */
    public static List<BlockPlace> of(SqlText text) {
        List<BlockPlace> places = new ArrayList<>();
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, "SELECT") && !text.is(i - 1, ".")) {
                BlockPlace place = at(text, i);
                if (place != null) {
                    places.add(place);
                }
            }
        }
        return places;
    }

    private static @Nullable BlockPlace at(SqlText text, int select) {
        int depth = text.token(select).depth();
        int end = select + 1;
        while (end < text.size() && text.token(end).depth() >= depth) {
            end++;
        }
        int from = text.find(select, end, depth, "FROM");
        while (from > 0 && text.is(from - 1, "DISTINCT") && text.isOneOf(from - 2, "IS", "NOT")) {
            from = text.find(from + 1, end, depth, "FROM");
        }
        int other = text.find(select, end, depth, SET_OPERATORS);
        if (from < 0 || (other >= 0 && other < from)) {
            return null;
        }
        int afterSelect = other < 0 ? end : other;
        int last = clauseAfter(text, from + 1, end, depth);
        int where = text.find(from, last, depth, "WHERE");
        return where < 0
                ? new BlockPlace(select, from, last, last, last, afterSelect)
                : new BlockPlace(select, from, where, where, last, afterSelect);
    }

    private static int clauseAfter(SqlText text, int from, int end, int depth) {
        for (int i = from; i < end; i++) {
            if (text.token(i).depth() == depth
                    && text.isOneOf(i, AFTER_CONDITION)
                    && !text.is(i - 1, ".")
                    && text.endsOperand(i - 1)) {
                return i;
            }
        }
        return end;
    }

    /** Returns true if a token is a part of this SELECT, or of one in it. */
    public boolean contains(int token) {
        return select <= token && token < end;
    }

    /**
     * The conditions of the joins in the order in which they stand, as tokens {@code {first, afterLast}}; null in the place
     * of USING. Those of nested SELECTs are not among them.
     */
    public List<int @Nullable []> joins(SqlText text) {
        List<int @Nullable []> joins = new ArrayList<>();
        for (int i = from + 1; i < fromEnd; i++) {
            if (opensQuery(text, i)) {
                i = text.find(i + 1, text.size(), text.token(i).depth(), ")");
            } else if (text.is(i, "USING") && text.is(i + 1, "(")) {
                joins.add(null);
            } else if (text.is(i, "ON") && !text.is(i - 1, ".")) {
                joins.add(new int[] {i + 1, endOfOn(text, i + 1)});
            }
        }
        return joins;
    }

    /** Returns true if the table's name at a token is one of the tables of this SELECT itself. */
    public boolean lists(SqlText text, int token) {
        for (int i = from + 1; i < fromEnd; i++) {
            if (opensQuery(text, i)) {
                i = text.find(i + 1, text.size(), text.token(i).depth(), ")");
            } else if (i == token) {
                return !text.is(i + 1, ".") && text.isOneOf(i - 1, "FROM", "JOIN", "STRAIGHT_JOIN", ",", "(");
            }
        }
        return false;
    }

    /** Returns true if a parenthesis opens a query, perhaps after others. */
    public static boolean opensQuery(SqlText text, int token) {
        int first = token;
        while (text.is(first, "(")) {
            first++;
        }
        return first > token && text.isOneOf(first, "SELECT", "WITH", "VALUES", "TABLE");
    }

    private int endOfOn(SqlText text, int first) {
        int depth = text.token(first - 1).depth();
        for (int i = first; i < fromEnd; i++) {
            int here = text.token(i).depth();
            boolean call = text.isOneOf(i, "LEFT", "RIGHT") && text.is(i + 1, "(");
            if (here < depth || (here == depth && !call && text.isOneOf(i, AFTER_ON))) {
                return i;
            }
        }
        return fromEnd;
    }
}
