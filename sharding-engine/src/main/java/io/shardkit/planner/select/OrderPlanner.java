package io.shardkit.planner.select;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.merge.SortKey;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Refusal;
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
import java.util.List;
import java.util.Optional;
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
        Attempt<Place> of(OrderItem item);
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

    Attempt<List<Placed>> order(Places places) {
        return Attempt.ofEach(
                clauses.orderBy(),
                item -> item.plain()
                        ? places.of(item).flatMap(place -> placed(item, place))
                        : Attempt.refused(
                                ErrorCode.TEXT_ORDER_UNKNOWN,
                                "ORDER BY " + names.text(item.expression()) + " COLLATE"));
    }

    private Attempt<Placed> placed(OrderItem item, Place found) {
        Place place = found;
        Place sortedBy = found;
        Expression meant = meantBy(item, found);
        ColumnRef column = columnOf(meant);
        TextOrder text = tables.textOrder(column);
        if (text.byWeights() && meant.kind() == Kind.COLUMN) {
            // Weights would be sorted otherwise: as bytes, without the blanks that strings are padded with.
            sortedBy = found.isHidden() ? null : found;
            place = weights(meant);
        } else {
            Refusal refusal = incomparable(column, true);
            if (refusal != null) {
                return Attempt.refused(refusal);
            }
        }
        Boolean written = item.nullsFirst();
        boolean nullsFirst =
                written != null ? written : tables.nullOrder(dialect).nullsFirst(item.descending());
        return Attempt.done(new Placed(place, item.descending(), nullsFirst, text, sortedBy));
    }

    SortKey merged(Placed key) {
        int sortedBy = key.sortedBy() == null ? 0 : hidden.offset(key.sortedBy());
        return new SortKey(hidden.offset(key.place()), key.descending(), key.nullsFirst(), key.text(), sortedBy);
    }

    /** The weights of a text column, which compare as the database compares the text. */
    Place weights(Expression column) {
        return hidden.add(dialect.weightFunction() + "(", column.span(), ")");
    }

    /** Refuses a column of which it is known already that the merge cannot compare it; null for all others. */
    @Nullable Refusal incomparable(@Nullable ColumnRef ref, boolean order) {
        Column column = ref == null ? null : tables.column(ref);
        return column == null || (order ? column.knowsOrder() : column.knowsEquality())
                ? null
                : new Refusal(ErrorCode.TEXT_ORDER_UNKNOWN, column.name() + " of type " + column.typeName());
    }

    /** Returns the expression that an item orders by: the select item that it stands for, or itself. */
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
     * Returns the place of the value by which a row is compared.
     *
     * @param grouped whether the rows are whole groups, which may be ordered by their aggregates as well
     */
    Attempt<Place> rowPlace(OrderItem item, boolean grouped) {
        Expression expression = item.expression();
        if (expression.kind() == Kind.INTEGER) {
            return names.ordinal(expression).map(Place::visible);
        }
        return aliased(item)
                .flatMap(aliased -> aliased.isPresent()
                        ? placeOf(aliased.get().expression())
                        : expressionPlace(expression, grouped));
    }

    /** The select item that an item names, if it names one. */
    Attempt<Optional<SelectItem>> aliased(OrderItem item) {
        return item.name() == null ? Attempt.done(Optional.empty()) : names.aliased(item.name());
    }

    private Attempt<Place> expressionPlace(Expression expression, boolean grouped) {
        if ((expression.kind() == Kind.COMPOSITE && !grouped) || !expression.resolved()) {
            return Attempt.refused(ErrorCode.UNKNOWN_COLUMN_ORIGIN, "ORDER BY " + names.text(expression));
        }
        if (expression.kind() == Kind.AGGREGATE && !grouped) {
            return Attempt.refused(
                    ErrorCode.GROUP_BY_OVER_UNITS, "ORDER BY " + names.text(expression) + " without GROUP BY");
        }
        Refusal ambiguity = names.ambiguity(expression);
        return ambiguity != null ? Attempt.refused(ambiguity) : placeOf(expression);
    }

    /** The select item that is the expression, if its column's number is known, or a hidden copy. */
    Attempt<Place> placeOf(Expression expression) {
        if (expression.kind() == Kind.STAR || expression.kind() == Kind.INTEGER) {
            return Attempt.refused(ErrorCode.UNSUPPORTED_SYNTAX, names.text(expression));
        }
        int selected = names.indexOf(expression);
        return Attempt.done(selected > 0 ? Place.visible(selected) : hidden.add(expression.span()));
    }
}
