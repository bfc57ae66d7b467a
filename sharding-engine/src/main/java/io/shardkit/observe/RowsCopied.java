package io.shardkit.observe;

/**
 * Rows of a table that moves were copied to its target.
 *
 * @param move the id of the move
 * @param rows how many
 */
public record RowsCopied(String move, long rows) {}
