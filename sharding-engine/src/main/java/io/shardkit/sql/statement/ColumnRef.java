package io.shardkit.sql.statement;

/**
 * A column of a table of the statement.
 *
 * @param use the {@link TableUse}'s number
 * @param name the column, in lower case
 */
public record ColumnRef(int use, String name) {}
