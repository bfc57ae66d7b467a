package io.shardkit.move.alter;

import io.shardkit.catalog.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns that a table and another one that gets its rows both have by the same name, and that are computed in neither.
 * Immutable.
 *
 * @param columns as the source has them, in its order
 * @param atTarget the same columns as the target has them
 * @param ordinals the number of each among all columns of the source, from 0
 * @param kept columns that only the target has: as long as there is a row of the same key, it keeps their values
 */
public record CommonColumns(List<Column> columns, List<Column> atTarget, List<Integer> ordinals, List<Column> kept) {

    /** Copies the lists. */
    public CommonColumns {
        columns = List.copyOf(columns);
        atTarget = List.copyOf(atTarget);
        ordinals = List.copyOf(ordinals);
        kept = List.copyOf(kept);
    }

    /** Returns the columns of a table and another one that is like it. */
    public static CommonColumns ofAlike(List<Column> all) {
        return between(all, all);
    }

    /** Returns the common columns of two tables. */
    public static CommonColumns between(List<Column> source, List<Column> target) {
        Map<String, Column> others = new HashMap<>();
        target.stream().filter(column -> !column.filling().computed()).forEach(each -> others.put(each.name(), each));
        List<Column> columns = new ArrayList<>();
        List<Column> atTarget = new ArrayList<>();
        List<Integer> ordinals = new ArrayList<>();
        for (int i = 0; i < source.size(); i++) {
            Column column = source.get(i);
            Column other = column.filling().computed() ? null : others.remove(column.name());
            if (other != null) {
                columns.add(column);
                atTarget.add(other);
                ordinals.add(i);
            }
        }
        List<Column> kept = target.stream()
                .filter(column -> others.containsKey(column.name()))
                .toList();
        return new CommonColumns(columns, atTarget, ordinals, kept);
    }

    /** Returns true if the target has a column of this number with another type. */
    public boolean isConverted(int number) {
        return !columns.get(number).definition().equals(atTarget.get(number).definition());
    }

    /** Returns true if the target has columns that the source lacks, or has some with another type. */
    public boolean isAltered() {
        if (!kept.isEmpty()) {
            return true;
        }
        for (int i = 0; i < columns.size(); i++) {
            if (isConverted(i)) {
                return true;
            }
        }
        return false;
    }
}
