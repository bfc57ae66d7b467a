package io.shardkit.sql.statement;

import org.jspecify.annotations.Nullable;

/**
 * A query of the rows that a write changes, as {@code SELECT id FROM FINAL TABLE (INSERT ...)}. Immutable.
 *
 * @param before what stands before the write
 * @param write the write
 * @param after what stands behind it
 * @param parametersBefore how many parameters stand before the write
 * @param parametersAfter how many stand behind it
 * @param columnsOnly whether the query shows nothing but columns of each of the rows
 * @param unsupported why it is not taken apart, or null if it is
 */
public record DataChange(
        String before,
        String write,
        String after,
        int parametersBefore,
        int parametersAfter,
        boolean columnsOnly,
        @Nullable String unsupported) {

    /** One that cannot be taken apart. */
    public static DataChange unsupported(String why) {
        return new DataChange("", "", "", 0, 0, false, why);
    }
}
