package io.shardkit.rule;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The units of a table whose data sources differ in their actual tables, as cells of data source and name: a data source
 * need not have a table of each name. Names count in the order of their first units. Immutable.
 */
final class UnitGrid {
    private final int width;
    private final int[] unitOfCell;
    private final int[] cellOfUnit;

    private UnitGrid(int width, int[] unitOfCell, int[] cellOfUnit) {
        this.width = width;
        this.unitOfCell = unitOfCell;
        this.cellOfUnit = cellOfUnit;
    }

    /** The cells of a layout; null if each data source has the same names in the same order, so that units count them. */
    static @Nullable UnitGrid of(Layout layout) {
        Map<String, Integer> names = new HashMap<>();
        Map<Integer, Integer> sources = new HashMap<>();
        int[] cells = new int[layout.size()];
        for (int unit = 0; unit < cells.length; unit++) {
            names.putIfAbsent(layout.ending(unit), names.size());
            sources.putIfAbsent(layout.dataSource(unit), sources.size());
        }
        int width = names.size();
        int[] units = new int[sources.size() * width];
        Arrays.fill(units, -1);
        boolean inOrder = units.length == cells.length;
        for (int unit = 0; unit < cells.length; unit++) {
            cells[unit] = sources.getOrDefault(layout.dataSource(unit), 0) * width
                    + names.getOrDefault(layout.ending(unit), 0);
            units[cells[unit]] = unit;
            inOrder &= cells[unit] == unit;
        }
        return inOrder ? null : new UnitGrid(width, units, cells);
    }

    /**
     * The cells of units of which others are missing.
     *
     * @param width how many names there are
     * @param count how many cells
     * @param ofUnits the cell of each unit
     */
    static UnitGrid some(int width, int count, int[] ofUnits) {
        int[] units = new int[count];
        Arrays.fill(units, -1);
        for (int unit = 0; unit < ofUnits.length; unit++) {
            units[ofUnits[unit]] = unit;
        }
        return new UnitGrid(width, units, ofUnits.clone());
    }

    /** Returns the number of names. */
    int width() {
        return width;
    }

    /** The unit of a data source and a name, counted as they first occur; -1 if it has no table of that name. */
    int unit(int databaseShard, int tableShard) {
        return unitOfCell[databaseShard * width + tableShard];
    }

    /** The cell of a unit: its data source times {@link #width()} and its name. */
    int cell(int unit) {
        return cellOfUnit[unit];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof UnitGrid cells && width == cells.width && Arrays.equals(cellOfUnit, cells.cellOfUnit);
    }

    @Override
    public int hashCode() {
        return 31 * width + Arrays.hashCode(cellOfUnit);
    }
}
