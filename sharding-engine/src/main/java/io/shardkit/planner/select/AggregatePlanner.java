package io.shardkit.planner.select;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.merge.Aggregate;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Refusal;
import io.shardkit.planner.analysis.SelectNames;
import io.shardkit.planner.analysis.ShardingKeyColumns;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.select.HiddenColumns.Place;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.AggregateCall;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides how the units' values of an aggregate become one; refuses those of which that is not exact. */
final class AggregatePlanner {
    private final ParsedStatement.Query query;
    private final Tables tables;
    private final ShardingKeyColumns keys;
    private final Dialect dialect;
    private final SelectNames names;
    private final HiddenColumns hidden;
    private @Nullable AggregateCall counted;
    private boolean addsDistinct;
    private boolean extremes;

    /** An aggregate whose columns have no offsets yet. */
    record Placed(
            String function,
            Place place,
            @Nullable Place sum,
            @Nullable Place count,
            @Nullable Place value,
            TextOrder text) {}

    AggregatePlanner(
            ParsedStatement.Query query,
            Tables tables,
            ShardingKeyColumns keys,
            Dialect dialect,
            SelectNames names,
            HiddenColumns hidden) {
        this.names = names;
        this.query = query;
        this.tables = tables;
        this.keys = keys;
        this.dialect = dialect;
        this.hidden = hidden;
    }

    Attempt<Placed> place(Expression item, Place place) {
        AggregateCall call = item.aggregate();
        if (call == null || !call.plain()) {
            return refused(item);
        }
        if (call.distinct() && !isExtreme(call)) {
            if (!isEachOnce(call)) {
                return distinct(item, call, place);
            }
            addsDistinct = true;
        }
        extremes |= isExtreme(call);
        if (groupsClash()) {
            return refused(item);
        }
        if (isExtreme(call)) {
            ColumnRef ref = call.column();
            Column column = ref == null ? null : tables.column(ref);
            if (column != null && !column.knowsOrder()) {
                return Attempt.refused(ErrorCode.TEXT_ORDER_UNKNOWN, column.name() + " of type " + column.typeName());
            }
        } else if (!call.function().equals("COUNT")
                && dialect.sumsUnroundedQuotients()
                && !new RowClauses(query.text()).isExactArithmetic(call.argument())) {
            return refused(item);
        }
        TextOrder text = tables.textOrder(call.column());
        return switch (call.function()) {
            case "COUNT", "SUM", "MIN", "MAX" ->
                Attempt.done(new Placed(call.function(), place, null, null, null, text));
            case "AVG" ->
                Attempt.done(
                        new Placed("AVG", place, summed(call), hidden.add("COUNT(", call.argument(), ")"), null, text));
            default -> refused(item);
        };
    }

    /** The sum that a unit averages. */
    private Place summed(AggregateCall call) {
        Column column = call.column() == null ? null : tables.column(call.column());
        String type = column == null ? null : dialect.typeOfAveragedSum(column.definition());
        return type == null
                ? hidden.add("SUM(", call.argument(), ")")
                : hidden.add("SUM(CAST(", call.argument(), " AS " + type + "))");
    }

    /** The units group by the values too, of one column; they are counted when all have come. */
    private Attempt<Placed> distinct(Expression item, AggregateCall call, Place place) {
        ColumnRef ref = call.column();
        Column column = ref == null ? null : tables.column(ref);
        boolean another = counted != null && !Objects.equals(counted.column(), ref);
        boolean hints = !query.text().indexHints().isEmpty();
        if (column == null
                || ref == null
                || another
                || hints
                || !call.function().equals("COUNT")) {
            return refused(item);
        }
        Refusal ambiguity = names.ambiguity(ref);
        if (ambiguity != null) {
            return Attempt.refused(ambiguity);
        }
        TextOrder text = column.textOrder();
        if (!text.byWeights() && !column.knowsEquality()) {
            return refused(item);
        }
        counted = call;
        if (groupsClash()) {
            return refused(item);
        }
        String before = text.byWeights() ? dialect.weightFunction() + "(" : "";
        Place value = hidden.add(before, call.argument(), text.byWeights() ? ")" : "");
        return Attempt.done(new Placed("COUNT", place, null, null, value, text));
    }

    /**
     * Returns true if grouping for a distinct count breaks another aggregate: a value that only one unit has may be in
     * several of the groups made for the count, and the least value of groups may be of another type than that of all
     * rows.
     */
    private boolean groupsClash() {
        return counted != null && (addsDistinct || (extremes && dialect.groupsChangeExtremes()));
    }

    /** Makes the units group by the column whose values are counted, so that each group has one of them. */
    void edit(SqlTemplate.Editor editor, SelectClauses clauses) {
        if (counted == null) {
            return;
        }
        String by = clauses.groupBy().isEmpty() ? " GROUP BY " : ", ";
        editor.insertCopy(clauses.groups().end(), by, counted.argument(), "");
        for (SelectItem item : clauses.items()) {
            AggregateCall call = item.expression().aggregate();
            if (call != null && call.distinct() && !isExtreme(call)) {
                dropDistinct(editor, item, call);
            }
        }
    }

    /** A database sorts to tell values apart, even if there is one only. The result keeps its label. */
    private void dropDistinct(SqlTemplate.Editor editor, SelectItem item, AggregateCall call) {
        SqlText text = query.text();
        Span whole = item.expression().span();
        boolean labelled = item.alias() == null;
        if (labelled && !dialect.labelsByText()) {
            return;
        }
        int argument = text.tokenFrom(call.argument().start());
        if (!text.is(argument - 1, "DISTINCT") || !text.is(argument - 2, "(")) {
            return;
        }
        Span word = new Span(text.token(argument - 1).start(), call.argument().start());
        editor.replace(word, "", List.of());
        if (labelled) {
            int start = text.labelStart(
                    text.tokenFrom(whole.start()), dialect.clauses().labelsBeginWithComments());
            editor.label(whole.end(), text.sql().substring(start, whole.end()));
        }
    }

    /** Returns true if no two units have a value in common. */
    private boolean isEachOnce(AggregateCall call) {
        ColumnRef column = call.column();
        boolean apart = column != null && keys.areIn(Set.of(column));
        return apart && (call.function().equals("COUNT") || call.function().equals("SUM"));
    }

    private Attempt<Placed> refused(Expression item) {
        String text =
                query.text().sql().substring(item.span().start(), item.span().end());
        return Attempt.refused(ErrorCode.AGGREGATE_OVER_UNITS, text);
    }

    static boolean isExtreme(AggregateCall call) {
        return call.function().equals("MIN") || call.function().equals("MAX");
    }

    Aggregate merged(Placed placed) {
        int column = hidden.offset(placed.place());
        if (placed.value() != null) {
            return new Aggregate.CountDistinct(column, hidden.offset(placed.value()), placed.text());
        }
        return switch (placed.function()) {
            case "COUNT" -> new Aggregate.Count(column);
            case "SUM" -> new Aggregate.Sum(column);
            case "MIN" -> new Aggregate.Min(column, placed.text());
            case "MAX" -> new Aggregate.Max(column, placed.text());
            default ->
                new Aggregate.Avg(
                        column,
                        placed.sum() == null ? 0 : hidden.offset(placed.sum()),
                        placed.count() == null ? 0 : hidden.offset(placed.count()));
        };
    }
}
