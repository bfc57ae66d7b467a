package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.gather.Filter.Piece;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.BooleanText;
import io.shardkit.sql.text.BooleanText.Leaf;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the conditions of a SELECT that units can check although they have a subquery: EXISTS, NOT EXISTS or IN of one table,
 * all of whose rows that matter for a row of the joined tables lie in the unit of that row. For one query.
 */
final class UnitSubqueries {
    private static final String[] COMPARISONS = {"=", "<>", "!=", "<", ">", "<=", ">="};

    private final SqlText text;
    private final ParsedStatement query;
    private final Tables tables;
    private final Dialect dialect;
    private final OwnConditions conditions;
    private final Partners partners;

    UnitSubqueries(ParsedStatement query, Tables tables, Dialect dialect, OwnConditions conditions, Partners partners) {
        this.text = query.text();
        this.query = query;
        this.tables = tables;
        this.dialect = dialect;
        this.conditions = conditions;
        this.partners = partners;
    }

    /** Returns those among the conditions that a SELECT demands of its rows. */
    List<UnitSubquery> of(UnitJoin join, From from, BlockPlace place) {
        List<UnitSubquery> found = new ArrayList<>();
        if (place.where() + 1 < place.whereEnd()) {
            BooleanText where = BooleanText.of(text, place.where() + 1, place.whereEnd());
            collect(where, new Outer(join, new BlockNames(text, place, from, tables)), found);
        }
        return found;
    }

    private void collect(BooleanText condition, Outer outer, List<UnitSubquery> found) {
        if (condition instanceof BooleanText.And and) {
            and.parts().forEach(part -> collect(part, outer, found));
        } else if (condition instanceof Leaf leaf) {
            UnitSubquery subquery = read(leaf, outer);
            if (subquery != null) {
                found.add(subquery);
            }
        }
    }

    /** The joined tables of the SELECT around the subquery. */
    private record Outer(UnitJoin join, BlockNames names) {}

    private @Nullable UnitSubquery read(Leaf leaf, Outer outer) {
        int select = select(leaf.from(), leaf.to());
        int open = select - 1;
        boolean last = select > 0
                && select(select + 1, leaf.to()) < 0
                && text.is(open, "(")
                && text.find(select, leaf.to(), text.token(open).depth(), ")") == leaf.to() - 1;
        Block block = last ? block(select) : null;
        if (block == null || !(block.from() instanceof From.Table table) || !partners.isShared(table.use())) {
            return null;
        }
        BlockPlace place = Objects.requireNonNull(conditions.place(table));
        BlockText read = new BlockText(text, place);
        boolean plain = place.end() == leaf.to() - 1
                && !read.isSpecial()
                && !read.isOfSet()
                && !tables.columns(table.use().id()).isEmpty()
                && !text.is(place.select() + 1, "DISTINCT");
        return plain ? read(leaf, open, outer, new Inner(table.use(), block, read)) : null;
    }

    private int select(int from, int to) {
        int select = from;
        while (select < to && !text.is(select, "SELECT")) {
            select++;
        }
        return select < to ? select : -1;
    }

    /** The subquery. */
    private record Inner(TableUse table, Block block, BlockText text) {}

    private @Nullable UnitSubquery read(Leaf leaf, int open, Outer outer, Inner inner) {
        List<Condition> demands = new ArrayList<>(inner.block().where().conjuncts());
        boolean negated = text.is(leaf.from(), "NOT");
        int first = negated ? leaf.from() + 1 : leaf.from();
        String before;
        String after = ")";
        if (text.is(first, "EXISTS") && open == first + 1) {
            if (inner.text().isGrouped()
                    || inner.text().isAggregated()
                    || hasMore(inner, inner.text().place().whereEnd())) {
                return null;
            }
            before = (negated ? "NOT " : "") + "EXISTS (SELECT 1 FROM ";
        } else {
            ColumnRef value = negated ? null : column(leaf.from(), open - 1, outer, null);
            List<int[]> items = inner.text().items();
            ColumnRef item = items.size() == 1 ? column(items.get(0)[0], items.get(0)[1], outer, inner) : null;
            boolean own = item != null && item.use() == inner.table().id();
            String groups = own && item != null ? groups(inner, item) : null;
            boolean alike = value != null
                    && item != null
                    && ComparedColumns.areAlike(tables.column(value), tables.column(item));
            if (!alike || !text.is(open - 1, "IN") || value == null || item == null || groups == null) {
                return null;
            }
            demands.add(new Condition.Equal(value, item));
            before = qualified(value) + " IN (SELECT " + qualified(item) + " FROM ";
            after = groups + ")";
            if (!groups.isEmpty() && !liesTogether(List.of(new Condition.Equal(value, item)), outer, inner)) {
                return null;
            }
        }
        Filter where = where(outer, inner);
        return where != null && liesTogether(demands, outer, inner)
                ? new UnitSubquery(leaf, inner.table(), written(before, inner.table(), where, after))
                : null;
    }

    private Filter written(String before, TableUse use, Filter where, String after) {
        RoutedTable table = tables.sharded(use.id());
        List<Piece> pieces = new ArrayList<>();
        pieces.add(new Piece.Text(before));
        pieces.add(table == null ? new Piece.Text(use.name()) : new Piece.Bound(table, conditions.spelling(use)));
        pieces.add(new Piece.Text(" " + UnitJoin.label(use.id()) + (where.isNone() ? "" : " WHERE ")));
        return where.within(pieces, after);
    }

    private @Nullable Block block(int select) {
        for (Block block : query.blocks()) {
            From from = block.from();
            BlockPlace place = from instanceof From.Table ? conditions.place(from) : null;
            if (place != null && place.select() == select) {
                return block;
            }
        }
        return null;
    }

