package io.shardkit.move;

import java.util.List;
import org.apiguardian.api.API;

/**
 * The outcome of checking a move. Immutable.
 *
 * @param units those that would move, including those that are bound with the ones that were named
 * @param tables where the rows of tables would go that another rule places; empty if units move as they are
 * @param errors reasons for which the move can't begin, each with what to do about it
 * @param warnings other things to know before
 */
@API(status = API.Status.EXPERIMENTAL)
public record MoveReport(List<Unit> units, List<TablePlan> tables, List<String> errors, List<String> warnings) {

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

    /**
     * A table that another rule places.
     *
     * @param table the logical table
     * @param from where its rows are, in words
     * @param to where they are to be, in words
     * @param rows about how many are copied; actual tables that both rules have with the same rows are left out
     * @param bytes about how much space they and their indexes take; 0 if that is not known
     * @param staying about how many of them stay on their data source
     * @param targets the actual tables that get them
     * @param sampled how many rows were read, from which the others are estimated
     */
    public record TablePlan(
            String table,
            String from,
            String to,
            long rows,
            long bytes,
            long staying,
            List<Target> targets,
            long sampled) {
        /** Copies the list. */
        public TablePlan {
            targets = List.copyOf(targets);
        }
    }

    /**
     * An actual table that gets rows.
     *
     * @param unit the actual table, with its data source
     * @param rows about how many
     */
    public record Target(String unit, long rows) {}

    /** Copies the lists. */
    public MoveReport {
        tables = List.copyOf(tables);
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
