package io.shardkit.planner.insert;

import io.shardkit.rule.RoutedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Sorts the rows of an INSERT to their units. Not thread-safe. */
final class RowsByUnit {
    /** For each row its unit, in the upper half, and its position. */
    private final long[] placed;

    /**
     * The rows of one unit.
     *
     * @param rows their positions in the statement, ascending
     */
    record Part(int unit, int[] rows) {}

    /** @param units that of each row */
    RowsByUnit(int[] units) {
        this.placed = new long[units.length];
        for (int row = 0; row < units.length; row++) {
            placed[row] = (long) units[row] << Integer.SIZE | row;
        }
    }

    /** The units of the table that got rows, ordered by data source, then unit. */
    List<Part> parts(RoutedTable table) {
        Arrays.sort(placed);
        List<Part> parts = new ArrayList<>();
        for (int start = 0, end; start < placed.length; start = end) {
            int unit = unit(start);
            end = start + 1;
            while (end < placed.length && unit(end) == unit) {
                end++;
            }
            int[] rows = new int[end - start];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = (int) placed[start + i];
            }
            parts.add(new Part(unit, rows));
        }
        // Nodes may name data sources in any order; this keeps that of the units of each.
        parts.sort(Comparator.comparingInt(part -> table.dataSource(part.unit())));
        return parts;
    }

    private int unit(int place) {
        return (int) (placed[place] >>> Integer.SIZE);
    }
}
