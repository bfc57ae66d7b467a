package io.shardkit.plan;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.merge.Aggregate;
import io.shardkit.merge.Aggregation;
import io.shardkit.merge.GroupKey;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.merge.SortKey;
import io.shardkit.rule.Limits;
import io.shardkit.sql.ColumnRef;
import io.shardkit.sql.Expression;
import io.shardkit.sql.Expression.AggregateCall;
import io.shardkit.sql.Expression.Kind;
import io.shardkit.sql.Limit;
import io.shardkit.sql.OrderItem;
import io.shardkit.sql.ParsedStatement;
import io.shardkit.sql.ParsedStatement.SelectClauses;
import io.shardkit.sql.SelectItem;
import io.shardkit.sql.Span;
import io.shardkit.sql.SqlTemplate;
import io.shardkit.sql.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides how the answers of several units become one: what each unit is asked (the user's text with hidden columns
 * appended and its LIMIT widened) and what is done with the rows. Refuses what could not be done exactly. For one
 * statement; not thread-safe.
 */
final class MergePlanner {
    private static final String HIDDEN = "sk_hidden_";

    private final ParsedStatement.Query query;
    private final SelectClauses clauses;
    private final Tables tables;
    private final Dialect dialect;
    private final Limits limits;
    private final List<Hidden> hidden = new ArrayList<>();

    /** What is asked and merged. */
    record Result(SqlTemplate template, MergeSpec merge, boolean limitPushed) {}

    /** A hidden column: a copy of a span of the statement between two texts. */
    private record Hidden(String before, Span span, String after) {}

    /** A column of the units' rows; hidden ones are counted by themselves until all are known. */
    private record Place(boolean isHidden, int index) {}

    MergePlanner(ParsedStatement.Query query, SelectClauses clauses, Tables tables, Dialect dialect, Limits limits) {
        this.query = query;
        this.clauses = clauses;
        this.tables = tables;
        this.dialect = dialect;
        this.limits = limits;
    }

    Result plan() throws SQLException {
        for (SelectItem item : clauses.items()) {
            checkNoWindow(item.expression());
        }
        for (OrderItem item : clauses.orderBy()) {
            checkNoWindow(item.expression());
        }
        if (clauses.special() != null) {
            throw ErrorCode.AGGREGATE_OVER_UNITS.exception(clauses.special());
        }
        if (query.text().hasNestedLimit()) {
            throw ErrorCode.SUBQUERY_OVER_UNITS.exception("with LIMIT");
        }
        if (query.locking() && (clauses.limit() != null || query.text().mentions("skip"))) {
            throw ErrorCode.LOCK_OVER_UNITS.exception("with LIMIT or SKIP LOCKED");
        }
        if (clauses.having()) {
            throw ErrorCode.HAVING_OVER_UNITS.exception("");
        }
        boolean aggregated = !clauses.groupBy().isEmpty();
        for (SelectItem item : clauses.items()) {
            if (item.expression().kind() == Kind.COMPOSITE) {
                throw ErrorCode.AGGREGATE_OVER_UNITS.exception(text(item.expression()));
            }
            aggregated |= item.expression().kind() == Kind.AGGREGATE;
        }
        if (aggregated && clauses.distinct()) {
            throw ErrorCode.DISTINCT_OVER_UNITS.exception("with aggregates");
        }
        return aggregated ? aggregated() : clauses.distinct() ? distinct() : rows();
    }

    private void checkNoWindow(Expression expression) throws SQLException {
        if (expression.kind() == Kind.WINDOW) {
            throw ErrorCode.WINDOW_OVER_UNITS.exception(text(expression));
        }
    }

    private Result rows() throws SQLException {
        List<PlacedKey> order = order(this::rowOrderPlace);
        return finish(null, order, true);
    }

