package io.shardkit.options;

/**
 * How far a single statement may go. Beyond a limit it is refused, never cut short. Immutable.
 *
 * @param gatherEnabled whether rows of several shards may be gathered in one place to answer a query
 * @param gatherMaxRows how many rows a gather may copy, at least 1
 * @param maxUnits how many units a statement may touch, at least 1
 * @param maxMergedRows how many rows or groups a merge may hold in memory, at least 1
 * @param maxOffset how many rows of a merged result may be skipped, 0 or more
 * @param writesWithoutCondition whether UPDATE and DELETE of a sharded table may lack a WHERE
 * @param timeoutSeconds how long a statement or a commit may take if the application sets no query timeout; 0 for any
 *     time
 * @param upserts what happens with upserts on tables one of whose unique keys lacks a sharding column
 * @param movingUpdates what happens to a row whose sharding key an UPDATE changes
 * @param hintComments whether a comment before a statement may say where it runs
 */
public record Limits(
        boolean gatherEnabled,
        long gatherMaxRows,
        int maxUnits,
        long maxMergedRows,
        long maxOffset,
        boolean writesWithoutCondition,
        int timeoutSeconds,
        Upserts upserts,
        MovingUpdates movingUpdates,
        boolean hintComments) {
    /** The limits of an application that sets none. */
    public static final Limits DEFAULTS =
            new Limits(true, 100_000, 1024, 1_000_000, 1_000_000, false, 0, Upserts.CHECK);

    /** Limits under which rows move. */
    public Limits(
            boolean gatherEnabled,
            long gatherMaxRows,
            int maxUnits,
            long maxMergedRows,
            long maxOffset,
            boolean writesWithoutCondition,
            int timeoutSeconds,
            Upserts upserts) {
        this(
                gatherEnabled,
                gatherMaxRows,
                maxUnits,
                maxMergedRows,
                maxOffset,
                writesWithoutCondition,
                timeoutSeconds,
                upserts,
                MovingUpdates.MOVE,
                false);
    }

    /** The same limits with another answer to what happens to a row whose sharding key an UPDATE changes. */
    public Limits with(MovingUpdates changed) {
        return new Limits(
                gatherEnabled,
                gatherMaxRows,
                maxUnits,
                maxMergedRows,
                maxOffset,
                writesWithoutCondition,
                timeoutSeconds,
                upserts,
                changed,
                hintComments);
    }

    /** The same limits with another answer to whether a comment may say where a statement runs. */
    public Limits withHintComments(boolean allowed) {
        return new Limits(
                gatherEnabled,
                gatherMaxRows,
                maxUnits,
                maxMergedRows,
                maxOffset,
                writesWithoutCondition,
                timeoutSeconds,
                upserts,
                movingUpdates,
                allowed);
    }
}
