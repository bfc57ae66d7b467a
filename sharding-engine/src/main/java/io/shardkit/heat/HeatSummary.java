package io.shardkit.heat;

import java.util.List;

/**
 * The counts of one instance, as it shares them. All counts are of samples. Immutable.
 *
 * @param seconds the time that the counts stand for
 * @param sample of how many executions one was counted
 * @param tables the groups of bound tables with traffic
 * @param statements the most frequent statements, the first one first
 */
public record HeatSummary(double seconds, int sample, List<OfTable> tables, List<OfStatement> statements) {
    /**
     * The counts of a group of bound tables.
     *
     * @param name of its first table
     * @param statements executions
     * @param units the calls of each unit
     * @param keys the most frequent sharding values, the first one first
     * @param floor the most that another value may have counted
     */
    record OfTable(String name, double statements, List<Double> units, List<OfKey> keys, double floor) {}

    /**
     * The counts of a sharding value.
     *
     * @param count at most so many
     * @param error of which at most so many are of other values
     * @param unit the unit where its rows are; -1 if that is not known
     */
    record OfKey(String columns, String value, double count, double error, int unit) {}

    /**
     * The counts of a statement.
     *
     * @param sql without values
     * @param count at most so many
     * @param error of which at most so many are of other statements
     * @param units the mean number of calls of units by one of its own
     */
    record OfStatement(String sql, double count, double error, double units) {}

    /** Copies the lists. */
    public HeatSummary {
        tables = List.copyOf(tables);
        statements = List.copyOf(statements);
    }

    /** Returns how many executions a second one counted execution stands for. */
    double rate() {
        return seconds <= 0 ? 0 : sample / seconds;
    }
}
