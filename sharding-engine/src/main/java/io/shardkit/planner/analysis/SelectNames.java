package io.shardkit.planner.analysis;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.Refusal;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.Kind;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The meaning of names and ordinals of a SELECT: select items, by position or by alias. Immutable. */
public final class SelectNames {
    private final ParsedStatement.Query query;
    private final List<SelectItem> items;
    private final boolean columnsFirst;

    public SelectNames(ParsedStatement.Query query, SelectClauses clauses, Dialect dialect) {
        this.columnsFirst = dialect.ordersByColumnsDespiteAliases();
        this.query = query;
        this.items = clauses.items();
    }

    /** Returns the number of select items before the first {@code *}; the numbers of their columns are known. */
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
     * The item of that alias, if there is one; databases choose differently among several results of one name, and some take
     * a column of that name, whatever its alias, that stands before.
     */
    public Attempt<Optional<SelectItem>> aliased(String name) {
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
        return found != null && named > 1
                ? Attempt.refused(ErrorCode.UNKNOWN_COLUMN_ORIGIN, name + " names several results")
                : Attempt.done(Optional.ofNullable(found));
    }

    /**
     * Null if a copy of the expression in the select list means the same; a name within it may mean an alias to the
     * database, where the copy would mean a column.
     */
    public @Nullable Refusal ambiguity(Expression expression) {
        for (ColumnRef column : expression.columns()) {
            Refusal refusal = ambiguity(column);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    /** The same of one column. */
    public @Nullable Refusal ambiguity(ColumnRef column) {
        Attempt<Optional<SelectItem>> aliased = aliased(column.name());
        if (aliased instanceof Refused<?> refused) {
            return refused.refusal();
        }
        SelectItem item = aliased.value().orElse(null);
        return item == null || column.equals(item.expression().column())
                ? null
                : new Refusal(ErrorCode.UNKNOWN_COLUMN_ORIGIN, column.name() + " may mean an alias or a column");
    }

    /** The number that an ordinal is. */
    public Attempt<Integer> ordinal(Expression expression) {
        try {
            int number = Integer.parseInt(expression.text().trim());
            if (number >= 1 && (number <= items.size() || firstStar() < items.size())) {
                return Attempt.done(number);
            }
        } catch (NumberFormatException e) {
            // falls through to the refusal
        }
        return Attempt.refused(ErrorCode.UNSUPPORTED_SYNTAX, "ordinal " + text(expression));
    }

    /** Returns the expression of a group item: an ordinal or an alias stands for a select item. */
    public Attempt<Expression> groupMeant(Expression group) {
        if (group.kind() == Kind.INTEGER) {
            return ordinal(group)
                    .flatMap(number -> number > firstStar()
                            ? Attempt.refused(ErrorCode.GROUP_BY_OVER_UNITS, "ordinal " + number)
                            : row(items.get(number - 1).expression()));
        }
        if (group.kind() == Kind.COLUMN) {
            return aliased(group.text().trim())
                    .flatMap(aliased -> aliased.isEmpty()
                            ? Attempt.done(group)
                            : groupAliased(group, aliased.get().expression()));
        }
        Refusal refusal = ambiguity(group);
        return refusal != null ? Attempt.refused(refusal) : row(group);
    }

    private Attempt<Expression> groupAliased(Expression group, Expression aliased) {
        ColumnRef column = group.column();
        if (column == null) {
            return row(aliased);
        }
        return column.equals(aliased.column())
                ? Attempt.done(group)
                : Attempt.refused(ErrorCode.GROUP_BY_OVER_UNITS, text(group) + " is an alias and a column");
    }

    private Attempt<Expression> row(Expression expression) {
        return expression.kind() == Kind.COLUMN || expression.kind() == Kind.ROW_WISE
                ? Attempt.done(expression)
                : Attempt.refused(ErrorCode.GROUP_BY_OVER_UNITS, text(expression));
    }

    /** The expression as the user wrote it. */
    public String text(Expression expression) {
        return query.text()
                .sql()
                .substring(expression.span().start(), expression.span().end());
    }
}
