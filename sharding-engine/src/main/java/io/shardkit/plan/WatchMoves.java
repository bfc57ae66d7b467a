package io.shardkit.plan;

import io.shardkit.rule.RoutedTable;

/** Undoes the steps that follow if rows of the table have moved meanwhile, so that some may have been missed. */
public record WatchMoves(RoutedTable table) implements WriteStep {}
