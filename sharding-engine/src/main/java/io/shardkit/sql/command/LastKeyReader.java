package io.shardkit.sql.command;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import org.jspecify.annotations.Nullable;

/** Reads the question for the key that the last INSERT of a connection generated, as mappers send it after an INSERT. */
public final class LastKeyReader {
    private LastKeyReader() {}

    /** The label of the answer's column, or null if the statement asks for something else, or for more. */
    public static @Nullable String label(SqlText text, Dialect dialect) {
        String function = dialect.lastKeyFunction();
        if (!text.is(0, "SELECT") || !text.is(1, function) || !text.is(2, "(") || !text.is(3, ")")) {
            return null;
        }
        int end = text.size();
        if (end > 5 && text.is(end - 2, "FROM") && text.is(end - 1, "DUAL")) {
            end -= 2;
        }
        if (end == 4) {
            return dialect.lastKeyLabel(text.string(1));
        }
        int alias = text.is(4, "AS") ? 5 : 4;
        boolean name = alias == end - 1
                && (text.token(alias).kind() == Token.Kind.WORD
                        || text.token(alias).kind() == Token.Kind.QUOTED);
        return name ? Token.stripQuotes(text.string(alias)) : null;
    }
}
