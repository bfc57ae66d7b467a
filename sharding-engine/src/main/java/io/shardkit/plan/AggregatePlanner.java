package io.shardkit.plan;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.merge.Aggregate;
import io.shardkit.plan.HiddenColumns.Place;
import io.shardkit.sql.ColumnRef;
import io.shardkit.sql.Expression;
import io.shardkit.sql.Expression.AggregateCall;
import io.shardkit.sql.ParsedStatement;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides how the units' values of an aggregate become one; refuses those of which that is not exact. */
final class AggregatePlanner {
    private final ParsedStatement.Query query;
    private final Tables tables;
    private final Keys keys;
    private final Dialect dialect;
    private final HiddenColumns hidden;

    /** An aggregate whose columns have no offsets yet. */
    record Placed(String function, Place place, @Nullable Place sum, @Nullable Place count, TextOrder text) {}

    AggregatePlanner(ParsedStatement.Query query, Tables tables, Keys keys, Dialect dialect, HiddenColumns hidden) {
        this.query = query;
        this.tables = tables;
        this.keys = keys;
        this.dialect = dialect;
        this.hidden = hidden;
    }

    Placed place(Expression item, Place place) throws SQLException {
        AggregateCall call = item.aggregate();
        if (call == null || !call.plain() || (call.distinct() && !isEachOnce(call))) {
            throw refusal(item);
        }
        if (isExtreme(call)) {
            ColumnRef ref = call.column();
            Column column = ref == null ? null : tables.column(ref);
            if (column != null && !column.knowsOrder()) {
                throw ErrorCode.TEXT_ORDER_UNKNOWN.exception(column.name() + " of type " + column.typeName());
            }
        } else if (!call.function().equals("COUNT")
                && dialect.sumsUnroundedQuotients()
                && !query.text().isExactArithmetic(call.argument())) {
            throw refusal(item);
        }
        TextOrder text = tables.textOrder(call.column());
        return switch (call.function()) {
            case "COUNT", "SUM", "MIN", "MAX" -> new Placed(call.function(), place, null, null, text);
            case "AVG" ->
                new Placed(
                        "AVG",
                        place,
                        hidden.add("SUM(", call.argument(), ")"),
                        hidden.add("COUNT(", call.argument(), ")"),
                        text);
            default -> throw refusal(item);
        };
    }

    /** Whether DISTINCT changes nothing, or no two units have a value in common. */
    private boolean isEachOnce(AggregateCall call) {
        ColumnRef column = call.column();
        boolean apart = column != null && keys.areIn(Set.of(column));
        return isExtreme(call)
                || (apart && (call.function().equals("COUNT") || call.function().equals("SUM")));
    }

    private SQLException refusal(Expression item) {
        String text =
                query.text().sql().substring(item.span().start(), item.span().end());
        return ErrorCode.AGGREGATE_OVER_UNITS.exception(text);
    }

    static boolean isExtreme(AggregateCall call) {
        return call.function().equals("MIN") || call.function().equals("MAX");
    }

    Aggregate merged(Placed placed) {
        int column = hidden.offset(placed.place());
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
