package io.shardkit.plan.unique;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the rows of an upsert go.
 *
 * @param units that of each row
 * @param locked the rows that have to be there still when those to insert come
 * @param moved how the row that is there moves instead, or null if it stays where it is
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
