package io.shardkit.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The last known state of a replica.
 *
 * @param dataSource the data source that it is a replica of
 * @param name its own name
 * @param usable whether it gets reads
 * @param reason the reason that it gets none; empty if it does
 * @param lag the time it lags its primary, or null if that is not known
 * @param reads the number of reads it got since the start
 * @param failures the number of reads that failed in a way that took it out
 * @param active the number of its connections that are borrowed for sessions
 */
public record ReplicaState(
        String dataSource,
        String name,
        boolean usable,
        String reason,
        @Nullable Duration lag,
        long reads,
        long failures,
        int active) {}
