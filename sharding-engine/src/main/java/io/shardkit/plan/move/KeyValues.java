package io.shardkit.plan.move;

import java.util.ArrayList;
import java.util.List;

/**
 * Values of some columns, as a condition. Immutable.
 *
 * @param columns the columns, in quotes
 * @param values for each column those that it may have, at least one
 */
public record KeyValues(List<String> columns, List<List<Object>> values) {

    /** No condition at all. */
    public static final KeyValues NONE = new KeyValues(List.of(), List.of());

    /** Copies the lists. */
    public KeyValues {
        columns = List.copyOf(columns);
        values = values.stream().map(List::copyOf).toList();
    }

    /** Returns the greatest number of rows that have these values if no two rows have the same values in all columns. */
    public long combinations() {
        long count = 1;
        for (List<Object> each : values) {
            count = Math.min(Integer.MAX_VALUE, count * each.size());
        }
        return count;
    }

    /** These and those of other columns. */
    public KeyValues and(KeyValues others) {
        List<String> allColumns = new ArrayList<>(columns);
        allColumns.addAll(others.columns);
        List<List<Object>> allValues = new ArrayList<>(values);
        allValues.addAll(others.values);
        return new KeyValues(allColumns, allValues);
    }
}
