package io.shardkit.planner.select;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.merge.Aggregation;
import io.shardkit.merge.GroupKey;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.options.Limits;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.limit.KeyedRead;
import io.shardkit.plan.limit.KeyedText;
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
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.ConditionPlace;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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
    private final Dialect dialect;
    private final Limits limits;
    private final SelectNames names;
    private final HiddenColumns hidden = new HiddenColumns();
    private final OrderPlanner ordering;
    private final AggregatePlanner aggregating;

    /** The key columns that tell the rows of a locking read apart, or null if they need not be told apart. */
    private @Nullable List<KeyColumn> key;

    /**
     * The query of the units and its merge.
     *
     * @param limitPushed whether the template has a computed parameter for the pushed limit
     * @param keyed finds the first rows of an order for a locking read, or null if it does not look for any
     */
    public record Result(SqlTemplate template, MergeSpec merge, boolean limitPushed, @Nullable KeyedRead keyed) {}

    private record PlacedGroup(Place place, TextOrder text) {}

    private record GroupItem(Expression meant, PlacedGroup placed) {}

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
        this.dialect = dialect;
        this.limits = limits;
        this.names = new SelectNames(query, clauses, dialect);
        this.ordering = new OrderPlanner(clauses, names, tables, dialect, hidden);
        this.aggregating = new AggregatePlanner(query, tables, keys, dialect, names, hidden);
    }

    /** Returns the query of the units and its merge, or the reason that the answers cannot become one. */
    public Attempt<Result> plan() throws SQLException {
        if (clauses.special() != null) {
            Refusal window = windowApart(false);
            return Attempt.refused(
                    window != null ? window : new Refusal(ErrorCode.AGGREGATE_OVER_UNITS, clauses.special()));
        }
        if (new RowClauses(query.text()).hasNestedLimit()) {
            return Attempt.refused(ErrorCode.SUBQUERY_OVER_UNITS, "with LIMIT");
        }
        if (query.locking() && clauses.limit() != null) {
            return limited(clauses.limit());
        }
        boolean whole = isGroupedByKeys();
        boolean aggregated = !clauses.groupBy().isEmpty();
        for (SelectItem item : clauses.items()) {
            aggregated |= item.expression().ofSeveralRows();
        }
        for (OrderItem item : clauses.orderBy()) {
            aggregated |= item.expression().ofSeveralRows();
        }
        Refusal window = windowApart(whole || !aggregated);
        if (window != null) {
            return Attempt.refused(window);
        }
        if (whole) {
            return clauses.distinct() ? distinct(true) : rows(true);
        }
        if (clauses.groups().having()) {
            return Attempt.refused(ErrorCode.HAVING_OVER_UNITS, "");
        }
        for (SelectItem item : clauses.items()) {
            Expression expression = item.expression();
            if (expression.ofSeveralRows() && expression.kind() != Kind.AGGREGATE) {
                return Attempt.refused(ErrorCode.AGGREGATE_OVER_UNITS, names.text(expression));
            }
        }
        if (aggregated && clauses.distinct()) {
            return Attempt.refused(ErrorCode.DISTINCT_OVER_UNITS, "with aggregates");
        }
        return aggregated ? aggregated() : clauses.distinct() ? distinct(false) : rows(false);
    }

    /** A locking read that locks no more rows than it gives. */
    private Attempt<Result> limited(Limit limit) throws SQLException {
        boolean whole = clauses.distinct()
                || clauses.groups().having()
                || !clauses.groupBy().isEmpty();
        if (whole || limit.skips() || limit.count() == null || ofSeveralRows()) {
            return Attempt.refused(
                    ErrorCode.LOCK_OVER_UNITS, limit.skips() ? "with OFFSET" : "with LIMIT, of rows that are computed");
        }
        if (clauses.orderBy().isEmpty()) {
            return Attempt.done(finish(null, List.of(), true));
        }
        int[] locks = ConditionPlace.locks(query.text());
        boolean plain = tables.uses().size() == 1 && query.blocks().size() == 1;
        key = plain && locks != null ? FirstRows.key(tables, tables.uses().get(0), dialect) : null;
        Attempt<List<OrderPlanner.Placed>> ordered = ordering.order(item -> ordering.rowPlace(item, false));
        if (ordered instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        Result result = key == null ? null : finish(null, ordered.value(), true);
        KeyedRead keyed = locks == null || result == null
                ? null
                : keyed(limit, query.text().span(locks[0], locks[1]));
        return result == null || keyed == null
                ? Attempt.refused(
                        ErrorCode.LOCK_OVER_UNITS, "with ORDER BY and LIMIT, where no unique key tells the rows apart")
                : Attempt.done(new Result(result.template(), result.merge(), true, keyed));
    }

    private boolean ofSeveralRows() {
        return Stream.concat(
                        clauses.items().stream().map(SelectItem::expression),
                        clauses.orderBy().stream().map(OrderItem::expression))
                .anyMatch(expression -> expression.ofSeveralRows() || expression.kind() == Kind.WINDOW);
    }

    private @Nullable KeyedRead keyed(Limit limit, Span locks) {
        TableUse use = tables.uses().get(0);
        KeyedText lock = FirstRows.keyed(
                query.text(),
                () -> unordered(editor().replace(limit.span(), "", List.of())),
                tables.shardedOf(use),
                Objects.requireNonNull(key));
        SqlTemplate.Editor look = editor();
        editLimit(look, true);
        look.replace(locks, "", List.of());
        return lock == null ? null : new KeyedRead(look.build(), lock, ConditionPlace.skipsLocked(query.text()));
    }

    /** The rows are put into their order here: a database that does it may go by an index, and lock what it passes. */
    private SqlTemplate.Editor unordered(SqlTemplate.Editor editor) {
        SqlText text = query.text();
        int order = text.find(0, text.size(), 0, "ORDER");
        int end = order;
        while (end < text.size()
                && !(text.token(end).depth() == 0
                        && text.isOneOf(end, "LIMIT", "OFFSET", "FETCH", "FOR", "LOCK")
                        && text.endsOperand(end - 1))) {
            end++;
        }
        return order < 0 ? editor : editor.replace(text.span(order, end), "", List.of());
    }

    /** Returns true if no group has rows in two units, so that each unit gives whole groups. */
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
        Attempt<Expression> meant = names.groupMeant(group);
        return meant instanceof Refused ? null : meant.value().column();
    }

    /**
     * A window function sees whole partitions if no partition has rows in two units.
     *
     * @param pushed whether the rows that it sees are those of the units
     * @return why not, or null
     */
    private @Nullable Refusal windowApart(boolean pushed) {
        return Stream.concat(
                        clauses.items().stream().map(SelectItem::expression),
                        clauses.orderBy().stream().map(OrderItem::expression))
                .filter(expression -> isWindowApart(expression, pushed))
                .findFirst()
                .map(expression -> new Refusal(ErrorCode.WINDOW_OVER_UNITS, names.text(expression)))
                .orElse(null);
    }

    private boolean isWindowApart(Expression expression, boolean pushed) {
        if (expression.kind() == Kind.WINDOW) {
            for (Set<ColumnRef> partition : expression.partitions()) {
                if (!pushed || partition == null || !keys.areIn(partition)) {
                    return true;
                }
            }
        }
        return false;
    }

    private Attempt<Result> rows(boolean grouped) {
        return ordering.order(item -> ordering.rowPlace(item, grouped)).map(order -> finish(null, order, true));
    }

    private Attempt<Result> distinct(boolean grouped) {
        List<PlacedGroup> groups = new ArrayList<>();
        for (int i = 0; i < clauses.items().size(); i++) {
            Expression item = clauses.items().get(i).expression();
            if (item.kind() == Kind.STAR) {
                return Attempt.refused(ErrorCode.DISTINCT_OVER_UNITS, "DISTINCT *");
            }
            Attempt<PlacedGroup> group = group(item, Place.visible(i + 1));
            if (group instanceof Refused<PlacedGroup> refused) {
                return Attempt.refused(refused.refusal());
            }
            groups.add(group.value());
        }
        return ordering.order(item -> ordering.rowPlace(item, grouped).flatMap(MergePlanner::selected))
                .map(order -> finish(new PlacedAggregation(groups, List.of()), order, false));
    }

    private static Attempt<Place> selected(Place place) {
        return place.isHidden()
                ? Attempt.refused(ErrorCode.DISTINCT_OVER_UNITS, "ORDER BY something that is not selected")
                : Attempt.done(place);
    }

    private Attempt<PlacedGroup> group(Expression meant, Place place) {
        TextOrder text = tables.textOrder(meant.column());
        if (text.byWeights() && meant.kind() == Kind.COLUMN) {
            return Attempt.done(new PlacedGroup(ordering.weights(meant), text));
        }
        Refusal refusal = ordering.incomparable(meant.column(), false);
        return refusal != null ? Attempt.refused(refusal) : Attempt.done(new PlacedGroup(place, text));
    }

    private Attempt<Result> aggregated() {
        return Attempt.ofEach(clauses.groupBy(), item -> names.groupMeant(item).flatMap(this::groupItem))
                .flatMap(this::aggregated);
    }

    private Attempt<GroupItem> groupItem(Expression meant) {
        boolean weighed = tables.textOrder(meant.column()).byWeights();
        Attempt<Place> place = weighed ? Attempt.done(Place.visible(0)) : ordering.placeOf(meant);
        return place.flatMap(found -> group(meant, found)).map(placed -> new GroupItem(meant, placed));
    }

    private Attempt<Result> aggregated(List<GroupItem> groupBy) {
        List<PlacedGroup> groups = new ArrayList<>();
        Set<ColumnRef> groupColumns = new HashSet<>();
        Set<String> groupTexts = new HashSet<>();
        for (GroupItem item : groupBy) {
            Expression meant = item.meant();
            if (meant.column() != null) {
                groupColumns.add(meant.column());
            }
            groupTexts.add(meant.text());
            groups.add(item.placed());
        }
        List<AggregatePlanner.Placed> aggregates = new ArrayList<>();
        for (int i = 0; i < clauses.items().size(); i++) {
            Expression item = clauses.items().get(i).expression();
            if (item.kind() == Kind.AGGREGATE) {
                Attempt<AggregatePlanner.Placed> placed = aggregating.place(item, Place.visible(i + 1));
                if (placed instanceof Refused<AggregatePlanner.Placed> refused) {
                    return Attempt.refused(refused.refusal());
                }
                aggregates.add(placed.value());
            } else if (!isOfGroup(item, groupColumns, groupTexts)) {
                return Attempt.refused(ErrorCode.GROUP_BY_OVER_UNITS, names.text(item) + " is not a group key");
            }
        }
        Attempt<List<OrderPlanner.Placed>> ordered =
                ordering.order(item -> aggregatedOrderPlace(item, groupColumns, groupTexts, aggregates));
        if (ordered instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        List<OrderPlanner.Placed> order = ordered.value();
        return Attempt.done(finish(new PlacedAggregation(groups, aggregates), order, false));
    }

    private static boolean isOfGroup(Expression item, Set<ColumnRef> columns, Set<String> texts) {
        boolean row = item.kind() == Kind.COLUMN || item.kind() == Kind.ROW_WISE || item.kind() == Kind.INTEGER;
        return row && (texts.contains(item.text()) || (item.resolved() && columns.containsAll(item.columns())));
    }

    private Attempt<Place> aggregatedOrderPlace(
            OrderItem item,
            Set<ColumnRef> groupColumns,
            Set<String> groupTexts,
            List<AggregatePlanner.Placed> aggregates) {
        Expression expression = item.expression();
        if (expression.kind() == Kind.INTEGER) {
            return names.ordinal(expression).map(Place::visible);
        }
        Attempt<Optional<SelectItem>> aliased = ordering.aliased(item);
        if (aliased instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        Expression meant = aliased.value().map(SelectItem::expression).orElse(expression);
        int selected = names.indexOf(meant);
        if (selected > 0) {
            return Attempt.done(Place.visible(selected));
        }
        if (meant.kind() == Kind.AGGREGATE) {
            Place place = hidden.add(meant.span());
            return aggregating.place(meant, place).map(placed -> {
                aggregates.add(placed);
                return place;
            });
        }
        if (!isOfGroup(meant, groupColumns, groupTexts)) {
            return Attempt.refused(ErrorCode.GROUP_BY_OVER_UNITS, "ORDER BY " + names.text(meant));
        }
        Refusal ambiguity = names.ambiguity(meant);
        return ambiguity != null ? Attempt.refused(ambiguity) : Attempt.done(hidden.add(meant.span()));
    }

    private Result finish(@Nullable PlacedAggregation aggregation, List<OrderPlanner.Placed> order, boolean pushLimit) {
        SqlTemplate.Editor editor = editor();
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
        int keys = key == null ? 0 : key.size();
        MergeSpec merge = new MergeSpec(
                keys + hidden.count(),
                merged,
                order.stream().map(ordering::merged).toList());
        return new Result(editor.build(), merge, limitPushed, null);
    }

    /** The text with what is added to its select list. */
    private SqlTemplate.Editor editor() {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(query);
        aggregating.edit(editor, clauses);
        for (int i = 0; key != null && i < key.size(); i++) {
            editor.insert(clauses.list().end(), ", " + key.get(i).name() + " AS sk_key_" + i, List.of());
        }
        hidden.append(editor, clauses.list().end());
        return editor;
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
        if (count >= 0 && offset >= 0 && !query.locking()) {
            if (limit.offset() != null) {
                editor.replace(
                        limit.span(), firstRows(limit, Long.toString(new RowLimit(offset, count).end())), List.of());
            }
            return false;
        }
        editor.replace(limit.span(), firstRows(limit, "?"), List.of(-1));
        return true;
    }

    /** LIMIT stays LIMIT, so that modes of a database that lack it refuse it as they do without shards. */
    private String firstRows(Limit limit, String count) {
        boolean same = query.text().sql().regionMatches(true, limit.span().start(), "LIMIT", 0, "LIMIT".length());
        return same ? "LIMIT " + count : dialect.clauses().firstRows(count);
    }

    /** The number that a literal is, or -1 if that is only known when the statement is bound. */
    private static long wholeLiteral(@Nullable Value value) {
        return value instanceof Value.Literal literal && literal.value() instanceof Long number ? number : -1;
    }
}
