package io.shardkit.planner.select;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.merge.Aggregation;
import io.shardkit.merge.GroupKey;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.options.Limits;
import io.shardkit.planner.analysis.SelectNames;
import io.shardkit.planner.analysis.ShardingKeyColumns;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.select.HiddenColumns.Place;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.Kind;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.OrderItem;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides how the answers of several units become one: what each unit is asked (the user's text with hidden columns
 * appended and its LIMIT widened) and what is done with the rows. Refuses what could not be done exactly. For one
 * statement whose joins stay within units; not thread-safe.
 */
public final class MergePlanner {
    private final ParsedStatement.Query query;
    private final SelectClauses clauses;
    private final Tables tables;
    private final ShardingKeyColumns keys;
    private final Limits limits;
    private final SelectNames names;
    private final HiddenColumns hidden = new HiddenColumns();
    private final OrderPlanner ordering;
    private final AggregatePlanner aggregating;

    /** What is asked and merged. */
    public record Result(SqlTemplate template, MergeSpec merge, boolean limitPushed) {}

    private record PlacedGroup(Place place, TextOrder text) {}

    private record PlacedAggregation(List<PlacedGroup> keys, List<AggregatePlanner.Placed> aggregates) {}

    public MergePlanner(
            ParsedStatement.Query query,
            SelectClauses clauses,
            Tables tables,
            ShardingKeyColumns keys,
            Dialect dialect,
            Limits limits) {
        this.query = query;
        this.clauses = clauses;
        this.tables = tables;
        this.keys = keys;
        this.limits = limits;
        this.names = new SelectNames(query, clauses, dialect);
        this.ordering = new OrderPlanner(clauses, names, tables, dialect, hidden);
        this.aggregating = new AggregatePlanner(query, tables, keys, dialect, names, hidden);
    }

    public Result plan() throws SQLException {
        if (clauses.special() != null) {
            checkWindows(false);
            throw ErrorCode.AGGREGATE_OVER_UNITS.exception(clauses.special());
        }
        if (query.text().rowClauses().hasNestedLimit()) {
            throw ErrorCode.SUBQUERY_OVER_UNITS.exception("with LIMIT");
        }
        if (query.locking() && (clauses.limit() != null || query.text().mentions("skip"))) {
            throw ErrorCode.LOCK_OVER_UNITS.exception("with LIMIT or SKIP LOCKED");
        }
        boolean whole = isGroupedByKeys();
        boolean aggregated = !clauses.groupBy().isEmpty();
        for (SelectItem item : clauses.items()) {
            aggregated |= item.expression().ofSeveralRows();
        }
        for (OrderItem item : clauses.orderBy()) {
            aggregated |= item.expression().ofSeveralRows();
        }
        checkWindows(whole || !aggregated);
        if (whole) {
            return clauses.distinct() ? distinct(true) : rows(true);
        }
        if (clauses.having()) {
            throw ErrorCode.HAVING_OVER_UNITS.exception("");
        }
        for (SelectItem item : clauses.items()) {
            Expression expression = item.expression();
            if (expression.ofSeveralRows() && expression.kind() != Kind.AGGREGATE) {
                throw ErrorCode.AGGREGATE_OVER_UNITS.exception(names.text(expression));
            }
        }
        if (aggregated && clauses.distinct()) {
            throw ErrorCode.DISTINCT_OVER_UNITS.exception("with aggregates");
        }
        return aggregated ? aggregated() : clauses.distinct() ? distinct(false) : rows(false);
    }

    /** Whether no group has rows in two units, so that each unit gives whole groups. */
    private boolean isGroupedByKeys() {
        Set<ColumnRef> columns = new HashSet<>();
        for (Expression group : clauses.groupBy()) {
            ColumnRef column = groupColumn(group);
            if (column != null) {
                columns.add(column);
            }
        }
        return !clauses.groupBy().isEmpty() && keys.areIn(columns);
    }

    /** The column that a group item is; null for anything else that groups are told apart by. */
    private @Nullable ColumnRef groupColumn(Expression group) {
        try {
            return names.groupMeant(group).column();
        } catch (SQLException notKnown) {
            return null;
        }
    }

    /**
     * A window function sees whole partitions if no partition has rows in two units.
     *
     * @param pushed whether the rows that it sees are those of the units
     */
    private void checkWindows(boolean pushed) throws SQLException {
        for (SelectItem item : clauses.items()) {
            checkWindow(item.expression(), pushed);
        }
        for (OrderItem item : clauses.orderBy()) {
            checkWindow(item.expression(), pushed);
        }
    }

    private void checkWindow(Expression expression, boolean pushed) throws SQLException {
        if (expression.kind() == Kind.WINDOW) {
            for (Set<ColumnRef> partition : expression.partitions()) {
                if (!pushed || partition == null || !keys.areIn(partition)) {
                    throw ErrorCode.WINDOW_OVER_UNITS.exception(names.text(expression));
                }
            }
        }
    }

    private Result rows(boolean grouped) throws SQLException {
        return finish(null, ordering.order(item -> ordering.rowPlace(item, grouped)), true);
    }

