package io.shardkit.plan.lookup;

import io.shardkit.plan.StatementPlan;
import java.util.List;

/**
 * The statements that write a lookup table. Immutable.
 *
 * @param name the name of the table
 * @param column the column that is looked up
 * @param dataSources the data sources where the table may have rows, ascending
 * @param inserts the inserts of rows, with the value and the sharding columns of each; for several rows first, and for
 *     one last
 * @param deletes the deletes of rows that have these values, in the same order
 */
public record LookupTable(
        String name, String column, List<Integer> dataSources, List<ForRows> inserts, List<ForRows> deletes) {
    /** Copies the lists. */
    public LookupTable {
        dataSources = List.copyOf(dataSources);
        inserts = List.copyOf(inserts);
        deletes = List.copyOf(deletes);
    }

    /**
     * A statement of a fixed number of rows.
     *
     * @param rows how many
     */
    public record ForRows(int rows, StatementPlan plan) {}

    @Override
    public String toString() {
        return name;
    }
}
