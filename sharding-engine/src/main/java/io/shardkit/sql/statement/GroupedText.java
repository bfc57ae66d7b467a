package io.shardkit.sql.statement;

import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a SELECT of one table's rows in groups: what makes the groups, and what is computed of them.
 *
 * @param rows from FROM to the end of the conditions on rows
 * @param ofRows the conditions on rows and GROUP BY, or null if there are neither
 * @param having the word HAVING, or null
 * @param calls the aggregates that are called in select list, HAVING and ORDER BY
 * @param names the other words and names there
 * @param end offset after the last token
 */
public record GroupedText(
        Span rows, @Nullable Span ofRows, @Nullable Span having, List<Call> calls, List<Name> names, int end) {

    /**
     * A call of COUNT, SUM, MIN or MAX in its plain form.
     *
     * @param function its name in upper case
     * @param distinct whether it says DISTINCT
     * @param column its argument in lower case, or null if it counts rows
     * @param span where it stands
     */
    public record Call(String function, boolean distinct, @Nullable String column, Span span) {}

    /**
     * A word that may be a name.
     *
     * @param text the word in lower case
     * @param ofHaving whether the word stands in HAVING
     * @param span the place of the word
     */
    public record Name(String text, boolean ofHaving, Span span) {}

    /** The parts, or null if there is anything else than columns, plain aggregates and functions of one row. */
    public static @Nullable GroupedText of(SqlText text, ParsedStatement.SelectClauses clauses) {
        return new Reader(text, clauses).read();
    }

    private static final class Reader {
        private final SqlText text;
        private final int from;
        private final int afterGroups;
        private final List<Call> calls = new ArrayList<>();
        private final List<Name> names = new ArrayList<>();

        Reader(SqlText text, ParsedStatement.SelectClauses clauses) {
            this.text = text;
            this.from = tokenAt(clauses.list().end());
            this.afterGroups = tokenAt(clauses.groups().end());
        }

        private int tokenAt(int offset) {
            int token = 0;
            while (token < text.size() && text.token(token).start() < offset) {
                token++;
            }
            return token;
        }

        @Nullable GroupedText read() {
            if (!text.is(from, "FROM")) {
                return null;
            }
            int where = text.find(from, afterGroups, 0, "WHERE");
            int group = text.find(from, afterGroups, 0, "GROUP");
            int rowsEnd = group < 0 ? afterGroups : group;
            int ofRows = where < 0 ? group : where;
            int having = text.find(afterGroups, text.size(), 0, "HAVING");
            int order = having < 0 ? -1 : text.find(having, text.size(), 0, "ORDER", "LIMIT", "OFFSET", "FETCH");
            int havingEnd = order < 0 ? text.size() : order;
            if (!isOneTable(where < 0 ? rowsEnd : where)
                    || !readComputed(1, from, false)
                    || (having >= 0 && !readComputed(having + 1, havingEnd, true))
                    || !readComputed(having < 0 ? afterGroups : havingEnd, text.size(), false)) {
                return null;
            }
            return new GroupedText(
                    text.span(from, rowsEnd),
                    ofRows < 0 ? null : text.span(ofRows, afterGroups),
                    having < 0 ? null : text.span(having, having + 1),
                    List.copyOf(calls),
                    List.copyOf(names),
                    text.end());
        }

        /** Returns true if nothing but a table with its alias and index hints stands there. */
        private boolean isOneTable(int end) {
            List<int[]> hints = text.indexHintTokens();
            for (int i = from + 1; i < end; i++) {
                int token = i;
                boolean hinted = hints.stream().anyMatch(hint -> hint[0] <= token && token < hint[1]);
                if (!hinted && !text.isName(i) && !text.is(i, ".")) {
                    return false;
                }
            }
            return true;
        }

        private boolean readComputed(int first, int end, boolean ofHaving) {
            for (int i = first; i < end; i++) {
                boolean name = text.isName(i);
                boolean call = name && text.is(i + 1, "(");
                if (text.isOneOf(i, "OVER", "FILTER", "WITHIN") || (call && text.is(i - 1, "."))) {
                    return false;
                }
                if (call) {
                    String function = text.string(i).toLowerCase(Locale.ROOT);
                    if (Functions.isAggregate(function)) {
                        int close = readCall(i);
                        if (close < 0) {
                            return false;
                        }
                        i = close;
                    } else if (!new RowClauses(text).isOrdinaryCall(i) && !text.is(i - 1, "AS")) {
                        return false;
                    }
                } else if (name && !text.is(i + 1, ".")) {
                    names.add(new Name(nameAt(i), ofHaving, text.span(i, i + 1)));
                }
            }
            return true;
        }

        /** The call's last token, or -1 if it is not of the plain form. */
        private int readCall(int index) {
            if (!text.isOneOf(index, "COUNT", "SUM", "MIN", "MAX")) {
                return -1;
            }
            String function = text.word(index);
            boolean count = function.equals("COUNT");
            boolean distinct = count && text.is(index + 2, "DISTINCT");
            int argument = index + (distinct ? 3 : 2);
            while (text.is(argument + 1, ".") && text.isName(argument)) {
                argument += 2;
            }
            int close = argument + 1;
            boolean all = count && !distinct && (text.is(argument, "*") || text.is(argument, "1"));
            if (!text.is(close, ")") || !(all || text.isName(argument))) {
                return -1;
            }
            calls.add(new Call(function, distinct, all ? null : nameAt(argument), text.span(index, close + 1)));
            return close;
        }

        private String nameAt(int index) {
            return Token.stripQuotes(text.string(index)).toLowerCase(Locale.ROOT);
        }
    }
}
