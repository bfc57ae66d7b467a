package io.shardkit.sql.statement;

import org.jspecify.annotations.Nullable;

/**
 * A query of the rows that a write changes, as {@code SELECT id FROM FINAL TABLE (INSERT ...)}. Immutable.
 *
 * @param before the SQL before the write
 * @param write the write
 * @param after the SQL after the write
 * @param parametersBefore the number of parameters before the write
 * @param parametersAfter the number of parameters after the write
 * @param columnsOnly whether the query shows nothing but columns of each of the rows
 * @param unsupported the reason why the query is not taken apart, or null if it is
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
