package io.shardkit.sql.statement;

import io.shardkit.sql.text.Span;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A select item, a group item or an order item.
 *
 * @param kind its form
 * @param span where it stands, without alias and direction
 * @param text its tokens in upper case and the numbers of its parameters, for comparing two expressions
 * @param column the column, if it is one that could be resolved
 * @param columns every column in it that could be resolved
 * @param resolved whether all its columns could be resolved
 * @param aggregate the aggregate function, if it is nothing but one
 * @param ofSeveralRows whether an aggregate, or a function that is not known, is in it, but for window functions
 * @param partitions for each window function in it the columns that its PARTITION BY lists; null for one whose window
 *     is defined elsewhere
 */
public record Expression(
        Kind kind,
        Span span,
        String text,
        @Nullable ColumnRef column,
        Set<ColumnRef> columns,
        boolean resolved,
        @Nullable AggregateCall aggregate,
        boolean ofSeveralRows,
        List<@Nullable Set<ColumnRef>> partitions) {

    /** The forms that a merge tells apart. */
    public enum Kind {
        /** One column. */
        COLUMN,
        /** One aggregate call. */
        AGGREGATE,
        /** A whole number: an ordinal in ORDER BY and GROUP BY. */
        INTEGER,
        /** A computation on columns of one row. */
        ROW_WISE,
        /** All columns. */
        STAR,
        /** A window function, or anything that holds one. */
        WINDOW,
        /** Anything else that holds an aggregate or a subquery inside. */
        COMPOSITE
    }

    /**
     * A call of an aggregate function.
     *
     * @param function its name in upper case
     * @param distinct whether it says DISTINCT
     * @param plain whether it is the plain form: no FILTER, OVER, ORDER BY or the like
     * @param argument where its argument stands
     * @param column the argument, if it is one column
     */
    public record AggregateCall(
            String function, boolean distinct, boolean plain, Span argument, @Nullable ColumnRef column) {}
}
