package io.shardkit.forecast;

import java.util.List;

/**
 * The gain of sharding by a column, or by columns that mean the same: all tables that have such a column are sharded by
 * its values, and the other tables are copied to each data source.
 *
 * @param column its name; where it has several, each with its table
 * @param tables the tables that have it
 * @param copied the others of the same statements
 * @param executions the number of executions that concern one of the tables
 * @param onOneUnit the number of these that would stay on one unit
 * @param share of all executions, those that concern one of the tables and would stay on one unit; from 0 to 1
 */
public record ColumnScore(
        String column, List<String> tables, List<String> copied, long executions, long onOneUnit, double share) {
    /** Copies the lists. */
    public ColumnScore {
        tables = List.copyOf(tables);
        copied = List.copyOf(copied);
    }
}
