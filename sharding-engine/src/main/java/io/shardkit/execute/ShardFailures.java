package io.shardkit.execute;

import io.shardkit.error.ShardFailure;
import io.shardkit.plan.StatementKind;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The messages that are added to a database's exception, by what failed. */
public final class ShardFailures {
    private static final int DUPLICATE_KEY = 1062;

    private ShardFailures() {}

    /** Of a connection that could not be had. */
    static ShardFailure connecting(String dataSource) {
        return new ShardFailure("data source " + dataSource + ": no connection");
    }

    /**
     * Of a call.
     *
     * @param dataSource where it failed
     * @param kind of the statement
     * @param asked how many calls it takes
     * @param succeeded how many were known to have succeeded
     * @param nanos since the statement began
     */
    public static ShardFailure calling(String dataSource, StatementKind kind, int asked, int succeeded, long nanos) {
        String failed =
                "data source " + dataSource + ": the " + kind.words() + " failed after " + nanos / 1_000_000 + " ms";
        return new ShardFailure(
                asked == 1 ? failed : failed + "; " + succeeded + " of its " + asked + " calls had succeeded");
    }

    /**
     * Says of a row whose key is there already that a generator may have made that key.
     *
     * @param column that it fills, or null if the statement's keys are its own
     */
    public static void generated(SQLException failure, @Nullable String column) {
        boolean taken = "23505".equals(failure.getSQLState()) || failure.getErrorCode() == DUPLICATE_KEY;
        if (taken && column != null) {
            failure.addSuppressed(new ShardFailure("the key generator fills " + column
                    + " where the statement leaves it out; if rows had keys before it began, as a segment does at 1, set its"
                    + " first-key above them"));
        }
    }

    /**
     * Of a commit.
     *
     * @param all how many data sources there are to commit
     * @param committed how many had committed
     */
    public static ShardFailure committing(String dataSource, int all, int committed) {
        String failed = "data source " + dataSource + ": the commit failed";
        return new ShardFailure(
                all == 1 ? failed : failed + "; " + committed + " of " + all + " data sources had committed");
    }

    /** Of what comes before a commit in two phases. */
    public static ShardFailure preparing(String dataSource) {
        return new ShardFailure("data source " + dataSource + ": it did not prepare; nothing is committed anywhere");
    }

    /** Of a decision that was not made. */
    public static ShardFailure deciding(String dataSource) {
        return new ShardFailure("data source " + dataSource + ": the decision failed; nothing is committed anywhere");
    }

    /** Of a rollback. */
    public static ShardFailure rollingBack(String dataSource) {
        return new ShardFailure("data source " + dataSource + ": the rollback failed");
    }

    /** The first of several failures, with the next one suppressed. */
    public static SQLException joined(@Nullable SQLException first, SQLException next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }
}
