package io.shardkit.planner.analysis;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.Kind;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the names and ordinals of a SELECT mean: select items, by position or by alias. Immutable. */
public final class SelectNames {
    private final ParsedStatement.Query query;
    private final List<SelectItem> items;
    private final boolean columnsFirst;

    public SelectNames(ParsedStatement.Query query, SelectClauses clauses, Dialect dialect) {
        this.columnsFirst = dialect.ordersByColumnsDespiteAliases();
        this.query = query;
        this.items = clauses.items();
    }

    /** How many select items stand before the first {@code *}; their columns' numbers are known. */
    public int firstStar() {
        int i = 0;
        while (i < items.size() && items.get(i).expression().kind() != Kind.STAR) {
            i++;
        }
        return i;
    }

    /** The number of the select item that is the expression, or 0. */
    public int indexOf(Expression expression) {
        int end = firstStar();
        for (int i = 0; i < end; i++) {
            Expression item = items.get(i).expression();
            ColumnRef column = expression.column();
            if (column != null
                    ? column.equals(item.column())
                    : expression.text().equals(item.text())) {
                return i + 1;
            }
        }
        return 0;
    }

    /**
     * The item of that alias, or null; databases choose differently among several results of one name, and some take
     * a column of that name, whatever its alias, that stands before.
     */
    public @Nullable SelectItem aliased(String name) throws SQLException {
        String lower = name.toLowerCase(Locale.ROOT);
        SelectItem found = null;
        int named = 0;
        for (SelectItem item : items) {
            ColumnRef column = item.expression().column();
            if (lower.equals(item.alias())) {
                found = item;
                named++;
            } else if (item.expression().kind() == Kind.STAR
                    || (column != null
                            && column.name().equals(lower)
                            && (item.alias() == null || (columnsFirst && found == null)))) {
                named++;
            }
        }
        if (found != null && named > 1) {
            throw ErrorCode.UNKNOWN_COLUMN_ORIGIN.exception(name + " names several results");
        }
        return found;
    }

    /** A name within an expression may mean an alias to the database; a copy in the select list would mean a column. */
    public void checkAliases(Expression expression) throws SQLException {
        for (ColumnRef column : expression.columns()) {
            checkAlias(column);
        }
    }

    public void checkAlias(ColumnRef column) throws SQLException {
        SelectItem aliased = aliased(column.name());
        if (aliased != null && !column.equals(aliased.expression().column())) {
            throw ErrorCode.UNKNOWN_COLUMN_ORIGIN.exception(column.name() + " may mean an alias or a column");
        }
    }

    /** The number that an ordinal is. */
    public int ordinal(Expression expression) throws SQLException {
        try {
            int number = Integer.parseInt(expression.text().trim());
            if (number >= 1 && (number <= items.size() || firstStar() < items.size())) {
                return number;
            }
        } catch (NumberFormatException e) {
            // falls through to the refusal
        }
        throw ErrorCode.UNSUPPORTED_SYNTAX.exception("ordinal " + text(expression));
    }

    /** What a group item means: an ordinal or an alias stands for a select item. */
    public Expression groupMeant(Expression group) throws SQLException {
        if (group.kind() == Kind.INTEGER) {
            int number = ordinal(group);
            if (number > firstStar()) {
                throw ErrorCode.GROUP_BY_OVER_UNITS.exception("ordinal " + number);
            }
            return row(items.get(number - 1).expression());
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

    /** The expression as the user wrote it. */
    public String text(Expression expression) {
        return query.text()
                .sql()
                .substring(expression.span().start(), expression.span().end());
    }
}
