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
 * Plans which rows of a SELECT its LIMIT may show, where it has an order that tells so. For one statement of one SELECT; other
 * statements may need all rows.
 */
final class TopRowsPlanner {
    /** Functions that fail for no row, so that none has to be computed to see a failure. */
    private static final Set<String> SAFE = Set.of("COALESCE", "IFNULL", "CONCAT", "UPPER", "LOWER");

    private final Tables tables;
    private final Dialect dialect;
    private final OwnConditions conditions;

    /** The only SELECT of the statement, or null if it needs all rows. */
    private final @Nullable SelectClauses clauses;

    private final SqlText text;

    /** The order, or an empty list if it is not one of columns. */
    private final List<TopRows.Key> keys;

    TopRowsPlanner(ParsedStatement statement, Tables tables, Dialect dialect, OwnConditions conditions) {
        this.tables = tables;
        this.dialect = dialect;
        this.conditions = conditions;
        this.text = statement.text();
        SelectClauses simple = statement instanceof ParsedStatement.Query query ? query.simple() : null;
        boolean may = simple != null
                && simple.special() == null
                && !simple.distinct()
                && !simple.groups().having()
                && isPlain();
        this.clauses = may ? simple : null;
        this.keys = may && statement instanceof ParsedStatement.Query query ? keys(query, simple) : List.of();
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
        return links == null ? null : new TopRows(keys, limit, links);
    }

    /**
     * The groups that the statement needs, or null if it may need all.
     *
     * @param groups the columns that a unit's rows are grouped by, all of which have to be in the order
     */
    @Nullable TopRows ofGroups(Set<Column> groups) {
        Limit limit = clauses == null ? null : clauses.limit();
        List<Column> columns = keys.stream().map(TopRows.Key::column).toList();
        return limit != null
                        && limit.count() != null
                        && !keys.isEmpty()
                        && groups.containsAll(columns)
                        && columns.containsAll(groups)
                ? new TopRows(keys, limit, List.of())
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
            case WINDOW -> RankText.isOfFirstRows(expression, keys, text, names, tables);
            case AGGREGATE, COMPOSITE -> false;
        };
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
    private List<TopRows.Key> keys(ParsedStatement.Query query, SelectClauses select) {
        SelectNames names = new SelectNames(query, select, dialect);
        List<TopRows.Key> found = new ArrayList<>();
        for (OrderItem item : select.orderBy()) {
            Expression meant = meant(item, select, names);
            ColumnRef ref = meant == null || meant.kind() != Kind.COLUMN ? null : meant.column();
            Column column = ref == null ? null : tables.column(ref);
            // The order of another text would depend on the libraries of a server.
            boolean ordered = column != null
                    && item.plain()
                    && (column.knowsOrder() || column.textOrder().byWeights());
            if (ref == null || column == null || !ordered) {
                return List.of();
            }
            found.add(new TopRows.Key(ref.use(), column, item.descending(), item.nullsFirst()));
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
