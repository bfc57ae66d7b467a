package io.shardkit.options;

import java.time.Duration;

/**
 * How replicas are used. Immutable.
 *
 * @param afterWrite who answers reads after own writes
 * @param afterWriteFor how long after a write the reads of its thread or its client have to see it; those of its
 *     connection always have to
 * @param waitTimeout how long a read waits for a replica to have a write
 * @param maxLag how far a replica may be behind its primary
 * @param checkInterval how often each replica is asked for its health and its lag
 * @param warmUp how long after its return a replica gets less than its share of the reads
 * @param withoutReplica what becomes of reads while no replica can be used
 */
public record ReplicaSettings(
        AfterWrite afterWrite,
        Duration afterWriteFor,
        Duration waitTimeout,
        Duration maxLag,
        Duration checkInterval,
        Duration warmUp,
        WithoutReplica withoutReplica) {
    /** Reads wait 200 ms for a replica, which may be 5 s behind and is asked each second; a minute of warm-up. */
    public static final ReplicaSettings DEFAULTS = new ReplicaSettings(
            AfterWrite.WAIT,
            Duration.ofSeconds(30),
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            WithoutReplica.PRIMARY);
}
