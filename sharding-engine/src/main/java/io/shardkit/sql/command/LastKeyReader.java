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
        String variable = dialect.clauses().lastKeyVariable();
        boolean ofVariable = variable != null && text.is(1, variable);
        boolean ofFunction = text.is(1, dialect.lastKeyFunction()) && text.is(2, "(") && text.is(3, ")");
        if (!text.is(0, "SELECT") || (!ofVariable && !ofFunction)) {
            return null;
        }
        int from = ofVariable ? 2 : 4;
        int end = text.size();
        if (end > from + 1 && text.is(end - 2, "FROM") && text.is(end - 1, "DUAL")) {
            end -= 2;
        }
        if (end == from) {
            return ofVariable ? text.string(1) : dialect.lastKeyLabel(text.string(1));
        }
        int alias = text.is(from, "AS") ? from + 1 : from;
        boolean name = alias == end - 1
                && (text.token(alias).kind() == Token.Kind.WORD
                        || text.token(alias).kind() == Token.Kind.QUOTED);
        return name ? Token.stripQuotes(text.string(alias)) : null;
    }
}
