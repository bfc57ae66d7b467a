package io.shardkit.observe;

/**
 * The last known state of a data source.
 *
 * @param name its name
 * @param reachable whether its database can be reached, as far as the last connection told
 */
public record DataSourceState(String name, boolean reachable) {}
