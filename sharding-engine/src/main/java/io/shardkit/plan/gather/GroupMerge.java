package io.shardkit.plan.gather;

import java.util.List;

/**
 * The merge of the groups of several units into those of all rows. Two temporary tables have the types that the database
 * gives to the aggregates of an actual table: one takes the units' groups, the other the merged groups.
 *
 * @param ofUnits a query of no rows with the columns of the units' groups
 * @param merged a query of no rows with the columns of the merged groups
 * @param columns the select list that computes the merged groups from the units' groups
 * @param by GROUP BY, or empty if all rows are one group
 * @param spelled the group columns, quoted, whose equal values may be different strings
 */
public record GroupMerge(String ofUnits, String merged, String columns, String by, List<String> spelled) {
    public GroupMerge {
        spelled = List.copyOf(spelled);
    }

    /** Merges the units' groups that are in a table. */
    public String merge(String table) {
        return "SELECT " + columns + " FROM " + table + by;
    }
}
