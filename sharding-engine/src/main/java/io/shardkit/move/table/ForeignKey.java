package io.shardkit.move.table;

import org.jspecify.annotations.Nullable;

/**
 * A foreign key of a table. Immutable.
 *
 * @param name its name as it is
 * @param columns the quoted names of its columns
 * @param parent the name of the table that it refers to; null if that is in another schema
 * @param parentColumns the quoted names of the columns that it refers to
 * @param rest what its definition says after that
 * @param plain whether it only refuses changes; any other one changes rows itself
 */
record ForeignKey(
        String name, String columns, @Nullable String parent, String parentColumns, String rest, boolean plain) {

    /** Returns its definition, without its name. */
    String definition(String quotedParent) {
        return "FOREIGN KEY (" + columns + ") REFERENCES " + quotedParent + " (" + parentColumns + ")" + rest;
    }

    /** Returns true if another key says the same of the same columns, apart from the name of the parent. */
    boolean isLike(ForeignKey other) {
        return columns.equals(other.columns) && parentColumns.equals(other.parentColumns) && rest.equals(other.rest);
    }
}
