package io.shardkit.planner.write;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans a MERGE of one row into a broadcast table: on each data source, if nothing but its values decides what it does. */
public final class BroadcastMerge {
    private final ParsedStatement.Merge merge;
    private final Tables tables;
    private final String name;
    private final @Nullable KeyGeneration generation;
    private final List<EverySourcePlan.Given> given = new ArrayList<>();

    /** @param generation the column that is filled where an INSERT leaves it out, or null */
    public BroadcastMerge(ParsedStatement.Merge merge, Tables tables, @Nullable KeyGeneration generation) {
        this.merge = merge;
        this.generation = generation;
        this.tables = tables;
        this.name = tables.uses().get(0).name();
    }

    /** The plan, or why copies could differ. */
    public Attempt<StatementPlan> plan(int dataSources) {
        String differing = differing();
        return differing != null
                ? Attempt.refused(ErrorCode.BROADCAST_WRITE, name + " " + differing)
                : Attempt.done(EverySourcePlan.of(
                        StatementKind.UPDATE, merge.text().sql(), merge.text().parameterCount(), dataSources, given));
    }

    private @Nullable String differing() {
        if (!merge.byValues()) {
            return "by MERGE with a condition other than that columns equal values";
        }
        boolean computed = merge.assignments().stream().anyMatch(set -> set.value() == null && set.source() == null)
                || merge.inserted().stream()
                        .anyMatch(row -> !row.values().keySet().containsAll(row.columns()));
        if (computed) {
            return "by MERGE with an expression";
        }
        if (generation != null
                && merge.inserted().stream().anyMatch(row -> !row.columns().contains(generation.column()))) {
            return "by MERGE without " + generation.column() + ", a generated key";
        }
        for (Column column : tables.columns(0)) {
            boolean assigned =
                    merge.assignments().stream().anyMatch(set -> set.column().equals(column.name()));
            boolean updated = !merge.assignments().isEmpty() && column.filling().onUpdate() && !assigned;
            if (updated || merge.inserted().stream().anyMatch(row -> isFilled(column, row))) {
                return "whose " + column.name() + " is filled by each database itself";
            }
        }
        return null;
    }

    /** Whether each database fills the column by itself where the row leaves it out. */
    private boolean isFilled(Column column, ParsedStatement.MergedRow row) {
        Filling.Kind kind = column.filling().kind();
        if (kind == Filling.Kind.CONSTANT) {
            return false;
        }
        Value value = row.values().get(column.name());
        if (value == null) {
            return true;
        }
        EverySourcePlan.Given one = EverySourcePlan.Given.of(name, column, value);
        given.add(one);
        return value instanceof Value.Literal literal && one.refusal(literal.value()) != null;
    }
}
