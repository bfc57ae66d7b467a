package io.shardkit.options;

import javax.sql.DataSource;

/**
 * A copy of a data source that its database keeps up to date.
 *
 * @param name told in messages and counters
 * @param dataSource its pool
 * @param weight its share of the reads where {@link LoadBalance#WEIGHT} shares them out; at least 1
 */
public record Replica(String name, DataSource dataSource, int weight) {}
