package io.shardkit.observe;

/**
 * The merged answer of several units was closed.
 *
 * @param answers how many answers were merged; one may be that of several units
 * @param rows how many merged rows the application read
 */
public record RowsMerged(int answers, long rows) {}