    private Result distinct() throws SQLException {
        List<PlacedGroup> groups = new ArrayList<>();
        for (int i = 0; i < clauses.items().size(); i++) {
            Expression item = clauses.items().get(i).expression();
            if (item.kind() == Kind.STAR) {
                throw ErrorCode.DISTINCT_OVER_UNITS.exception("DISTINCT *");
            }
            groups.add(group(item, new Place(false, i + 1)));
        }
        List<PlacedKey> order = order(item -> {
            Place place = rowOrderPlace(item);
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
            return new PlacedGroup(weights(meant), text);
        }
        checkComparable(meant.column(), false);
        return new PlacedGroup(place, text);
    }

    private Result aggregated() throws SQLException {
        List<PlacedGroup> groups = new ArrayList<>();
        Set<ColumnRef> groupColumns = new HashSet<>();
        Set<String> groupTexts = new HashSet<>();
        for (Expression group : clauses.groupBy()) {
            Expression meant = groupMeant(group);
            if (meant.column() != null) {
                groupColumns.add(meant.column());
            }
            groupTexts.add(meant.text());
            groups.add(tables.textOrder(meant.column()).byWeights()
                    ? group(meant, new Place(false, 0))
                    : group(meant, placeOf(meant)));
        }
        List<PlacedAggregate> aggregates = new ArrayList<>();
        for (int i = 0; i < clauses.items().size(); i++) {
            Expression item = clauses.items().get(i).expression();
            if (item.kind() == Kind.AGGREGATE) {
                aggregates.add(aggregate(item, new Place(false, i + 1)));
            } else if (!isOfGroup(item, groupColumns, groupTexts)) {
                throw ErrorCode.GROUP_BY_OVER_UNITS.exception(text(item) + " is not a group key");
            }
        }
        List<PlacedKey> order = order(item -> aggregatedOrderPlace(item, groupColumns, groupTexts, aggregates));
        return finish(new PlacedAggregation(groups, aggregates), order, false);
    }

    private static boolean isOfGroup(Expression item, Set<ColumnRef> columns, Set<String> texts) {
        return item.kind() != Kind.STAR
                && (texts.contains(item.text()) || (item.resolved() && columns.containsAll(item.columns())));
    }

    /** What a group item means: an ordinal or an alias stands for a select item. */
    private Expression groupMeant(Expression group) throws SQLException {
        if (group.kind() == Kind.INTEGER) {
            return ordinal(group).expression();
        }
        if (group.kind() == Kind.COLUMN) {
            SelectItem aliased = aliased(group.text().trim());
            ColumnRef column = group.column();
            if (aliased != null && column == null) {
                return row(aliased.expression());
            }
            if (aliased != null
                    && column != null
                    && !column.equals(aliased.expression().column())) {
                throw ErrorCode.GROUP_BY_OVER_UNITS.exception(text(group) + " is an alias and a column");
            }
            return group;
        }
        checkAliases(group);
        return row(group);
    }

    private Expression row(Expression expression) throws SQLException {
        if (expression.kind() != Kind.COLUMN && expression.kind() != Kind.ROW_WISE) {
            throw ErrorCode.GROUP_BY_OVER_UNITS.exception(text(expression));
        }
        return expression;
    }

    private PlacedAggregate aggregate(Expression item, Place place) throws SQLException {
        AggregateCall call = item.aggregate();
        if (call == null || !call.plain() || (call.distinct() && !extreme(call))) {
            throw ErrorCode.AGGREGATE_OVER_UNITS.exception(text(item));
        }
        if (extreme(call)) {
            checkComparable(call.column(), true);
        } else if (!call.function().equals("COUNT")
                && dialect.sumsUnroundedQuotients()
                && !query.text().isExactArithmetic(call.argument())) {
            throw ErrorCode.AGGREGATE_OVER_UNITS.exception(text(item));
        }
        TextOrder textOrder = tables.textOrder(call.column());
        return switch (call.function()) {
            case "COUNT", "SUM", "MIN", "MAX" -> new PlacedAggregate(call.function(), place, null, null, textOrder);
            case "AVG" ->
                new PlacedAggregate(
                        "AVG",
                        place,
                        hide("SUM(", call.argument(), ")"),
                        hide("COUNT(", call.argument(), ")"),
                        textOrder);
            default -> throw ErrorCode.AGGREGATE_OVER_UNITS.exception(text(item));
        };
    }

    /** Finds the column that an order item is compared by. */
    @FunctionalInterface
    private interface OrderPlace {
        Place of(OrderItem item) throws SQLException;
    }

    private List<PlacedKey> order(OrderPlace places) throws SQLException {
        List<PlacedKey> keys = new ArrayList<>();
        for (OrderItem item : clauses.orderBy()) {
            if (!item.plain()) {
                throw ErrorCode.TEXT_ORDER_UNKNOWN.exception("ORDER BY " + text(item.expression()) + " COLLATE");
            }
            Place place = places.of(item);
            Boolean written = item.nullsFirst();
            boolean nullsFirst = written != null ? written : dialect.nullsLow() != item.descending();
            Expression meant = meantBy(item, place);
            ColumnRef column = columnOf(meant);
            TextOrder text = tables.textOrder(column);
            if (text.byWeights() && meant.kind() == Kind.COLUMN) {
                place = weights(meant);
            } else {
                checkComparable(column, true);
            }
            keys.add(new PlacedKey(place, item.descending(), nullsFirst, text));
        }
        return keys;
    }

    /** Refuses a column of which it is known already that the merge cannot compare it. */
    private void checkComparable(@Nullable ColumnRef ref, boolean order) throws SQLException {
        Column column = ref == null ? null : tables.column(ref);
        if (column != null && !(order ? column.knowsOrder() : column.knowsEquality())) {
            throw ErrorCode.TEXT_ORDER_UNKNOWN.exception(column.name() + " of type " + column.typeName());
        }
    }

    /** The weights of a text column, which compare as the database compares the text. */
    private Place weights(Expression column) {
        return hide(dialect.weightFunction() + "(", column.span(), ")");
    }

    /** What an item orders by: the select item that it stands for, or itself. */
    private Expression meantBy(OrderItem item, Place place) {
        return !place.isHidden() && firstStar() >= place.index()
                ? clauses.items().get(place.index() - 1).expression()
                : item.expression();
    }

    private static @Nullable ColumnRef columnOf(Expression meant) {
        AggregateCall call = meant.aggregate();
        return call == null ? meant.column() : extreme(call) ? call.column() : null;
    }

    private static boolean extreme(AggregateCall call) {
        return call.function().equals("MIN") || call.function().equals("MAX");
    }

    private Place rowOrderPlace(OrderItem item) throws SQLException {
        Expression expression = item.expression();
        if (expression.kind() == Kind.INTEGER) {
            return new Place(false, ordinalNumber(expression));
        }
        SelectItem aliased = item.name() == null ? null : aliased(item.name());
        if (aliased != null) {
            return placeOf(aliased.expression());
        }
        if (expression.kind() == Kind.COMPOSITE || !expression.resolved()) {
            throw ErrorCode.UNKNOWN_COLUMN_ORIGIN.exception("ORDER BY " + text(expression));
        }
        if (expression.kind() == Kind.AGGREGATE) {
            throw ErrorCode.GROUP_BY_OVER_UNITS.exception("ORDER BY " + text(expression) + " without GROUP BY");
        }
        checkAliases(expression);
        return placeOf(expression);
    }

    /** A name within an expression may mean an alias to the database; a copy in the select list would mean a column. */
    private void checkAliases(Expression expression) throws SQLException {
        for (ColumnRef column : expression.columns()) {
            SelectItem aliased = aliased(column.name());
            if (aliased != null && !column.equals(aliased.expression().column())) {
                throw ErrorCode.UNKNOWN_COLUMN_ORIGIN.exception(text(expression) + " may mean an alias or a column");
            }
        }
    }

    private Place aggregatedOrderPlace(
            OrderItem item, Set<ColumnRef> groupColumns, Set<String> groupTexts, List<PlacedAggregate> aggregates)
            throws SQLException {
        Expression expression = item.expression();
        if (expression.kind() == Kind.INTEGER) {
            return new Place(false, ordinalNumber(expression));
        }
        SelectItem aliased = item.name() == null ? null : aliased(item.name());
        Expression meant = aliased == null ? expression : aliased.expression();
        int selected = indexOf(meant);
        if (selected > 0) {
            return new Place(false, selected);
        }
        if (meant.kind() == Kind.AGGREGATE) {
            Place place = hide("", meant.span(), "");
            aggregates.add(aggregate(meant, place));
            return place;
        }
        if (meant.kind() == Kind.COMPOSITE || !isOfGroup(meant, groupColumns, groupTexts)) {
            throw ErrorCode.GROUP_BY_OVER_UNITS.exception("ORDER BY " + text(meant));
        }
        checkAliases(meant);
        return hide("", meant.span(), "");
    }

    /** The select item that is the expression, if its column's number is known, or a hidden copy. */
    private Place placeOf(Expression expression) throws SQLException {
        if (expression.kind() == Kind.STAR || expression.kind() == Kind.INTEGER) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception(text(expression));
        }
        int selected = indexOf(expression);
        return selected > 0 ? new Place(false, selected) : hide("", expression.span(), "");
    }

