package io.shardkit.planner.select;

import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.text.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns that are added after the user's, so that a merge finds the values that it compares and adds. Not
 * thread-safe.
 */
final class HiddenColumns {
    private static final String NAME = "sk_hidden_";

    private final List<Hidden> columns = new ArrayList<>();

    /** A copy of a span of the statement between two strings. */
    private record Hidden(String before, Span span, String after) {}

    /** A column of the units' rows; hidden ones are counted by themselves until all are known. */
    record Place(boolean isHidden, int index) {
        static Place visible(int index) {
            return new Place(false, index);
        }
    }

    /** Adds a copy of a span between two strings, unless it is there. */
    Place add(String before, Span span, String after) {
        Hidden column = new Hidden(before, span, after);
        int known = columns.indexOf(column);
        if (known < 0) {
            columns.add(column);
        }
        return new Place(true, known < 0 ? columns.size() - 1 : known);
    }

    /** Adds a copy of a span. */
    Place add(Span span) {
        return add("", span, "");
    }

    int count() {
        return columns.size();
    }

    /** The offset of a column once all are known: from 1 at the left, hidden ones from -1 at the right. */
    int offset(Place place) {
        return place.isHidden() ? place.index() - columns.size() : place.index();
    }

    /** Appends the columns to the select list. */
    void append(SqlTemplate.Editor editor, int selectListEnd) {
        for (int i = 0; i < columns.size(); i++) {
            Hidden column = columns.get(i);
            editor.insertCopy(selectListEnd, ", " + column.before(), column.span(), column.after() + " AS " + NAME + i);
        }
    }
}
