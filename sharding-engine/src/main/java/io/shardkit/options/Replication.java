package io.shardkit.options;

import java.util.Map;

/**
 * Which data sources have replicas, and how those are used. Immutable.
 *
 * @param groups by the name of the data source
 * @param settings how they are used
 */
public record Replication(Map<String, ReplicaGroup> groups, ReplicaSettings settings) {
    /** No data source has replicas. */
    public static final Replication NONE = new Replication(Map.of(), ReplicaSettings.DEFAULTS);

    public Replication {
        groups = Map.copyOf(groups);
    }
}
