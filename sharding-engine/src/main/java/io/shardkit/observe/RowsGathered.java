package io.shardkit.observe;

/**
 * Rows of several units were copied to one data source.
 *
 * @param dataSource where they were copied to
 * @param tables how many temporary tables were filled
 * @param rows how many rows were copied
 * @param nanos how long that took
 */
public record RowsGathered(String dataSource, int tables, long rows, long nanos) {}
