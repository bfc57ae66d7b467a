package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import java.util.List;

/**
 * The columns of a table that are copied, and the manner of the copy.
 *
 * @param columns its columns
 * @param rowOrder names of the columns by which the copied rows have to lie, because a database shows the first of
 *     several equal spellings; empty if that does not matter
 * @param primaryKey names of the columns of its primary key, if grouping by it may matter; else empty
 * @param distinct the treatment of duplicate rows
 */
record Copy(List<Column> columns, List<String> rowOrder, List<String> primaryKey, Distinct distinct) {

    /** The treatment of duplicate rows. */
    enum Distinct {
        /** All of them matter. */
        NO,
        /** One of those whose columns are equal is enough. */
        BY_VALUE,
        /** One of those whose columns have the same bytes is enough. */
        BY_BYTES
    }

    Copy {
        columns = List.copyOf(columns);
        rowOrder = List.copyOf(rowOrder);
        primaryKey = List.copyOf(primaryKey);
    }
}