    private boolean hasMore(Inner inner, int end) {
        return end < inner.text().end();
    }

    /** Returns true if the rows of the subquery that fulfil the demands with a row of a joined table lie in its unit. */
    private boolean liesTogether(List<Condition> demands, Outer outer, Inner inner) {
        return outer.join().members().stream()
                .anyMatch(member ->
                        partners.liesTogether(member, inner.table(), partners.equal(demands, member, inner.table())));
    }

    /** GROUP BY and HAVING of a subquery that groups by the column that it selects; null if they are others. */
    private @Nullable String groups(Inner inner, ColumnRef item) {
        BlockText block = inner.text();
        int end = block.place().whereEnd();
        if (!hasMore(inner, end)) {
            return block.isAggregated() ? null : "";
        }
        List<int[]> groups = block.groups();
        if (groups.size() != 1 || !block.areSame(groups.get(0), block.items().get(0))) {
            return null;
        }
        String by = " GROUP BY " + qualified(item);
        int having = block.groupsEnd();
        if (!hasMore(inner, having)) {
            return by;
        }
        int close = text.find(having, block.end(), text.token(having).depth(), ")");
        boolean compared = text.is(having, "HAVING")
                && text.isOneOf(having + 1, "SUM", "COUNT", "MIN", "MAX")
                && text.is(having + 2, "(")
                && text.isOneOf(close + 1, COMPARISONS)
                && text.token(close + 2).kind() == Token.Kind.NUMBER
                && close + 3 == block.end();
        if (!compared) {
            return null;
        }
        String argument = argument(inner, having + 3, close);
        String call = text.string(having + 1) + "(" + argument + ") ";
        return argument == null ? null : by + " HAVING " + call + text.string(close + 1) + " " + text.string(close + 2);
    }

    private @Nullable String argument(Inner inner, int from, int close) {
        if (text.is(from, "*") && text.is(from - 2, "COUNT")) {
            return "*";
        }
        ColumnRef ref = column(from, close, null, inner);
        Column column = ref == null ? null : tables.column(ref);
        return ref != null && column != null && dialect.addsExactly(column.typeName()) ? qualified(ref) : null;
    }

    /** The condition of the subquery over the unit's join; null if it is not certain, or may fail for a row. */
    private @Nullable Filter where(Outer outer, Inner inner) {
        BlockPlace place = inner.text().place();
        return place.where() + 1 < place.whereEnd()
                ? written(BooleanText.of(text, place.where() + 1, place.whereEnd()), outer, inner)
                : Filter.NONE;
    }

    private @Nullable Filter written(BooleanText condition, Outer outer, Inner inner) {
        if (condition instanceof Leaf leaf) {
            BlockNames names = new BlockNames(
                    text,
                    inner.text().place(),
                    Objects.requireNonNull(inner.block().from()),
                    tables);
            Filter own = new TableCondition(text, inner.table(), names, dialect).filter(leaf, false);
            return own.isNone() ? comparison(leaf, outer, inner) : own;
        }
        boolean all = condition instanceof BooleanText.And;
        List<BooleanText> parts =
                condition instanceof BooleanText.And and ? and.parts() : ((BooleanText.Or) condition).parts();
        List<Filter> filters = new ArrayList<>();
        for (BooleanText part : parts) {
            Filter filter = written(part, outer, inner);
            if (filter == null) {
                return null;
            }
            filters.add(filter);
        }
        return Filter.join(filters, all ? " AND " : " OR ");
    }

    /** A comparison of two columns that cannot fail. */
    private @Nullable Filter comparison(Leaf leaf, Outer outer, Inner inner) {
        int operator = text.find(leaf.from(), leaf.to(), text.token(leaf.from()).depth(), COMPARISONS);
        ColumnRef left = operator < 0 ? null : column(leaf.from(), operator, outer, inner);
        ColumnRef right = left == null ? null : column(operator + 1, leaf.to(), outer, inner);
        return left != null && right != null && ComparedColumns.areAlike(tables.column(left), tables.column(right))
                ? new Filter(qualified(left) + " " + text.string(operator) + " " + qualified(right), List.of())
                : null;
    }

    /**
     * The column that tokens name, or null.
     *
     * @param outer the tables around the subquery, or null if these are not meant
     * @param inner the subquery, or null if the name stands outside of it
     */
    private @Nullable ColumnRef column(int first, int to, @Nullable Outer outer, @Nullable Inner inner) {
        boolean isQualified = text.is(first + 1, ".");
        int name = isQualified ? first + 2 : first;
        if (to != name + 1 || !text.isName(first) || !text.isName(name)) {
            return null;
        }
        String qualifier = isQualified ? text.name(first) : null;
        if (inner != null) {
            boolean here = qualifier == null
                    ? tables.column(new ColumnRef(inner.table().id(), text.name(name))) != null
                    : qualifier.equals(inner.table().label());
            if (here) {
                ColumnRef ref = new ColumnRef(inner.table().id(), text.name(name));
                return tables.column(ref) == null ? null : ref;
            }
        }
        if (outer != null) {
            for (TableUse member : outer.join().members()) {
                if (outer.names().column(member, qualifier, text.name(name)) != null) {
                    return new ColumnRef(member.id(), text.name(name));
                }
            }
        }
        return null;
    }

    private String qualified(ColumnRef ref) {
        Column column = Objects.requireNonNull(tables.column(ref));
        return UnitJoin.label(ref.use()) + "." + dialect.quoted(column.reportedName());
    }
}