    private Result distinct(boolean grouped) throws SQLException {
        List<PlacedGroup> groups = new ArrayList<>();
        for (int i = 0; i < clauses.items().size(); i++) {
            Expression item = clauses.items().get(i).expression();
            if (item.kind() == Kind.STAR) {
                throw ErrorCode.DISTINCT_OVER_UNITS.exception("DISTINCT *");
            }
            groups.add(group(item, Place.visible(i + 1)));
        }
        List<OrderPlanner.Placed> order = ordering.order(item -> {
            Place place = ordering.rowPlace(item, grouped);
            if (place.isHidden()) {
                throw ErrorCode.DISTINCT_OVER_UNITS.exception("ORDER BY something that is not selected");
            }
            return place;
        });
        return finish(new PlacedAggregation(groups, List.of()), order, false);
    }

    private PlacedGroup group(Expression meant, Place place) throws SQLException {
        TextOrder text = tables.textOrder(meant.column());
        if (text.byWeights() && meant.kind() == Kind.COLUMN) {
            return new PlacedGroup(ordering.weights(meant), text);
        }
        ordering.checkComparable(meant.column(), false);
        return new PlacedGroup(place, text);
    }

    private Result aggregated() throws SQLException {
        List<PlacedGroup> groups = new ArrayList<>();
        Set<ColumnRef> groupColumns = new HashSet<>();
        Set<String> groupTexts = new HashSet<>();
        for (Expression group : clauses.groupBy()) {
            Expression meant = names.groupMeant(group);
            if (meant.column() != null) {
                groupColumns.add(meant.column());
            }
            groupTexts.add(meant.text());
            boolean weighed = tables.textOrder(meant.column()).byWeights();
            groups.add(group(meant, weighed ? Place.visible(0) : ordering.placeOf(meant)));
        }
        List<AggregatePlanner.Placed> aggregates = new ArrayList<>();
        for (int i = 0; i < clauses.items().size(); i++) {
            Expression item = clauses.items().get(i).expression();
            if (item.kind() == Kind.AGGREGATE) {
                aggregates.add(aggregating.place(item, Place.visible(i + 1)));
            } else if (!isOfGroup(item, groupColumns, groupTexts)) {
                throw ErrorCode.GROUP_BY_OVER_UNITS.exception(names.text(item) + " is not a group key");
            }
        }
        List<OrderPlanner.Placed> order =
                ordering.order(item -> aggregatedOrderPlace(item, groupColumns, groupTexts, aggregates));
        return finish(new PlacedAggregation(groups, aggregates), order, false);
    }

    private static boolean isOfGroup(Expression item, Set<ColumnRef> columns, Set<String> texts) {
        boolean row = item.kind() == Kind.COLUMN || item.kind() == Kind.ROW_WISE || item.kind() == Kind.INTEGER;
        return row && (texts.contains(item.text()) || (item.resolved() && columns.containsAll(item.columns())));
    }

    private Place aggregatedOrderPlace(
            OrderItem item,
            Set<ColumnRef> groupColumns,
            Set<String> groupTexts,
            List<AggregatePlanner.Placed> aggregates)
            throws SQLException {
        Expression expression = item.expression();
        if (expression.kind() == Kind.INTEGER) {
            return Place.visible(names.ordinal(expression));
        }
        SelectItem aliased = item.name() == null ? null : names.aliased(item.name());
        Expression meant = aliased == null ? expression : aliased.expression();
        int selected = names.indexOf(meant);
        if (selected > 0) {
            return Place.visible(selected);
        }
        if (meant.kind() == Kind.AGGREGATE) {
            Place place = hidden.add(meant.span());
            aggregates.add(aggregating.place(meant, place));
            return place;
        }
        if (!isOfGroup(meant, groupColumns, groupTexts)) {
            throw ErrorCode.GROUP_BY_OVER_UNITS.exception("ORDER BY " + names.text(meant));
        }
        names.checkAliases(meant);
        return hidden.add(meant.span());
    }

    private Result finish(@Nullable PlacedAggregation aggregation, List<OrderPlanner.Placed> order, boolean pushLimit) {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(query);
        aggregating.edit(editor, clauses);
        hidden.append(editor, clauses.selectListEnd());
        boolean limitPushed = editLimit(editor, pushLimit);
        Aggregation merged = aggregation == null
                ? null
                : new Aggregation(
                        aggregation.keys().stream()
                                .map(key -> new GroupKey(hidden.offset(key.place()), key.text()))
                                .toList(),
                        aggregation.aggregates().stream()
                                .map(aggregating::merged)
                                .toList(),
                        limits.maxMergedRows());
        MergeSpec merge = new MergeSpec(
                hidden.count(), merged, order.stream().map(ordering::merged).toList());
        return new Result(editor.build(), merge, limitPushed);
    }

    /** Each unit gives offset + count rows, or all of them if rows are computed from several units. */
    private boolean editLimit(SqlTemplate.Editor editor, boolean push) {
        Limit limit = clauses.limit();
        if (limit == null) {
            return false;
        }
        if (!push || limit.count() == null) {
            editor.replace(limit.span(), "", List.of());
            return false;
        }
        long count = wholeLiteral(limit.count());
        long offset = limit.offset() == null ? 0 : wholeLiteral(limit.offset());
        if (count >= 0 && offset >= 0) {
            if (limit.offset() != null) {
                editor.replace(limit.span(), "LIMIT " + new RowLimit(offset, count).end(), List.of());
            }
            return false;
        }
        editor.replace(limit.span(), "LIMIT ?", List.of(-1));
        return true;
    }

    /** The number that a literal is, or -1 if that is only known when the statement is bound. */
    private static long wholeLiteral(@Nullable Value value) {
        return value instanceof Value.Literal literal && literal.value() instanceof Long number ? number : -1;
    }
}
