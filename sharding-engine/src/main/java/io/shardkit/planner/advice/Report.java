package io.shardkit.planner.advice;

import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.text.SqlText;
import java.util.Set;

/** Tells reports, which are about all rows of their tables, from statements that lack a condition. */
record Report(ParsedStatement statement, Tables tables, ColumnEqualities links) {
    private static final Set<String> OF_SETS =
            Set.of("GROUP", "DISTINCT", "OVER", "UNION", "INTERSECT", "EXCEPT", "MINUS");
    private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "AVG", "MIN", "MAX");

    /**
     * Returns true if the statement computes something of all rows: with a value for a sharding column it would answer
     * another question. A statement that gives some column a value may lack another one.
     */
    boolean isOfAllRows() {
        boolean computes = statement instanceof ParsedStatement.InsertSelect || isComputed();
        return computes
                && tables.shardedUses().stream()
                        .noneMatch(use -> links.conditionsOn(use).stream().anyMatch(Report::hasValue));
    }

    /** Returns true if the statement computes something of several rows, or puts them in an order. */
    boolean isOfSeveralRows() {
        return isComputed()
                || (statement instanceof ParsedStatement.Query query
                        && query.simple() != null
                        && !query.simple().orderBy().isEmpty());
    }

    private boolean isComputed() {
        if (!(statement instanceof ParsedStatement.Query query)) {
            return false;
        }
        SqlText text = query.text();
        for (int i = 0; i < text.size(); i++) {
            String word = text.word(i);
            if (OF_SETS.contains(word) || (AGGREGATES.contains(word) && text.is(i + 1, "("))) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasValue(Condition condition) {
        if (condition instanceof Condition.And and) {
            return and.parts().stream().anyMatch(Report::hasValue);
        }
        if (condition instanceof Condition.Or or) {
            return or.parts().stream().anyMatch(Report::hasValue);
        }
        return condition instanceof Condition.In || condition instanceof Condition.InArray;
    }
}
