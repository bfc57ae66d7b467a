package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A column of an order that is the same on each server. Immutable.
 *
 * @param use the number of its table
 * @param nullsFirst what the statement says of NULLs, or null if it says nothing
 */
record OrderKey(int use, Column column, boolean descending, @Nullable Boolean nullsFirst) {

    /** Returns true if each server orders the column in the same way; the order of other text depends on its libraries. */
    static boolean isOrdered(Column column) {
        return column.knowsOrder() || column.textOrder().byWeights();
    }

    /**
     * The ORDER BY of a unit.
     *
     * @param before by use of a table, what stands before its columns
     */
    static String orderBy(List<OrderKey> keys, IntFunction<String> before, Dialect dialect) {
        return keys.stream()
                .map(key -> key.sql(before.apply(key.use()), dialect))
                .collect(Collectors.joining(", ", " ORDER BY ", ""));
    }

    private String sql(String before, Dialect dialect) {
        return before
                + dialect.quoted(column.reportedName())
                + (descending ? " DESC" : "")
                + (nullsFirst == null ? "" : nullsFirst ? " NULLS FIRST" : " NULLS LAST");
    }
}
