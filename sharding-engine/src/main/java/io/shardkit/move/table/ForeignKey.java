package io.shardkit.move.table;

import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
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
    private static final Pattern NAME = Pattern.compile("\"(?:[^\"]|\"\")+\"|`(?:[^`]|``)+`|[^, ]+");

    /** Returns its definition, without its name. */
    String definition(String quotedParent) {
        return "FOREIGN KEY (" + columns + ") REFERENCES " + quotedParent + " (" + parentColumns + ")" + rest;
    }

    /** Returns what stays the same of it wherever its tables are, and whatever their names. */
    String lasting() {
        return definition("");
    }

    /** Returns the names of its columns, in lower case. */
    List<String> columnNames() {
        return names(columns);
    }

    /** Returns the names of the columns that it refers to, in lower case. */
    List<String> parentColumnNames() {
        return names(parentColumns);
    }

    private static List<String> names(String list) {
        return NAME.matcher(list)
                .results()
                .map(MatchResult::group)
                .map(ForeignKey::unquoted)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static String unquoted(String name) {
        String mark = name.substring(0, 1);
        return mark.equals("\"") || mark.equals("`")
                ? name.substring(1, name.length() - 1).replace(mark + mark, mark)
                : name;
    }

    /** Returns true if it changes rows of its table itself when those of the other one change. */
    boolean changesRows() {
        return OF_CHANGES.matcher(rest).find();
    }
}
