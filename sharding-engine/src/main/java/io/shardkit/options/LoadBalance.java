package io.shardkit.options;

/** How the reads of a data source are shared out among its replicas. */
public enum LoadBalance {
    /** One after the other. */
    ROUND_ROBIN,
    /** Any of them. */
    RANDOM,
    /** Any of them, as often as their weights say. */
    WEIGHT,
    /** The one of which the fewest connections are borrowed. */
    LEAST_ACTIVE
}
