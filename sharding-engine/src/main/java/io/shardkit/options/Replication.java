package io.shardkit.options;

import java.util.Map;

/**
 * The data sources that have replicas, and the settings of those. Immutable.
 *
 * @param groups by the name of the data source
 * @param settings the settings of the replicas
 */
public record Replication(Map<String, ReplicaGroup> groups, ReplicaSettings settings) {
    /** No data source has replicas. */
    public static final Replication NONE = new Replication(Map.of(), ReplicaSettings.DEFAULTS);

    public Replication {
        groups = Map.copyOf(groups);
    }
}
