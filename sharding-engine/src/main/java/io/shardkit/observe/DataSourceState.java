package io.shardkit.observe;

/**
 * What is known of a data source at the moment.
 *
 * @param name its name
 * @param reachable whether its database can be reached, as far as the last connection told
 */
public record DataSourceState(String name, boolean reachable) {}
