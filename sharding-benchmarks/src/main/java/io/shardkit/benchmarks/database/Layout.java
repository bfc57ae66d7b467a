package io.shardkit.benchmarks.database;

import java.util.ArrayList;
import java.util.List;

/**
 * The layout of a logical table: its data source is {@code sourceColumn} modulo the number of data sources, its actual
 * table there {@code tableColumn} modulo {@code tables}. A table that lies once on each data source has the number of the
 * data source as its suffix.
 *
 * @param name the logical name, without quotes
 * @param sourceColumn chooses the data source
 * @param tableColumn chooses the actual table; the same as {@code sourceColumn} if each data source has one
 * @param tables how many actual tables each data source has
 */
public record Layout(String name, String sourceColumn, String tableColumn, int tables) {

    /** A table that lies once on each data source. */
    public static Layout perSource(String name, String column) {
        return new Layout(name, column, column, 1);
    }

    /** Returns true if each data source has one actual table of the logical table. */
    public boolean oncePerSource() {
        return tables == 1;
    }

    /** The suffixes of the actual tables on a data source. */
    public List<Integer> suffixes(int source) {
        List<Integer> suffixes = new ArrayList<>();
        for (int table = 0; table < tables; table++) {
            suffixes.add(oncePerSource() ? source : table);
        }
        return suffixes;
    }

    /** The name of an actual table. */
    public String actual(int suffix) {
        return name + "_" + suffix;
    }
}
