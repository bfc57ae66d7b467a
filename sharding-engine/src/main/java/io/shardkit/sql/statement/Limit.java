package io.shardkit.sql.statement;

import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import org.jspecify.annotations.Nullable;

/**
 * LIMIT and OFFSET of the outermost block.
 *
 * @param span the whole clause
 * @param count how many rows at most, or null for all
 * @param offset how many to skip, or null for none
 */
public record Limit(Span span, @Nullable Value count, @Nullable Value offset) {
    /** So many digits are always a long. */
    private static final int DIGITS_OF_LONG = 18;

    /**
     * Returns the maximum number of rows that an UPDATE or DELETE writes, or null if the limit is anything but a number
     * of rows.
     */
    public static @Nullable Limit ofWrite(SqlText text) {
        int end = text.returning();
        int first = text.find(0, end, 0, "LIMIT", "FETCH", "OFFSET");
        if (first < 0) {
            return null;
        }
        if (text.is(first, "LIMIT")) {
            return first + 2 == end ? ofWrite(text.span(first, end), value(text, first + 1)) : null;
        }
        if (!text.is(first, "FETCH") || !text.isOneOf(first + 1, "FIRST", "NEXT")) {
            return null;
        }
        boolean one = text.isOneOf(first + 2, "ROW", "ROWS");
        int rows = one ? first + 2 : first + 3;
        boolean plain = text.isOneOf(rows, "ROW", "ROWS") && text.is(rows + 1, "ONLY") && rows + 2 == end;
        return plain ? ofWrite(text.span(first, end), one ? new Value.Literal(1L) : value(text, first + 2)) : null;
    }

    private static @Nullable Limit ofWrite(Span span, @Nullable Value count) {
        return count == null ? null : new Limit(span, count, null);
    }

    /** The number of rows that a token says, or null if it is anything but a parameter or a whole number. */
    public static @Nullable Value value(SqlText text, int index) {
        Token token = text.token(index);
        if (token.kind() == Token.Kind.PARAMETER) {
            return new Value.Parameter(text.parametersBefore(token.start()));
        }
        String number = text.string(index);
        return token.kind() == Token.Kind.NUMBER && Characters.areDigits(number, DIGITS_OF_LONG)
                ? new Value.Literal(Long.valueOf(number))
                : null;
    }

    /** Returns true if the limit skips rows, or may. */
    public boolean skips() {
        return offset != null && !offset.equals(new Value.Literal(0L));
    }
}
