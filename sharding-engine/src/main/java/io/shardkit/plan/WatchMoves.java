package io.shardkit.plan;

import io.shardkit.rule.ShardedTable;

/** Undoes the steps that follow if rows of the table have moved meanwhile, so that some may have been missed. */
public record WatchMoves(ShardedTable table) implements WriteStep {}
