package io.shardkit.jdbc.result;

import io.shardkit.merge.RowCursor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Merged rows that can be gone back to. The units' result sets can be moved about in themselves, so it is enough to
 * remember in which of them, and where, each merged row is. Not thread-safe.
 */
final class ScrollableRows {
    private final RowCursor rows;
    private final List<Place> places = new ArrayList<>();
    private boolean complete;
    private int position;

    private record Place(ResultSet result, int row) {}

    /** @param rows none of them read yet */
    ScrollableRows(RowCursor rows) {
        this.rows = rows;
    }

    /** The number of the current row from 1; 0 before the first, one more than {@link #size} after the last. */
    int position() {
        return position;
    }

    /** Returns the number of rows. */
    int size() throws SQLException {
        // To be read at once: what moves a unit's result set would disturb a merge that is not at its end.
        if (!complete) {
            while (rows.next()) {
                places.add(new Place(rows.row(), rows.row().getRow()));
            }
            complete = true;
        }
        return places.size();
    }

    /** Moves to a row, or before the first or after the last if there is none of that number; says whether there is. */
    boolean moveTo(long row) throws SQLException {
        position = (int) Math.max(0, Math.min(row, size() + 1L));
        if (position == 0 || position > size()) {
            return false;
        }
        Place place = places.get(position - 1);
        place.result().absolute(place.row());
        return true;
    }

    /** The row that was moved to. */
    ResultSet current() {
        return places.get(position - 1).result();
    }
}
