package io.shardkit.proxy.sql;

import java.util.Set;

/** Calls of the functions that tell the chosen database. */
public final class DatabaseCalls {
    /** The words at which a select list ends. */
    private static final Set<String> ENDS =
            Set.of("FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "INTO", "UNION", "EXCEPT", "INTERSECT");

    private DatabaseCalls() {}

    /** The SQL with an expression in place of each call, under the label that the call would have. */
    public static String replaced(String sql, String expression) {
        Words words = new Words(sql);
        StringBuilder told = new StringBuilder();
        int copied = 0;
        int depth = 0;
        boolean list = false;
        for (int i = 0; i < words.size(); i++) {
            depth += words.is(i, "(") ? 1 : words.is(i, ")") ? -1 : 0;
            if (depth == 0 && words.is(i, "SELECT")) {
                list = true;
            } else if (depth == 0 && !end(words, i).isEmpty()) {
                list = false;
            }
            boolean call = (words.is(i, "DATABASE") || words.is(i, "SCHEMA"))
                    && words.are(i + 1, "(", ")")
                    && !words.is(i - 1, ".");
            if (call) {
                told.append(sql, copied, words.start(i)).append(expression);
                copied = words.end(i + 2);
                boolean begins = words.is(i - 1, "SELECT") || words.is(i - 1, ",");
                boolean ends = i + 3 == words.size() || words.is(i + 3, ",") || !end(words, i + 3).isEmpty();
                if (list && depth == 0 && begins && ends) {
                    told.append(" AS `").append(words.text(i, i + 3)).append('`');
                }
            }
        }
        return copied == 0 ? sql : told.append(sql, copied, sql.length()).toString();
    }

    private static String end(Words words, int i) {
        return ENDS.stream().filter(word -> words.is(i, word)).findAny().orElse("");
    }
}
