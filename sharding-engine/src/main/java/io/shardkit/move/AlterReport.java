package io.shardkit.move;

import java.util.List;
import org.apiguardian.api.API;

/**
 * The outcome of checking an ALTER. Immutable.
 *
 * @param table the logical table
 * @param inPlace whether the databases alter the actual tables in an instant, as they said of trial tables; else their rows
 *     are copied to new actual tables
 * @param why what speaks against altering them in place; empty if nothing does
 * @param oneWay why there is no way back after the switch; empty if there is one
 * @param units the actual tables, with the names that they have afterwards
 * @param errors reasons for which the ALTER can't begin, each with what to do about it
 * @param warnings other things to know before
 */
@API(status = API.Status.EXPERIMENTAL)
public record AlterReport(
        String table,
        boolean inPlace,
        String why,
        String oneWay,
        List<MoveReport.Unit> units,
        List<String> errors,
        List<String> warnings) {

    /** Copies the lists. */
    public AlterReport {
        units = List.copyOf(units);
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }

    /** Returns about how many rows are copied. */
    public long rows() {
        return inPlace ? 0 : units.stream().mapToLong(MoveReport.Unit::rows).sum();
    }
}