    private int indexOf(Expression expression) {
        int end = firstStar();
        for (int i = 0; i < end; i++) {
            Expression item = clauses.items().get(i).expression();
            ColumnRef column = expression.column();
            if (column != null
                    ? column.equals(item.column())
                    : expression.text().equals(item.text())) {
                return i + 1;
            }
        }
        return 0;
    }

    /** How many select items stand before the first {@code *}; their columns' numbers are known. */
    private int firstStar() {
        int i = 0;
        while (i < clauses.items().size() && clauses.items().get(i).expression().kind() != Kind.STAR) {
            i++;
        }
        return i;
    }

    private Place hide(String before, Span span, String after) {
        Hidden column = new Hidden(before, span, after);
        int known = hidden.indexOf(column);
        if (known < 0) {
            hidden.add(column);
        }
        return new Place(true, known < 0 ? hidden.size() - 1 : known);
    }

    /** The item of that alias, or null; databases choose differently among several results of one name. */
    private @Nullable SelectItem aliased(String name) throws SQLException {
        String lower = name.toLowerCase(Locale.ROOT);
        SelectItem found = null;
        int named = 0;
        for (SelectItem item : clauses.items()) {
            ColumnRef column = item.expression().column();
            if (lower.equals(item.alias())) {
                found = item;
                named++;
            } else if (item.expression().kind() == Kind.STAR
                    || (item.alias() == null && column != null && column.name().equals(lower))) {
                named++;
            }
        }
        if (found != null && named > 1) {
            throw ErrorCode.UNKNOWN_COLUMN_ORIGIN.exception(name + " names several results");
        }
        return found;
    }

