package io.shardkit.merge;

import java.util.List;

/**
 * Rows of equal group keys become one row.
 *
 * @param keys what to group by; empty for exactly one row over everything
 * @param aggregates the columns that are computed; all others keep the value of a group's first row
 */
public record Aggregation(List<GroupKey> keys, List<Aggregate> aggregates) {

    public Aggregation {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }
}
