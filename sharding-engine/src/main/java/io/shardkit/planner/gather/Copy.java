package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import java.util.List;

/**
 * Which columns of a table are copied, and in which manner.
 *
 * @param columns its columns
 * @param rowOrder names of the columns by which the copied rows have to lie, because a database shows the first of
 *     several equal spellings; empty if that does not matter
 * @param primaryKey names of the columns of its primary key, if grouping by it may matter; else empty
 * @param distinct how rows that are there twice may be left out
 */
record Copy(List<Column> columns, List<String> rowOrder, List<String> primaryKey, Distinct distinct) {

    /** How rows that are there twice may be left out. */
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
