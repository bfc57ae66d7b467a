package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.planner.analysis.SelectNames;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.Kind;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.OrderItem;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a table, or of its groups, in the order of a statement: all that its LIMIT may show, so that a unit gives
 * no others. Immutable.
 *
 * @param keys what they are ordered by
 * @param limit the number of them
 */
record TopRows(List<Key> keys, Limit limit) {
    /** All rows. */
    static final long ALL = RowLimit.ALL;

    /** Functions that fail for no row, so that none has to be computed to see a failure. */
    private static final Set<String> SAFE = Set.of("COALESCE", "IFNULL", "CONCAT", "UPPER", "LOWER");

    /**
     * A column of the order.
     *
     * @param nullsFirst what the statement says of NULLs, or null if it says nothing
     */
    record Key(Column column, boolean descending, @Nullable Boolean nullsFirst) {}

    TopRows {
        keys = List.copyOf(keys);
    }

    /**
     * The rows of a table that a statement needs, or null if it may need all: where the statement orders by columns of the table
     * alone and each of its rows is in the result at least once.
     *
     * @param conditions those of the statement
     */
    static @Nullable TopRows of(
            ParsedStatement statement, TableUse use, Tables tables, Dialect dialect, OwnConditions conditions) {
        SelectClauses clauses = statement instanceof ParsedStatement.Query query ? query.simple() : null;
        if (!(statement instanceof ParsedStatement.Query query)
                || clauses == null
                || clauses.special() != null
                || clauses.distinct()
                || clauses.groups().having()
                || !clauses.groupBy().isEmpty()
                || !isPlain(query.text())
                || !clauses.items().stream().allMatch(item -> isOfRow(item, query.text()))) {
            return null;
        }
        From from = query.blocks().get(0).from();
        TopRows top = from != null && keeps(from, use) ? ordered(query, clauses, tables, dialect) : null;
        boolean own = top != null && columns(query, clauses, dialect).stream().allMatch(ref -> ref.use() == use.id());
        return own && conditions.areAllOn(use) ? top : null;
    }

    /**
     * The groups that a statement needs, or null if it may need all.
     *
     * @param groups the columns that a unit's rows are grouped by, all of which have to be in the order
     */
    static @Nullable TopRows ofGroups(
            ParsedStatement.Query query, SelectClauses clauses, Tables tables, Dialect dialect, Set<Column> groups) {
        TopRows top = clauses.distinct() || clauses.groups().having() || !isPlain(query.text())
                ? null
                : ordered(query, clauses, tables, dialect);
        if (top == null) {
            return null;
        }
        List<Column> columns = top.keys.stream().map(Key::column).toList();
        return groups.containsAll(columns) && columns.containsAll(groups) ? top : null;
    }

