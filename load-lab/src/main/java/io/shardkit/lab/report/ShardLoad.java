package io.shardkit.lab.report;

/**
 * How much of the load one shard had.
 *
 * @param subject of which run, such as {@code Shardkit, 4 servers}
 * @param shard its name, such as {@code ds0} or {@code ds0.t_order_1}
 * @param statements sent to it while it was measured; negative where they were not counted
 * @param rows that it holds at the end; negative where they were not counted
 * @param skew its load divided by the mean of all shards of the subject: 1 is even
 */
public record ShardLoad(String subject, String shard, long statements, long rows, double skew) {}
