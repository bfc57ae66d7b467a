package io.shardkit.move.table;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A foreign key of a table. Immutable.
 *
 * @param name its name as it is
 * @param columns the quoted names of its columns
 * @param parent the name of the table that it refers to; null if that is in another schema
 * @param parentColumns the quoted names of the columns that it refers to
 * @param rest what its definition says after that, in upper case
 * @param valid whether the rows were compared with it
 */
record ForeignKey(
        String name, String columns, @Nullable String parent, String parentColumns, String rest, boolean valid) {
    private static final Pattern OF_CHANGES = Pattern.compile("CASCADE|SET NULL|SET DEFAULT");

    /** Returns its definition, without its name. */
    String definition(String quotedParent) {
        return "FOREIGN KEY (" + columns + ") REFERENCES " + quotedParent + " (" + parentColumns + ")" + rest;
    }

    /** Returns what stays the same of it wherever its tables are, and whatever their names. */
    String lasting() {
        return definition("");
    }

    /** Returns true if it changes rows of its table itself when those of the other one change. */
    boolean changesRows() {
        return OF_CHANGES.matcher(rest).find();
    }
}
