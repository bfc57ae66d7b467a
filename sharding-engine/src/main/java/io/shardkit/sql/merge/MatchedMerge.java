package io.shardkit.sql.merge;

import io.shardkit.sql.text.SqlText;
import org.jspecify.annotations.Nullable;

/**
 * The places of a MERGE that only updates, or only deletes, the rows that it finds.
 *
 * @param using the token USING
 * @param on the token ON
 * @param when the token WHEN
 * @param then the token THEN
 */
public record MatchedMerge(int using, int on, int when, int then) {

    /**
     * Returns the places in a MERGE whose rows are matched with one table or query, by one clause, or null for any other
     * statement.
     */
    public static @Nullable MatchedMerge of(SqlText text) {
        if (!text.is(0, "MERGE") || !text.is(1, "INTO") || text.find(0, text.size(), 0, "RETURNING") >= 0) {
            return null;
        }
        int using = text.find(3, text.size(), 0, "USING");
        int on = using < 0 ? -1 : text.find(using, text.size(), 0, "ON");
        if (on < 0 || text.find(using, on, 0, "JOIN", ",") >= 0) {
            return null;
        }
        int when = text.next(on, "WHEN");
        int then = text.next(when, "THEN");
        boolean matched = text.is(when + 1, "MATCHED") && (then == when + 2 || text.is(when + 2, "AND"));
        boolean update = text.is(then + 1, "UPDATE") && text.is(then + 2, "SET");
        boolean delete = text.is(then + 1, "DELETE") && then + 2 == text.size();
        return matched && (update || delete) && text.next(then, "WHEN") == text.size()
                ? new MatchedMerge(using, on, when, then)
                : null;
    }
}
