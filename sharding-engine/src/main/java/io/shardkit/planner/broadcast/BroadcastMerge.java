package io.shardkit.planner.broadcast;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans a MERGE of rows into a broadcast table: on each data source, if nothing but its values decides what it does.
 *
 * @param generation the column that is filled where an INSERT leaves it out, or null
 */
public record BroadcastMerge(
        ParsedStatement.Merge merge, Tables tables, Dialect dialect, @Nullable KeyGeneration generation) {

    /** The plan, or why copies could differ. */
    public Attempt<StatementPlan> plan(int dataSources) {
        List<Given> given = new ArrayList<>();
        for (ParsedStatement.MergeRow row : merge.rows()) {
            String differing = differing(row, given);
            if (differing != null) {
                return Attempt.refused(ErrorCode.BROADCAST_WRITE, name() + " " + differing);
            }
        }
        SqlText text = merge.text();
        Refusal timed = TimeWords.check(merge, tables, dialect, given);
        if (timed != null) {
            return Attempt.refused(timed);
        }
        return Attempt.done(
                BroadcastPlan.of(StatementKind.UPDATE, text.sql(), text.parameterCount(), dataSources, given));
    }

    private String name() {
        return tables.uses().get(0).name();
    }

    private @Nullable String differing(ParsedStatement.MergeRow source, List<Given> given) {
        if (merge.own() != null) {
            return "by MERGE with " + merge.own();
        }
        if (generation != null
                && source.inserted().stream().anyMatch(row -> !row.columns().contains(generation.column()))) {
            return "by MERGE without " + generation.column() + ", a generated key";
        }
        for (Column column : tables.columns(0)) {
            boolean assigned =
                    source.assignments().stream().anyMatch(set -> set.column().equals(column.name()));
            boolean updated =
                    !source.assignments().isEmpty() && column.filling().onUpdate() && !assigned;
            if (updated || source.inserted().stream().anyMatch(row -> isFilled(column, row, given))) {
                return "whose " + column.name() + " is filled by each database itself";
            }
        }
        return null;
    }

    /** Returns true if each database fills the column by itself where the row leaves it out. */
    private boolean isFilled(Column column, ParsedStatement.MergedRow row, List<Given> given) {
        Filling.Kind kind = column.filling().kind();
        if (kind == Filling.Kind.CONSTANT) {
            return false;
        }
        Value value = row.value(column.name());
        if (value == null) {
            // It is given by an expression, or left out.
            return !row.columns().contains(column.name()) || !Given.Filled.takesNull(column);
        }
        Given.Filled one = Given.Filled.of(name(), column, value);
        given.add(one);
        return value instanceof Value.Literal literal && one.refusal(literal.value()) != null;
    }
}
