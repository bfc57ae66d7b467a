package io.shardkit.observe;

import org.apiguardian.api.API;

/**
 * Totals of an instance's statements with the same operations and tables, since its start. They never go back.
 *
 * @param calls the number of executions
 * @param rows the number of rows that were read or written
 * @param seconds the sum of the times
 * @param errors the number of executions that failed or were refused
 */
@API(status = API.Status.EXPERIMENTAL)
public record StatementTotals(long calls, long rows, double seconds, long errors) {
    /** The totals of nothing. */
    public static final StatementTotals NONE = new StatementTotals(0, 0, 0, 0);

    /** Returns the sum. */
    public StatementTotals plus(StatementTotals other) {
        return new StatementTotals(
                calls + other.calls, rows + other.rows, seconds + other.seconds, errors + other.errors);
    }
}
