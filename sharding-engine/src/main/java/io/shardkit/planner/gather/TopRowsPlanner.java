package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.planner.analysis.SelectNames;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.Kind;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.OrderItem;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans which rows of a SELECT its LIMIT may show, where it has an order that tells so. For one statement.
 */
final class TopRowsPlanner {
    /** Functions that fail for no row, so that none has to be computed to see a failure. */
    private static final Set<String> SAFE = Set.of("COALESCE", "IFNULL", "CONCAT", "UPPER", "LOWER");

    private final ParsedStatement statement;
    private final Tables tables;
    private final Dialect dialect;
    private final OwnConditions conditions;

    /** The only SELECT of the statement, or null if it needs all rows. */
    private final @Nullable SelectClauses clauses;

    private final SqlText text;

    /** The order, or an empty list if it is not one of columns. */
    private final List<OrderKey> keys;

    TopRowsPlanner(ParsedStatement statement, Tables tables, Dialect dialect, OwnConditions conditions) {
        this.statement = statement;
        this.tables = tables;
        this.dialect = dialect;
        this.conditions = conditions;
        this.text = statement.text();
        SelectClauses simple = statement instanceof ParsedStatement.Query query ? query.simple() : null;
        boolean all = simple == null
                || simple.special() != null
                || simple.distinct()
                || simple.groups().having()
                || !isPlain();
        this.clauses = all ? null : simple;
        this.keys =
                clauses != null && statement instanceof ParsedStatement.Query query ? keys(query, clauses) : List.of();
    }

    /** The rows of a table that the statement needs, or null if it may need all. */
    @Nullable TopRows of(TableUse use) {
        TopRows shown = of(List.of(use), List.of());
        return shown == null ? new RankedRows(statement, tables, conditions).of(use) : shown;
    }

    /**
     * The rows of joined tables that the statement needs, or null if it may need all: where it orders by columns of these alone
     * and each row of their join is in the result at least once, or is if it fulfils equalities with other tables.
     *
     * @param joined the tables
     * @param equal the equalities by which they are joined
     */
    @Nullable TopRows of(List<TableUse> joined, List<Condition.Equal> equal) {
        Limit limit = clauses == null ? null : clauses.limit();
        Block block = conditions.block(joined.get(0));
        From from = block == null ? null : block.from();
        BlockPlace place = conditions.place(joined.get(0));
        if (clauses == null
                || limit == null
                || limit.count() == null
                || keys.isEmpty()
                || from == null
                || place == null
                || text.token(place.select()).depth() > 0
                || !clauses.groupBy().isEmpty()
                || !areOfRow(clauses.items(), new BlockNames(text, place, from, tables))
                || !keys.stream().allMatch(key -> joined.stream().anyMatch(use -> use.id() == key.use()))) {
            return null;
        }
        List<TopRows.Link> links = new TopJoin(text, tables, conditions, from, place, joined, equal).links();
        return links == null ? null : TopRows.ofLimit(keys, limit.count(), limit.offset(), links);
    }

    /**
     * The groups that the statement needs, or null if it may need all.
     *
     * @param groups the columns that a unit's rows are grouped by, all of which have to be in the order
     */
    @Nullable TopRows ofGroups(Set<Column> groups) {
        Limit limit = clauses == null ? null : clauses.limit();
        List<Column> columns = keys.stream().map(OrderKey::column).toList();
        return limit != null
                        && limit.count() != null
                        && !keys.isEmpty()
                        && groups.containsAll(columns)
                        && columns.containsAll(groups)
                ? TopRows.ofLimit(keys, limit.count(), limit.offset(), List.of())
                : null;
    }

    /**
     * Returns true if nothing in the text depends on the number of rows, makes one column of two, or is a cast, which some
     * databases label as its column, so that ORDER BY means the cast.
     */
    private boolean isPlain() {
        for (int i = 0; i < text.size(); i++) {
            if (text.isOneOf(i, "NATURAL", "USING", "ROWNUM", "SQL_CALC_FOUND_ROWS", ":=", "::", "CAST", "CONVERT")) {
                return false;
            }
        }
        return true;
    }

    private boolean areOfRow(List<SelectItem> items, BlockNames names) {
        return items.stream().allMatch(item -> isOfRow(item.expression(), names));
    }

    private boolean isOfRow(Expression expression, BlockNames names) {
        return switch (expression.kind()) {
            case COLUMN, INTEGER, STAR -> true;
            case ROW_WISE -> expression.resolved() && !expression.ofSeveralRows() && isSafe(expression);
            case WINDOW -> isOfFirstRows(expression, names);
            case AGGREGATE, COMPOSITE -> false;
        };
    }

    private boolean isOfFirstRows(Expression expression, BlockNames names) {
        int first = text.tokenFrom(expression.span().start());
        int end = text.tokenFrom(expression.span().end());
        Rank rank = Rank.of(text, first, end, keys.get(0).use(), names, tables);
        return rank != null && rank.isOfFirstRows(keys);
    }

    private boolean isSafe(Expression expression) {
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

    /** The columns that the items of the order mean; none if one of them may mean something else. */
    private List<OrderKey> keys(ParsedStatement.Query query, SelectClauses select) {
        SelectNames names = new SelectNames(query, select, dialect);
        List<OrderKey> found = new ArrayList<>();
        for (OrderItem item : select.orderBy()) {
            Expression meant = meant(item, select, names);
            ColumnRef ref = meant == null || meant.kind() != Kind.COLUMN ? null : meant.column();
            Column column = ref == null ? null : tables.column(ref);
            if (ref == null || column == null || !item.plain() || !OrderKey.isOrdered(column)) {
                return List.of();
            }
            found.add(new OrderKey(ref.use(), column, item.descending(), item.nullsFirst()));
        }
        return found;
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
}
