package io.shardkit.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a replica at the moment.
 *
 * @param dataSource the data source that it is a replica of
 * @param name its own name
 * @param usable whether it gets reads
 * @param reason why it gets none; empty if it does
 * @param lag how far it is behind its primary, or null if that is not known
 * @param reads how many reads it got since the start
 * @param failures how many of them failed in a way that took it out
 * @param active how many of its connections are borrowed for sessions
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
