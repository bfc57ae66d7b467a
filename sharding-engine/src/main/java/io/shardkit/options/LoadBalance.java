package io.shardkit.options;

/** The way the reads of a data source are shared out among its replicas. */
public enum LoadBalance {
    /** One after the other. */
    ROUND_ROBIN,
    /** Any of them. */
    RANDOM,
    /** Any of them, as often as their weights say. */
    WEIGHT,
    /** The replica with the fewest borrowed connections. */
    LEAST_ACTIVE
}
