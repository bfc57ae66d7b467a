package io.shardkit.sql.statement;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.text.Span;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A statement that gives one variable of a session a value. Immutable.
 *
 * @param sql the statement
 * @param place where in it stands what its value is only learned from, or null if it says it
 * @param parameter whether a parameter stands there; else a variable does, whose value is copied
 */
public record Setting(String sql, @Nullable Span place, boolean parameter) {

    /** One that says its value. */
    public static Setting of(String sql) {
        return new Setting(sql, null, false);
    }

    /**
     * The statement with a literal in the place.
     *
     * @throws SQLException a refusal of a value whose literal could depend on modes of the session
     */
    public Setting filled(@Nullable Object value) throws SQLException {
        return place == null ? this : of(sql.substring(0, place.start()) + literal(value) + sql.substring(place.end()));
    }

    private static String literal(@Nullable Object value) throws SQLException {
        if (value == null || value instanceof Boolean) {
            return String.valueOf(value).toUpperCase(Locale.ROOT);
        }
        String text = value.toString();
        if (value instanceof Number) {
            return text;
        }
        if (!(value instanceof String) || text.contains("'") || text.contains("\\")) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_STATEMENT,
                    "SET to a value that is neither a number nor a text without quotes and backslashes");
        }
        return "'" + text + "'";
    }

    /** The variable whose value is copied, or null if none is. */
    public @Nullable String copied() {
        return place == null || parameter ? null : sql.substring(place.start(), place.end());
    }
}
