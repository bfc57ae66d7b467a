package io.shardkit.observe;

/**
 * Rows of several units were copied to one place.
 *
 * @param dataSource the place
 * @param tables how many temporary tables were filled
 * @param rows how many rows were copied
 * @param nanos how long that took
 */
public record RowsGathered(String dataSource, int tables, long rows, long nanos) {}
