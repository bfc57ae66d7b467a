package io.shardkit.plan.gather;

/**
 * The limit of what one gather moves between databases. What lies at its place already does not count.
 *
 * @param rows how many rows
 * @param bytes about how many bytes of their values
 */
public record GatherLimit(long rows, long bytes) {}
