package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.BooleanText;
import io.shardkit.sql.text.BooleanText.Leaf;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the conditions in WHERE that a column has a value of a subquery, {@code IN} or {@code =}, whose only table is a
 * broadcast one: each unit has all rows that it reads. What is found may be weaker than what the statement demands, never
 * stronger, and it fails for no row. For one statement.
 */
final class BroadcastSubqueries {
    private final SqlText text;
    private final Tables tables;
    private final Dialect dialect;
    private final boolean namesCommonTable;

    BroadcastSubqueries(ParsedStatement statement, Tables tables, Dialect dialect) {
        this.text = statement.text();
        this.tables = tables;
        this.dialect = dialect;
        this.namesCommonTable = BlockScopes.namesCommonTable(statement);
    }

    /**
     * The conditions on a table.
     *
     * @param from the tables of the SELECT
     * @param place where the SELECT stands
     */
    Filter on(TableUse use, From from, BlockPlace place) {
        return namesCommonTable
                ? Filter.NONE
                : on(new Scope(use, new BlockNames(text, place, from, tables), place), false);
    }

    /** A table, and what names mean in the SELECT that lists it. */
    private record Scope(TableUse use, BlockNames names, BlockPlace place) {}

    /** @param plain whether to take conditions without subqueries as well */
    private Filter on(Scope scope, boolean plain) {
        BlockPlace place = scope.place();
        return place.where() + 1 < place.whereEnd()
                ? implied(BooleanText.of(text, place.where() + 1, place.whereEnd()), scope, plain)
                : Filter.NONE;
    }

    private Filter implied(BooleanText condition, Scope scope, boolean plain) {
        if (condition instanceof BooleanText.And and) {
            return Filter.all(and.parts().stream()
                    .map(part -> implied(part, scope, plain))
                    .toList());
        }
        if (condition instanceof BooleanText.Or or) {
            List<Filter> parts =
                    or.parts().stream().map(part -> implied(part, scope, plain)).toList();
            return parts.stream().anyMatch(Filter::isNone) ? Filter.NONE : Filter.join(parts, " OR ");
        }
        Leaf leaf = (Leaf) condition;
        Filter own =
                plain ? new TableCondition(text, scope.use(), scope.names(), dialect).filter(leaf, false) : Filter.NONE;
        return own.isNone() ? asked(leaf, scope) : own;
    }

    /** A condition with a subquery. */
    private Filter asked(Leaf leaf, Scope scope) {
        int operator = leaf.from() + (text.is(leaf.from() + 1, ".") ? 3 : 1);
        int open = operator + 1;
        boolean asks = text.isOneOf(operator, "IN", "=") && text.is(open, "(") && text.is(open + 1, "SELECT");
        Column column = asks ? column(leaf.from(), operator, scope) : null;
        int close = column == null
                ? -1
                : text.find(open + 1, leaf.to(), text.token(open).depth(), ")");
        Scope inner = close == leaf.to() - 1 ? scope(open + 1, close) : null;
        if (column == null || inner == null) {
            return Filter.NONE;
        }
        int first = inner.place().select() + (text.is(inner.place().select() + 1, "DISTINCT") ? 2 : 1);
        Column item = column(first, inner.place().from(), inner);
        Filter rows = item != null && ComparedColumns.areAlike(column, item) ? on(inner, true) : Filter.NONE;
        if (item == null || rows.isNone()) {
            return Filter.NONE;
        }
        String before = dialect.quoted(column.reportedName()) + " IN (SELECT " + dialect.quoted(item.reportedName())
                + " FROM " + text.string(inner.place().from() + 1) + " WHERE ";
        return rows.within(new ArrayList<>(List.of(new Filter.Piece.Text(before))), ")");
    }

    /** The only table of a subquery without groups, order and the like; null if it is another one. */
    private @Nullable Scope scope(int select, int close) {
        BlockPlace place = BlockPlace.of(text).stream()
                .filter(each -> each.select() == select)
                .findFirst()
                .orElse(null);
        if (place == null || place.end() != close || place.whereEnd() != close || place.fromEnd() != place.from() + 2) {
            return null;
        }
        int name = place.from() + 1;
        for (TableUse use : tables.uses()) {
            if (text.isName(name) && text.name(name).equals(use.name()) && tables.isBroadcast(use.id())) {
                TableUse only = new TableUse(use.id(), use.name(), use.name(), false);
                BlockText read = new BlockText(text, place);
                return read.isSpecial() || read.isOfSet()
                        ? null
                        : new Scope(only, new BlockNames(text, place, new From.Table(only), tables), place);
            }
        }
        return null;
    }

    /** The column of the table that tokens name, or null. */
    private @Nullable Column column(int first, int to, Scope scope) {
        boolean qualified = text.is(first + 1, ".");
        int name = qualified ? first + 2 : first;
        return to == name + 1 && text.isName(first) && text.isName(name)
                ? scope.names().column(scope.use(), qualified ? text.name(first) : null, text.name(name))
                : null;
    }
}
