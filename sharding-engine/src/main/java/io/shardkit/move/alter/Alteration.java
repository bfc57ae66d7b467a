package io.shardkit.move.alter;

/**
 * An ALTER TABLE that lies between a table and another one that gets its rows. Immutable.
 *
 * @param clauses what follows the name of the table
 * @param back whether the one that gets the rows is the table as it was before
 */
public record Alteration(String clauses, boolean back) {}
