package io.shardkit.move;

import java.util.Collection;
import java.util.List;
import org.apiguardian.api.API;

/**
 * A wish to move units to another data source. Immutable.
 *
 * @param units actual tables with the data source on which they are, as in {@code ds0.t_order_3}; of each binding group all
 *     tables of the same shard move together, so that one is enough
 * @param to the name of the data source that is to have them
 * @param switchByHand whether the switch waits for {@link Moves#switchNow}, when all rows are at the target
 * @param rowsPerSecond the most rows that are copied in a second from each data source; 0 to go by the time that it takes to
 *     answer
 */
@API(status = API.Status.EXPERIMENTAL)
public record MoveRequest(List<String> units, String to, boolean switchByHand, long rowsPerSecond) {

    /** Copies the list. */
    public MoveRequest {
        units = List.copyOf(units);
        if (units.isEmpty()) {
            throw new IllegalArgumentException("A move needs at least one unit, as in ds0.t_order_3");
        }
        if (rowsPerSecond < 0) {
            throw new IllegalArgumentException("The rows per second must not be negative: " + rowsPerSecond);
        }
    }

    /** A move that switches by itself, and copies as fast as the data sources allow. */
    public static MoveRequest of(Collection<String> units, String to) {
        return new MoveRequest(List.copyOf(units), to, false, 0);
    }

    /** The same move, which waits for {@link Moves#switchNow}. */
    public MoveRequest switchedByHand() {
        return new MoveRequest(units, to, true, rowsPerSecond);
    }

    /** The same move, with a limit of its speed. */
    public MoveRequest atMost(long rows) {
        return new MoveRequest(units, to, switchByHand, rows);
    }
}
