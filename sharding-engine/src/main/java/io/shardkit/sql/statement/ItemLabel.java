package io.shardkit.sql.statement;

/**
 * The label of a select item that has no alias, where the database would show the name of an actual table in the label.
 *
 * @param offset the offset after the item
 * @param label the item as the user wrote it
 */
public record ItemLabel(int offset, String label) {}
