package io.shardkit.move.table;

/**
 * A table that gets another name. Immutable.
 *
 * @param from the name before
 * @param to the name after
 */
public record Renaming(String from, String to) {}
