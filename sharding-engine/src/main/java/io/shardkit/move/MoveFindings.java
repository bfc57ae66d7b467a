package io.shardkit.move;

import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.MoveCheck;
import io.shardkit.move.table.TableMove;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The findings of the check of a move. Used by one thread.
 *
 * @param units those that would move
 * @param errors reasons for which it can't begin
 * @param warnings other things to know before
 */
record MoveFindings(List<MoveReport.Unit> units, List<String> errors, List<String> warnings) {
    MoveFindings() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** Checks one actual table, and adds what is found. */
    MoveCheck.Checked check(TableMove move, ForeignKeys foreignKeys) throws SQLException {
        MoveCheck.Checked checked = MoveCheck.run(move, foreignKeys);
        errors.addAll(checked.errors());
        checked.findings().stream()
                .filter(finding -> !finding.error())
                .map(MoveCheck.Finding::text)
                .forEach(warnings::add);
        return checked;
    }

    /** Returns the report, in which what was found of several actual tables in the same words stands once. */
    MoveReport report(List<MoveReport.TablePlan> plans) {
        return new MoveReport(
                units,
                plans,
                errors.stream().distinct().toList(),
                warnings.stream().distinct().toList());
    }
}
