package io.shardkit.sql.statement;

/**
 * One place in a statement where a table is read or written.
 *
 * @param id its number in the statement, in the order of reading
 * @param name the logical name, in lower case
 * @param label the alias, or the name where there is none, in lower case
 * @param aliased whether there is an alias
 */
public record TableUse(int id, String name, String label, boolean aliased) {}
