package io.shardkit.membership;

/**
 * An instance as its row shows it.
 *
 * @param id tells it from all others
 * @param instance its name: by default host and process
 * @param epoch the epoch by which it runs
 * @param state {@code running}, or as in {@link io.shardkit.observe.RuleState.Member}
 * @param problem why it cannot, or empty
 * @param startedAt when it started, in milliseconds since 1970 UTC
 * @param seenAt when it last told that it lives, likewise
 * @param silentMillis how long ago that was, by the clock of the database
 */
public record Member(
        String id,
        String instance,
        long epoch,
        String state,
        String problem,
        long startedAt,
        long seenAt,
        long silentMillis) {
    /** Returns true if it has told that it runs by an earlier epoch than this one. */
    boolean isBefore(long newest) {
        return epoch < newest;
    }
}
