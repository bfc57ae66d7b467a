package io.shardkit.options;

import java.util.List;

/**
 * The replicas of one data source.
 *
 * @param primary the name of the primary's pool, told in messages
 * @param replicas at least one and at most 63
 * @param loadBalance how reads are shared out among them
 */
public record ReplicaGroup(String primary, List<Replica> replicas, LoadBalance loadBalance) {
    public ReplicaGroup {
        replicas = List.copyOf(replicas);
    }
}
