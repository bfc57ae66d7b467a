package io.shardkit.merge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way the units' rows become one result: aggregated, then ordered, then cut. Immutable.
 *
 * @param hiddenColumns the number of columns at the right end of each unit's row that are not the user's
 * @param aggregation the grouping of rows, or null if each stays a row. Without aggregation each unit's rows arrive in
 *     the wanted order; with it they arrive in any
 * @param order the wanted order; empty for none
 */
public record MergeSpec(int hiddenColumns, @Nullable Aggregation aggregation, List<SortKey> order) {

    public MergeSpec {
        order = List.copyOf(order);
    }
}
