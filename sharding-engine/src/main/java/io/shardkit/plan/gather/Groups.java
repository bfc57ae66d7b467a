package io.shardkit.plan.gather;

import java.util.List;

/**
 * How the groups of several units become those of all rows. Two temporary tables have the types that the database gives
 * to the aggregates of an actual table: one takes the units' groups, the other the groups that are made of these.
 *
 * @param ofUnits a query of no rows with the columns of the units' groups
 * @param merged a query of no rows with the columns of the merged groups
 * @param columns what the merged groups are, computed of the units'
 * @param by GROUP BY, or empty if all rows are one group
 * @param spelled the group columns, quoted, whose equal values may be different texts
 */
public record Groups(String ofUnits, String merged, String columns, String by, List<String> spelled) {
    public Groups {
        spelled = List.copyOf(spelled);
    }

    /** Merges the units' groups that are in a table. */
    public String merge(String table) {
        return "SELECT " + columns + " FROM " + table + by;
    }
}
