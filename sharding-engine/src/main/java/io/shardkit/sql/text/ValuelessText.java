package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;

/** Texts without the values that stand in them. */
public final class ValuelessText {
    /** Stands for SQL that cannot be read. */
    public static final String UNREADABLE = "(a text that cannot be read)";

    private ValuelessText() {}

    /** With {@code ?} for each literal, and no comments; what is not understood is left out. */
    public static String of(String sql, Dialect dialect) {
        StringBuilder text = new StringBuilder(sql.length());
        try {
            int end = -1;
            for (Token token : Tokenizer.tokenizeUnread(sql, dialect)) {
                if (end >= 0 && token.start() > end) {
                    text.append(' ');
                }
                text.append(token.isLiteral() ? "?" : sql.substring(token.start(), token.end()));
                end = token.end();
            }
        } catch (SQLException unreadable) {
            return UNREADABLE;
        }
        return text.toString();
    }
}
