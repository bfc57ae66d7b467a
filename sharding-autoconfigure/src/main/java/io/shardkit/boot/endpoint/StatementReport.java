package io.shardkit.boot.endpoint;

/**
 * One execution of a statement.
 *
 * @param sql with {@code ?} for its values
 * @param operation such as {@code query}
 * @param way such as {@code scatter}
 * @param units to how many it went
 * @param micros how long it took
 * @param gatheredRows how many rows were copied for it
 * @param error what it failed with; empty if it did not
 */
public record StatementReport(
        String sql, String operation, String way, int units, long micros, long gatheredRows, String error) {}
