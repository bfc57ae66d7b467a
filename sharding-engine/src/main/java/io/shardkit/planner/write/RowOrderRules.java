package io.shardkit.planner.write;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.ColumnWords;
import io.shardkit.sql.text.Functions;
import org.jspecify.annotations.Nullable;

/**
 * Tells if the result of a write could depend on the order of the rows that it reads, which differs between data sources.
 * Each method returns the part of the statement that could, or null.
 */
public record RowOrderRules(ParsedStatement statement, Tables tables, Dialect dialect) {

    /** Returns true if the result of an aggregate is a value of rows, not their number. */
    public static boolean isOfValues(String function) {
        return Functions.isMergeableAggregate(function) && !function.equals("count");
    }

    /** @param grouped whether rows are put together, so that what stands for several of them matters */
    public @Nullable String dependent(boolean grouped) {
        String ofMatches = ofMatches();
        if (ofMatches != null) {
            return ofMatches;
        }
        String ofGroups = grouped ? ofGroups() : null;
        return ofGroups != null ? ofGroups : besideAggregate();
    }

    /** Of several rows that match one of a MERGE, the first may keep the others from doing so. */
    @Nullable String ofMatches() {
        return statement instanceof ParsedStatement.Write write
                        && new ColumnWords(write.text())
                                .inOnOfMerge(tables.uses().get(0).label(), write.assigned())
                ? "by MERGE whose ON reads what it assigns"
                : null;
    }

    /**
     * Returns the part whose groups depend on the order of the rows: a sum of fractions, or the one string that stands
     * for several equal ones.
     */
    private @Nullable String ofGroups() {
        for (TableUse use : tables.uses()) {
            for (Column column : tables.columns(use.id())) {
                boolean text = !column.comparable() && !column.textOrder().knowsEquality();
                if ((text || column.floating()) && new ColumnWords(statement.text()).inSubquery(column.name())) {
                    return "with an aggregate that may depend on the order of " + column.name();
                }
            }
        }
        return null;
    }

    /** MySQL and MariaDB take the value of any row where a column stands beside an aggregate. */
    private @Nullable String besideAggregate() {
        if (!dialect.clauses().takesAnyRow()) {
            return null;
        }
        for (TableUse use : tables.uses()) {
            for (Column column : tables.columns(use.id())) {
                if (new ColumnWords(statement.text()).besideAggregate(column.name())) {
                    return "with any row's " + column.name() + " beside an aggregate";
                }
            }
        }
        return null;
    }
}
