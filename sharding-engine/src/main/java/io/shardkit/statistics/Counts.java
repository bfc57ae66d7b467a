package io.shardkit.statistics;

import io.shardkit.observe.Operation;

/**
 * The counts of a statement. Its array is not to be changed.
 *
 * @param sql without values
 * @param summary operations and tables
 * @param furtherUnits the sum over all executions of the units beyond the first one
 * @param widest the most units of an execution
 * @param nanos the sum of the times
 * @param longest the longest time, in nanoseconds
 * @param lastError the last {@code error.type}; empty if there is none
 * @param first the time of the first execution, in milliseconds of the epoch; 0 if there was none
 * @param last that of the last one, likewise
 * @param latencies the number of executions in each of the buckets of {@link Latencies}
 */
record Counts(
        String sql,
        String summary,
        Operation operation,
        long rows,
        long furtherUnits,
        int widest,
        long nanos,
        long longest,
        long errors,
        long refusals,
        String lastError,
        long first,
        long last,
        long[] latencies) {

    /** Of a statement that has not run. */
    static Counts none(String sql, String summary, Operation operation) {
        return new Counts(sql, summary, operation, 0, 0, 0, 0, 0, 0, 0, "", 0, 0, new long[Latencies.BUCKETS]);
    }

    long calls() {
        long calls = 0;
        for (long each : latencies) {
            calls += each;
        }
        return calls;
    }

    /** Adds the counts of another one, which may be of another statement; the name is this one's. */
    Counts plus(Counts other) {
        long[] sums = latencies.clone();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.latencies[i];
        }
        boolean isOlder = other.lastError.isEmpty() || (last > other.last && !lastError.isEmpty());
        return new Counts(
                sql,
                summary,
                operation,
                rows + other.rows,
                furtherUnits + other.furtherUnits,
                Math.max(widest, other.widest),
                nanos + other.nanos,
                Math.max(longest, other.longest),
                errors + other.errors,
                refusals + other.refusals,
                isOlder ? lastError : other.lastError,
                first == 0 ? other.first : other.first == 0 ? first : Math.min(first, other.first),
                Math.max(last, other.last),
                sums);
    }
}
