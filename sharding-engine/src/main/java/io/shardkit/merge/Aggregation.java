package io.shardkit.merge;

import java.util.List;

/**
 * Rows of equal group keys become one row.
 *
 * @param keys what to group by; empty for exactly one row over everything
 * @param aggregates the columns that are computed; all others keep the value of a group's first row
 * @param maxGroups how many groups, and values that are counted once in one of them, may be held, at least 1; more are
 *     refused
 */
public record Aggregation(List<GroupKey> keys, List<Aggregate> aggregates, long maxGroups) {

    public Aggregation {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }

    /** An aggregation of any number of groups. */
    public Aggregation(List<GroupKey> keys, List<Aggregate> aggregates) {
        this(keys, aggregates, Long.MAX_VALUE);
    }
}
