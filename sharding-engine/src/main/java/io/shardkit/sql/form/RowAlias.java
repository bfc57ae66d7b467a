package io.shardkit.sql.form;

import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;

/**
 * What MySQL calls the rows to insert by, {@code VALUES (...) AS new ON DUPLICATE KEY UPDATE a = new.a}.
 *
 * @param from the token AS
 * @param to the token after it, and after the names of its columns
 * @param hasColumns whether it gives its columns names
 */
public record RowAlias(int from, int to, boolean hasColumns) {

    /** The one of an INSERT whose values follow this token, VALUES or SET, or one that spans nothing. */
    public static RowAlias of(SqlText text, int form) {
        int end = text.find(form, text.size(), 0, "AS", "ON", "RETURNING");
        if (!text.is(end, "AS") || end + 1 >= text.size() || !text.isName(end + 1)) {
            int none = end < 0 ? text.size() : end;
            return new RowAlias(none, none, false);
        }
        boolean columns = text.is(end + 2, "(");
        int close = columns ? text.find(end + 3, text.size(), 0, ")") : end + 1;
        return new RowAlias(end, (close < 0 ? text.size() - 1 : close) + 1, columns);
    }

    public boolean isThere() {
        return to > from;
    }

    /** Whether the token names the rows before a dot. */
    boolean qualifies(SqlText text, int token) {
        return isThere()
                && text.is(token + 1, ".")
                && token + 2 < text.size()
                && text.isName(token)
                && Words.same(Token.stripQuotes(text.string(token)), Token.stripQuotes(text.string(from + 1)));
    }
}
