package io.shardkit.move;

import java.util.List;
import org.apiguardian.api.API;

/**
 * The outcome of checking a move. Immutable.
 *
 * @param units those that would move, including those that are bound with the ones that were named
 * @param errors reasons for which the move can't begin, each with what to do about it
 * @param warnings other things to know before
 */
@API(status = API.Status.EXPERIMENTAL)
public record MoveReport(List<Unit> units, List<String> errors, List<String> warnings) {

    /**
     * A unit that would move.
     *
     * @param table the logical table
     * @param unit the actual table, with the data source on which it is
     * @param to the data source that gets it
     * @param name the name that the actual table has there: its own one, unless that is, or was, another table's there
     * @param rows about how many rows it has
     * @param bytes about how much space they and their indexes take; 0 if that is not known
     */
    public record Unit(String table, String unit, String to, String name, long rows, long bytes) {}

    /** Copies the lists. */
    public MoveReport {
        units = List.copyOf(units);
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }

    /** Returns about how many rows would move. */
    public long rows() {
        return units.stream().mapToLong(Unit::rows).sum();
    }

    /** Returns about how many bytes would move. */
    public long bytes() {
        return units.stream().mapToLong(Unit::bytes).sum();
    }
}
