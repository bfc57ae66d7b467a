package io.shardkit.planner.select;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.merge.SortKey;
import io.shardkit.planner.analysis.SelectNames;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.select.HiddenColumns.Place;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.AggregateCall;
import io.shardkit.sql.statement.Expression.Kind;
import io.shardkit.sql.statement.OrderItem;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides by which columns rows are compared: selected ones, hidden copies, or the weights of a text. */
final class OrderPlanner {
    private final SelectClauses clauses;
    private final SelectNames names;
    private final Tables tables;
    private final Dialect dialect;
    private final HiddenColumns hidden;

    /** Finds the column that an order item is compared by. */
    @FunctionalInterface
    interface Places {
        Place of(OrderItem item) throws SQLException;
    }

    /** A column to order by that has no offset yet. */
    record Placed(Place place, boolean descending, boolean nullsFirst, TextOrder text, @Nullable Place sortedBy) {}

    OrderPlanner(SelectClauses clauses, SelectNames names, Tables tables, Dialect dialect, HiddenColumns hidden) {
        this.clauses = clauses;
        this.names = names;
        this.tables = tables;
        this.dialect = dialect;
        this.hidden = hidden;
    }

    List<Placed> order(Places places) throws SQLException {
        List<Placed> keys = new ArrayList<>();
        for (OrderItem item : clauses.orderBy()) {
            if (!item.plain()) {
                throw ErrorCode.TEXT_ORDER_UNKNOWN.exception("ORDER BY " + names.text(item.expression()) + " COLLATE");
            }
            Place place = places.of(item);
            Place sortedBy = place;
            Expression meant = meantBy(item, place);
            ColumnRef column = columnOf(meant);
            TextOrder text = tables.textOrder(column);
            if (text.byWeights() && meant.kind() == Kind.COLUMN) {
                // As bytes, without the blanks that texts are filled up with, weights would be sorted otherwise.
                sortedBy = place.isHidden() ? null : place;
                place = weights(meant);
            } else {
                checkComparable(column, true);
            }
            Boolean written = item.nullsFirst();
            boolean nullsFirst =
                    written != null ? written : tables.nullOrder(dialect).nullsFirst(item.descending());
            keys.add(new Placed(place, item.descending(), nullsFirst, text, sortedBy));
        }
        return keys;
    }

    SortKey merged(Placed key) {
        int sortedBy = key.sortedBy() == null ? 0 : hidden.offset(key.sortedBy());
        return new SortKey(hidden.offset(key.place()), key.descending(), key.nullsFirst(), key.text(), sortedBy);
    }

    /** The weights of a text column, which compare as the database compares the text. */
    Place weights(Expression column) {
        return hidden.add(dialect.weightFunction() + "(", column.span(), ")");
    }

    /** Refuses a column of which it is known already that the merge cannot compare it. */
    void checkComparable(@Nullable ColumnRef ref, boolean order) throws SQLException {
        Column column = ref == null ? null : tables.column(ref);
        if (column != null && !(order ? column.knowsOrder() : column.knowsEquality())) {
            throw ErrorCode.TEXT_ORDER_UNKNOWN.exception(column.name() + " of type " + column.typeName());
        }
    }

    /** What an item orders by: the select item that it stands for, or itself. */
    private Expression meantBy(OrderItem item, Place place) {
        return !place.isHidden() && names.firstStar() >= place.index()
                ? clauses.items().get(place.index() - 1).expression()
                : item.expression();
    }

    private static @Nullable ColumnRef columnOf(Expression meant) {
        AggregateCall call = meant.aggregate();
        return call == null ? meant.column() : AggregatePlanner.isExtreme(call) ? call.column() : null;
    }

    /**
     * Where a row is compared.
     *
     * @param grouped whether the rows are whole groups, which may be ordered by their aggregates as well
     */
    Place rowPlace(OrderItem item, boolean grouped) throws SQLException {
        Expression expression = item.expression();
        if (expression.kind() == Kind.INTEGER) {
            return Place.visible(names.ordinal(expression));
        }
        SelectItem aliased = item.name() == null ? null : names.aliased(item.name());
        if (aliased != null) {
            return placeOf(aliased.expression());
        }
        if ((expression.kind() == Kind.COMPOSITE && !grouped) || !expression.resolved()) {
            throw ErrorCode.UNKNOWN_COLUMN_ORIGIN.exception("ORDER BY " + names.text(expression));
        }
        if (expression.kind() == Kind.AGGREGATE && !grouped) {
            throw ErrorCode.GROUP_BY_OVER_UNITS.exception("ORDER BY " + names.text(expression) + " without GROUP BY");
        }
        names.checkAliases(expression);
        return placeOf(expression);
    }

    /** The select item that is the expression, if its column's number is known, or a hidden copy. */
    Place placeOf(Expression expression) throws SQLException {
        if (expression.kind() == Kind.STAR || expression.kind() == Kind.INTEGER) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception(names.text(expression));
        }
        int selected = names.indexOf(expression);
        return selected > 0 ? Place.visible(selected) : hidden.add(expression.span());
    }
}