    private SelectItem ordinal(Expression expression) throws SQLException {
        int number = ordinalNumber(expression);
        if (number > firstStar()) {
            throw ErrorCode.GROUP_BY_OVER_UNITS.exception("ordinal " + number);
        }
        SelectItem item = clauses.items().get(number - 1);
        row(item.expression());
        return item;
    }

    private int ordinalNumber(Expression expression) throws SQLException {
        try {
            int number = Integer.parseInt(expression.text().trim());
            if (number >= 1
                    && (number <= clauses.items().size()
                            || firstStar() < clauses.items().size())) {
                return number;
            }
        } catch (NumberFormatException e) {
            // falls through to the refusal
        }
        throw ErrorCode.UNSUPPORTED_SYNTAX.exception("ordinal " + text(expression));
    }

    private String text(Expression expression) {
        return query.text()
                .sql()
                .substring(expression.span().start(), expression.span().end());
    }

    private record PlacedKey(Place place, boolean descending, boolean nullsFirst, TextOrder text) {}

    private record PlacedGroup(Place place, TextOrder text) {}

    private record PlacedAggregate(
            String function, Place place, @Nullable Place sum, @Nullable Place count, TextOrder text) {}

    private record PlacedAggregation(List<PlacedGroup> keys, List<PlacedAggregate> aggregates) {}

    private Result finish(@Nullable PlacedAggregation aggregation, List<PlacedKey> order, boolean pushLimit) {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(query);
        for (int i = 0; i < hidden.size(); i++) {
            Hidden column = hidden.get(i);
            editor.insertCopy(
                    clauses.selectListEnd(),
                    ", " + column.before(),
                    column.span(),
                    column.after() + " AS " + HIDDEN + i);
        }
        boolean limitPushed = editLimit(editor, pushLimit);
        List<SortKey> keys = order.stream()
                .map(key -> new SortKey(column(key.place()), key.descending(), key.nullsFirst(), key.text()))
                .toList();
        Aggregation merged = aggregation == null
                ? null
                : new Aggregation(
                        aggregation.keys().stream()
                                .map(key -> new GroupKey(column(key.place()), key.text()))
                                .toList(),
                        aggregation.aggregates().stream().map(this::aggregateOf).toList(),
                        limits.maxMergedRows());
        return new Result(editor.build(), new MergeSpec(hidden.size(), merged, keys), limitPushed);
    }

    private Aggregate aggregateOf(PlacedAggregate placed) {
        int column = column(placed.place());
        return switch (placed.function()) {
            case "COUNT" -> new Aggregate.Count(column);
            case "SUM" -> new Aggregate.Sum(column);
            case "MIN" -> new Aggregate.Min(column, placed.text());
            case "MAX" -> new Aggregate.Max(column, placed.text());
            default ->
                new Aggregate.Avg(
                        column,
                        placed.sum() == null ? 0 : column(placed.sum()),
                        placed.count() == null ? 0 : column(placed.count()));
        };
    }

    private int column(Place place) {
        return place.isHidden() ? place.index() - hidden.size() : place.index();
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
                editor.replace(limit.span(), "LIMIT " + QueryPlan.sum(new RowLimit(offset, count)), List.of());
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
