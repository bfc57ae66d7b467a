package io.shardkit.plan.unique;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The units of the rows of an upsert.
 *
 * @param units the unit of each row
 * @param locked the places of rows that must still be there when the new rows are inserted
 * @param moved the move of the existing row, or null if that row stays where it is
 */
public record PlacedRows(int[] units, List<KeyPlace> locked, @Nullable MovedRow moved) {
    public PlacedRows {
        locked = List.copyOf(locked);
    }

    /** Rows that go to those that are there. */
    public PlacedRows(int[] units, List<KeyPlace> locked) {
        this(units, locked, null);
    }
}
