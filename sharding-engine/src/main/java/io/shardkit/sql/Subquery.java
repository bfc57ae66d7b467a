package io.shardkit.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A subquery that stands directly in an UPDATE or DELETE.
 *
 * @param form what is asked of its rows
 * @param span what its answer replaces: the parentheses and, of EXISTS, the word
 * @param query the subquery within the parentheses
 * @param column the column, in lower case, that alone is compared with it or is assigned to it; null for anything else
 */
public record Subquery(Form form, Span span, Span query, @Nullable String column) {

    /** What is asked of the rows of a subquery. */
    public enum Form {
        /** Whether a value is among them. */
        IN,
        /** Whether there is any. */
        EXISTS,
        /** Their one value. */
        SCALAR,
        /** Something that no list of values says. */
        OTHER
    }

    private static final String[] COMPARISONS = {"=", "<", ">", "<=", ">=", "<>", "!="};
    private static final Set<String> BEFORE_COLUMN = Set.of("WHERE", "AND", "OR", "NOT", "SET", ",", "(");
    private static final Set<String> AFTER_VALUE = Set.of("", "AND", "OR", "WHERE", ",", ")");

    /** The subqueries of a statement that are in no other subquery, in their order. */
    public static List<Subquery> of(SqlText text) {
        List<Subquery> found = new ArrayList<>();
        for (int open = 1; open < text.size() - 1; open++) {
            if (text.is(open, "(") && text.isOneOf(open + 1, "SELECT", "WITH")) {
                int close = text.find(open + 1, text.size(), text.token(open).depth(), ")");
                found.add(at(text, open, close));
                open = close;
            }
        }
        return found;
    }

    private static Subquery at(SqlText text, int open, int close) {
        Span query = text.span(open + 1, close);
        Span span = text.span(open, close + 1);
        if (text.is(open - 1, "EXISTS")) {
            return new Subquery(Form.EXISTS, text.span(open - 1, close + 1), query, null);
        }
        if (text.is(open - 1, "IN")) {
            int before = text.is(open - 2, "NOT") ? open - 3 : open - 2;
            return new Subquery(Form.IN, span, query, columnAt(text, before));
        }
        boolean other = text.isOneOf(open - 1, "ANY", "ALL", "SOME", "FROM", "JOIN", "LATERAL", "ARRAY", "(", "USING");
        if (other) {
            return new Subquery(Form.OTHER, span, query, null);
        }
        boolean alone = text.isOneOf(open - 1, COMPARISONS) && AFTER_VALUE.contains(text.word(close + 1));
        return new Subquery(Form.SCALAR, span, query, alone ? columnAt(text, open - 2) : null);
    }

    /** The column whose name ends at a token, if nothing is done with it. */
    private static @Nullable String columnAt(SqlText text, int index) {
        if (index < 1) {
            return null;
        }
        Token.Kind kind = text.token(index).kind();
        if (kind != Token.Kind.WORD && kind != Token.Kind.QUOTED) {
            return null;
        }
        int before = text.is(index - 1, ".") ? index - 3 : index - 1;
        return before >= 0 && BEFORE_COLUMN.contains(text.word(before))
                ? Marks.stripQuotes(text.string(index)).toLowerCase(Locale.ROOT)
                : null;
    }

    /** Whether a subquery, by the names that qualify its columns, uses a table of the statement around it. */
    public static boolean isQualifiedBy(SqlText query, String label) {
        for (int i = 0; i < query.size(); i++) {
            if (query.is(i + 1, ".") && Marks.stripQuotes(query.string(i)).equalsIgnoreCase(label)) {
                return true;
            }
        }
        return false;
    }
}
