package io.shardkit.lab.report;

/**
 * The part of the load that one shard had.
 *
 * @param subject of which run, such as {@code Shardkit, 4 servers}
 * @param shard its name, such as {@code ds0} or {@code ds0.t_order_1}
 * @param operations that were about its rows; negative where they were not counted
 * @param statements that it got while it was measured and warmed up; negative where they were not counted
 * @param rows that it holds at the end; negative where they were not counted
 * @param skew its statements, or else its operations, or else its new rows, divided by the mean of all shards of the
 *     subject: 1 is even
 */
public record ShardLoad(String subject, String shard, long operations, long statements, long rows, double skew) {}