    /**
     * Returns true if nothing in the text depends on the number of rows, makes one column of two, or is a cast, which some
     * databases label as its column, so that ORDER BY means the cast.
     */
    private static boolean isPlain(SqlText text) {
        for (int i = 0; i < text.size(); i++) {
            if (text.isOneOf(i, "NATURAL", "USING", "ROWNUM", "SQL_CALC_FOUND_ROWS", ":=", "::", "CAST", "CONVERT")) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOfRow(SelectItem item, SqlText text) {
        Expression expression = item.expression();
        return switch (expression.kind()) {
            case COLUMN, INTEGER, STAR -> true;
            case ROW_WISE -> expression.resolved() && !expression.ofSeveralRows() && isSafe(expression, text);
            case AGGREGATE, WINDOW, COMPOSITE -> false;
        };
    }

    private static boolean isSafe(Expression expression, SqlText text) {
        int end = expression.span().end();
        for (int i = text.tokenFrom(expression.span().start());
                i < text.size() && text.token(i).start() < end;
                i++) {
            Token.Kind kind = text.token(i).kind();
            boolean value = kind == Token.Kind.STRING || kind == Token.Kind.NUMBER;
            boolean name = text.isName(i) && (!text.is(i + 1, "(") || SAFE.contains(text.word(i)));
            if (!value && !name && !SAFE.contains(text.word(i)) && !text.isOneOf(i, "(", ")", ",", ".")) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if a join has each row of a table at least once. */
    private static boolean keeps(From from, TableUse use) {
        if (from instanceof From.Table table) {
            return table.use().equals(use);
        }
        return from instanceof From.Join join
                && switch (join.kind()) {
                    case LEFT -> keeps(join.left(), use);
                    case RIGHT -> keeps(join.right(), use);
                    case INNER, FULL -> false;
                };
    }

    private static @Nullable TopRows ordered(
            ParsedStatement.Query query, SelectClauses clauses, Tables tables, Dialect dialect) {
        Limit limit = clauses.limit();
        List<ColumnRef> refs = columns(query, clauses, dialect);
        if (limit == null || limit.count() == null || refs.isEmpty()) {
            return null;
        }
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < refs.size(); i++) {
            OrderItem item = clauses.orderBy().get(i);
            Column column = tables.column(refs.get(i));
            // The order of another text would depend on the libraries of a server.
            if (column == null
                    || !item.plain()
                    || !(column.knowsOrder() || column.textOrder().byWeights())) {
                return null;
            }
            keys.add(new Key(column, item.descending(), item.nullsFirst()));
        }
        return new TopRows(keys, limit);
    }

    /** The columns that the items of the order mean; none if one of them may mean something else. */
    private static List<ColumnRef> columns(ParsedStatement.Query query, SelectClauses clauses, Dialect dialect) {
        SelectNames names = new SelectNames(query, clauses, dialect);
        List<ColumnRef> columns = new ArrayList<>();
        for (OrderItem item : clauses.orderBy()) {
            Expression meant = meant(item, clauses, names);
            ColumnRef column = meant == null || meant.kind() != Kind.COLUMN ? null : meant.column();
            if (column == null) {
                return List.of();
            }
            columns.add(column);
        }
        return columns;
    }

    private static @Nullable Expression meant(OrderItem item, SelectClauses clauses, SelectNames names) {
        Expression expression = item.expression();
        if (expression.kind() == Kind.INTEGER) {
            Attempt<Integer> ordinal = names.ordinal(expression);
            return ordinal instanceof Refused || ordinal.value() > names.firstStar()
                    ? null
                    : clauses.items().get(ordinal.value() - 1).expression();
        }
        Attempt<Optional<SelectItem>> aliased =
                item.name() == null ? Attempt.done(Optional.empty()) : names.aliased(item.name());
        if (aliased instanceof Refused) {
            return null;
        }
        return aliased.value().isPresent()
                ? aliased.value().get().expression()
                : names.ambiguity(expression) == null ? expression : null;
    }

    /** The number of rows that an execution may show from the first one on; {@link #ALL} if it is not known. */
    long most(Parameters parameters) throws SQLException {
        Value count = limit.count();
        Long rows = count == null ? null : number(count, parameters);
        Long skipped = limit.offset() == null ? Long.valueOf(0) : number(limit.offset(), parameters);
        return rows == null || skipped == null ? ALL : new RowLimit(skipped, rows).end();
    }

    private static @Nullable Long number(Value value, Parameters parameters) throws SQLException {
        Object number = value.of(parameters);
        if (!(number instanceof Long) && !(number instanceof Integer)) {
            return null;
        }
        long whole = ((Number) number).longValue();
        return whole < 0 ? null : Long.valueOf(whole);
    }

    /**
     * The ORDER BY of a unit.
     *
     * @param before what stands before its columns
     */
    String order(String before, Dialect dialect) {
        List<String> items = new ArrayList<>();
        for (Key key : keys) {
            Boolean nullsFirst = key.nullsFirst();
            items.add(before
                    + dialect.quoted(key.column().reportedName())
                    + (key.descending() ? " DESC" : "")
                    + (nullsFirst == null ? "" : nullsFirst ? " NULLS FIRST" : " NULLS LAST"));
        }
        return " ORDER BY " + String.join(", ", items);
    }
}
