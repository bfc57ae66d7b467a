package io.shardkit.export;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Writes the condition by which a view fails, with words, once the databases have other tables than the export. All checks are
 * in one subquery, so that an engine that finds no rows by one of them does not leave out another. Immutable.
 *
 * @param engine the name of the engine
 * @param newest the hash of the newest rule, as an aggregate over the table with the rules
 * @param rules what stands after FROM for the table with the rules
 * @param states the same for the answer to a check
 * @param failure an expression that fails with the text of an expression
 */
record ViewGuard(
        String engine,
        String newest,
        Function<TableExport.Guard, String> rules,
        Function<GrowthCheck, String> states,
        UnaryOperator<String> failure) {

    /** Returns the condition of a view, or no text if nothing can be checked. */
    String condition(TableExport export, ExportedTable table) {
        List<String> problems = new ArrayList<>();
        TableExport.Guard guard = export.guard();
        if (guard != null) {
            problems.add("SELECT CASE WHEN " + newest + " = " + SqlNames.text(guard.hash()) + " THEN NULL ELSE "
                    + SqlNames.text(export.outdated(engine)) + " END AS problem FROM " + rules.apply(guard));
        }
        for (GrowthCheck check : GrowthCheck.of(table)) {
            // An aggregate has a row in any case, and another answer than the one awaited is a problem.
            problems.add("SELECT CASE MIN(state) WHEN 'same' THEN NULL WHEN 'other' THEN "
                    + SqlNames.text(export.grown(table.name(), engine)) + " ELSE " + SqlNames.text(check.unseen())
                    + " END AS problem FROM " + states.apply(check));
        }
        return problems.isEmpty()
                ? ""
                : "\nWHERE (SELECT CASE WHEN COUNT(problem) = 0 THEN true ELSE " + failure.apply("MIN(problem)")
                        + " END FROM (\n" + String.join("\nUNION ALL ", problems) + ") problems)";
    }
}
