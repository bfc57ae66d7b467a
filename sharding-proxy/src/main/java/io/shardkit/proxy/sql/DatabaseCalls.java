package io.shardkit.proxy.sql;

import java.util.Set;

/** Calls of the functions that tell the chosen database. */
public final class DatabaseCalls {
    /** The words at which a select list ends. */
    private static final Set<String> ENDS =
            Set.of("FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "INTO", "UNION", "EXCEPT", "INTERSECT");

    /** The words that may stand before the first item of a select list. */
    private static final Set<String> BEFORE_ITEMS = Set.of("ALL", "DISTINCT", "SQL_NO_CACHE", "SQL_CACHE");

    /** The last words of expressions, which are no alias. */
    private static final Set<String> LAST_WORDS = Set.of("NULL", "TRUE", "FALSE", "UNKNOWN", "END");

    private final String sql;
    private final Words words;
    private final StringBuilder told = new StringBuilder();
    private int copied;

    private DatabaseCalls(String sql) {
        this.sql = sql;
        this.words = new Words(sql);
    }

    /** The SQL with an expression in place of each call, under the label that the database would give to its column. */
    public static String replaced(String sql, String expression) {
        return new DatabaseCalls(sql).replaced(expression);
    }

    private String replaced(String expression) {
        int depth = 0;
        int item = -1;
        boolean called = false;
        for (int i = 0; i <= words.size(); i++) {
            boolean ends = i == words.size() || words.is(i, ",") || isOneOf(i, ENDS);
            if (depth == 0 && item >= 0 && ends) {
                if (called && !isAliased(item, i)) {
                    write(
                            words.end(i - 1),
                            words.end(i - 1),
                            " AS `" + words.text(item, i).replace("`", "``") + "`");
                }
                item = words.is(i, ",") ? i + 1 : -1;
                called = false;
            }
            depth += words.is(i, "(") ? 1 : words.is(i, ")") ? -1 : 0;
            if (depth == 0 && words.is(i, "SELECT")) {
                item = i + 1;
                while (isOneOf(item, BEFORE_ITEMS)) {
                    item++;
                }
            }
            if (isCall(i)) {
                write(words.start(i), words.end(i + 2), expression);
                called = true;
            }
        }
        return copied == 0 ? sql : told.append(sql, copied, sql.length()).toString();
    }

    private boolean isCall(int i) {
        return (words.is(i, "DATABASE") || words.is(i, "SCHEMA"))
                && words.are(i + 1, "(", ")")
                && !words.is(i - 1, ".");
    }

    private void write(int start, int end, String text) {
        told.append(sql, copied, start).append(text);
        copied = end;
    }

    /** Returns true if a select item may have a label of its own. */
    private boolean isAliased(int from, int to) {
        int last = to - 1;
        boolean expression = words.is(last, ")")
                || (words.isString(last) && !words.is(last - 1, "AS") && !words.is(last - 1, ")"))
                || Character.isDigit(words.at(last).charAt(0))
                || isOneOf(last, LAST_WORDS);
        return !expression || words.is(last - 1, "AS") || from == last;
    }

    private boolean isOneOf(int i, Set<String> some) {
        return some.stream().anyMatch(word -> words.is(i, word));
    }
}
