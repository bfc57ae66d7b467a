package io.shardkit.options;

import java.time.Duration;

/**
 * The settings of replicas. Immutable.
 *
 * @param afterWrite the server that answers reads after own writes
 * @param afterWriteFor the time after a write in which the reads of its thread or its client have to see it; those of its
 *     connection always have to
 * @param waitTimeout the time a read waits for a replica to have a write
 * @param maxLag the longest time a replica may lag its primary
 * @param checkInterval the interval at which each replica is asked for its health and its lag
 * @param warmUp the time after a replica's return in which it gets less than its share of the reads
 * @param withoutReplica the handling of reads while no replica can be used
 */
public record ReplicaSettings(
        AfterWrite afterWrite,
        Duration afterWriteFor,
        Duration waitTimeout,
        Duration maxLag,
        Duration checkInterval,
        Duration warmUp,
        WithoutReplica withoutReplica) {
    /** The defaults: reads wait 200 ms for a replica, which may lag 5 s and is asked each second; a minute of warm-up. */
    public static final ReplicaSettings DEFAULTS = new ReplicaSettings(
            AfterWrite.WAIT,
            Duration.ofSeconds(30),
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            WithoutReplica.PRIMARY);
}
