package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Finds the statement that {@code EXPLAIN SHARDING} is asked about. */
public final class ExplainedText {
    private ExplainedText() {}

    /** The statement after {@code EXPLAIN SHARDING}, or null if the text does not begin so. */
    public static @Nullable String of(String sql, Dialect dialect) {
        Tokenizer tokens = new Tokenizer(sql, dialect);
        try {
            if (!isNext(tokens, sql, "EXPLAIN") || !isNext(tokens, sql, "SHARDING")) {
                return null;
            }
        } catch (SQLException unread) {
            return null;
        }
        String explained = sql.substring(tokens.end());
        return explained.isBlank() ? null : explained.stripLeading();
    }

    private static boolean isNext(Tokenizer tokens, String sql, String word) throws SQLException {
        return tokens.next()
                && tokens.kind() == Token.Kind.WORD
                && tokens.end() - tokens.start() == word.length()
                && Words.stands(sql, tokens.start(), word);
    }
}
