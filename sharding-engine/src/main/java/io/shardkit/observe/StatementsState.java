package io.shardkit.observe;

import java.time.Instant;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of statements by their shape, which is the SQL without values. Immutable.
 *
 * @param enabled whether statements are counted
 * @param since the time of the last reset, or else of the start, of the instance that has counted longest; null if nothing
 *     is counted
 * @param instances of how many instances it is
 * @param problem the reason that the other instances are left out; empty if they are not, or there are none
 * @param calls executions of all statements but definitions
 * @param totalMillis the time of these
 * @param statements each shape, that with the most time first
 * @param others what is not counted by shape; null if there is nothing
 * @param definitions statements that define tables and the like, which mostly run at the start; they have no share
 */
@API(status = API.Status.EXPERIMENTAL)
public record StatementsState(
        boolean enabled,
        @Nullable Instant since,
        int instances,
        String problem,
        long calls,
        double totalMillis,
        List<Statement> statements,
        @Nullable Statement others,
        List<Statement> definitions) {
    /** The state where nothing is counted. */
    public static final StatementsState NONE =
            new StatementsState(false, null, 0, "", 0, 0, List.of(), null, List.of());

    /**
     * The statistics of a shape. Times are from the call of the application to the first answer, of failed executions too.
     *
     * @param sql without values and comments; lists of values are {@code (?, ...)}, and what is longer than 2,000 characters
     *     is cut
     * @param summary operations and tables, such as {@code SELECT t_order}
     * @param operation its operation
     * @param calls the number of executions; a batch is one
     * @param rows the number of rows that the application read, or that were written
     * @param units the mean number of units of an execution
     * @param maxUnits the largest number
     * @param totalMillis the sum of the times
     * @param meanMillis their mean
     * @param p95Millis what 95 % of them do not exceed, to within an eighth
     * @param maxMillis the longest
     * @param share the part of the time of all statements, 0 to 1
     * @param errors the number of executions that failed, without those that were refused
     * @param refusals the number of executions that Shardkit refused
     * @param lastError the code of the last refusal, or the SQLSTATE or class of the last failure; empty if there is none
     * @param firstSeen the start of the first execution
     * @param lastSeen the end of about the last one, to within a second
     */
    public record Statement(
            String sql,
            String summary,
            Operation operation,
            long calls,
            long rows,
            double units,
            int maxUnits,
            double totalMillis,
            double meanMillis,
            double p95Millis,
            double maxMillis,
            double share,
            long errors,
            long refusals,
            String lastError,
            Instant firstSeen,
            Instant lastSeen) {}

    /** Copies the lists. */
    public StatementsState {
        statements = List.copyOf(statements);
        definitions = List.copyOf(definitions);
    }
}
