package io.shardkit.planner.gather;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.gather.Filter.Piece;
import io.shardkit.route.Axis;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables of which a unit has all rows that its rows of a table are joined to: broadcast tables, and bound tables
 * where all sharding columns are equal. Where conditions leave only some of the partner's rows, only rows of the table are
 * needed that are joined to these; a subquery of broadcast tables is such a condition, too. Tables of outer joins that may be filled with NULLs have no partners: what is copied at
 * another moment must not fill a row that has its partner before and after. For one statement.
 */
final class Partners {
    private final SqlText text;
    private final Tables tables;
    private final Dialect dialect;
    private final OwnConditions conditions;
    private final BroadcastSubqueries subqueries;

    Partners(ParsedStatement statement, Tables tables, Dialect dialect, OwnConditions conditions) {
        this.text = statement.text();
        this.tables = tables;
        this.dialect = dialect;
        this.conditions = conditions;
        this.subqueries = new BroadcastSubqueries(statement, tables, dialect);
    }

    /** The rows of a sharded table that have the partners they need in their unit. */
    Filter of(TableUse use) {
        return of(use, conditions.place(use), List.of(use));
    }

    /**
     * The same of a table that the SELECT in a place lists.
     *
     * @param joined tables that are no partners, as each row is joined to rows of them in any case; also this one
     */
    Filter of(TableUse use, @Nullable BlockPlace place, List<TableUse> joined) {
        Block block = conditions.block(use);
        if (place == null
                || block == null
                || block.from() == null
                || block.from().isNullable(use)) {
            return Filter.NONE;
        }
        return of(use, block, block.from(), place, new HashSet<>(joined));
    }

    /** @param seen the tables that are partners already */
    private Filter of(TableUse use, Block block, From from, BlockPlace place, Set<TableUse> seen) {
        List<Filter> filters = new ArrayList<>();
        filters.add(subqueries.on(use, from, place));
        for (TableUse partner : from.uses()) {
            String name = tableName(partner, place);
            if (name == null || seen.contains(partner) || from.isNullable(partner)) {
                continue;
            }
            for (List<Condition> demands : demands(block, from)) {
                List<Condition.Equal> equal = equal(demands, use, partner);
                if (!equal.isEmpty() && liesTogether(use, partner, equal) && seen.add(partner)) {
                    Filter own = conditions.on(partner, place);
                    Filter rows =
                            Filter.all(List.of(own == null ? Filter.NONE : own, of(partner, block, from, place, seen)));
                    filters.add(rows.isNone() ? rows : joined(partner, name, equal, rows));
                }
            }
        }
        return Filter.all(filters);
    }

    /** Returns the demands of the WHERE, and those of each ON of an inner join, each as a list that has to hold together. */
    static List<List<Condition>> demands(Block block, From from) {
        List<List<Condition>> demands = new ArrayList<>();
        demands.add(block.where().conjuncts());
        collect(from, demands);
        return demands;
    }

    private static void collect(From from, List<List<Condition>> demands) {
        if (from instanceof From.Join join) {
            if (join.kind() == From.Kind.INNER) {
                demands.add(join.on().conjuncts());
            }
            collect(join.left(), demands);
            collect(join.right(), demands);
        }
    }

    /** The equalities of a column of the table with one of the partner, in this order, that compare as in any place. */
    List<Condition.Equal> equal(List<Condition> demands, TableUse use, TableUse partner) {
        List<Condition.Equal> found = new ArrayList<>();
        for (Condition demand : demands) {
            if (demand instanceof Condition.Equal equal) {
                boolean ordered = equal.left().use() == use.id();
                ColumnRef own = ordered ? equal.left() : equal.right();
                ColumnRef other = ordered ? equal.right() : equal.left();
                boolean between = own.use() == use.id() && other.use() == partner.id();
                if (between && ComparedColumns.areAlike(tables.column(own), tables.column(other))) {
                    found.add(new Condition.Equal(own, other));
                }
            }
        }
        return found;
    }

    /** Returns true if the rows that fulfil the equalities always lie in one unit. */
    boolean liesTogether(TableUse use, TableUse partner, List<Condition.Equal> equal) {
        RoutedTable table = tables.sharded(use.id());
        if (tables.isBroadcast(partner.id())) {
            return true;
        }
        RoutedTable other = tables.sharded(partner.id());
        if (table == null || other == null || table.bindingGroup() != other.bindingGroup()) {
            return false;
        }
        List<Axis> axes = tables.axes(use);
        List<Axis> others = tables.axes(partner);
        for (int i = 0; i < axes.size(); i++) {
            if (!areEqual(use, axes.get(i).names(), partner, others.get(i).names(), equal)) {
                return false;
            }
        }
        return !axes.isEmpty();
    }

    private boolean areEqual(
            TableUse use, List<String> columns, TableUse partner, List<String> others, List<Condition.Equal> equal) {
        boolean all = !columns.isEmpty() && columns.size() == others.size();
        for (int i = 0; all && i < columns.size(); i++) {
            ColumnRef own = new ColumnRef(use.id(), columns.get(i));
            ColumnRef other = new ColumnRef(partner.id(), others.get(i));
            all = equal.contains(new Condition.Equal(own, other))
                    && tables.keys(own).equals(tables.keys(other))
                    && tables.keys(own).type() != KeyType.UNSUPPORTED;
        }
        return all;
    }

    /** Returns true if the table is a sharded or a broadcast one. */
    boolean isShared(TableUse use) {
        return tables.isBroadcast(use.id()) || tables.sharded(use.id()) != null;
    }

    /** The name of a broadcast or sharded table as the SELECT writes it; null if it has none that is certain. */
    @Nullable String tableName(TableUse use, BlockPlace place) {
        if (!isShared(use)) {
            return null;
        }
        for (int i = place.from() + 1; i < place.fromEnd(); i++) {
            if (text.isName(i) && text.name(i).equals(use.name()) && place.lists(text, i) && !text.is(i - 1, ".")) {
                return text.string(i);
            }
        }
        return null;
    }

    private Filter joined(TableUse partner, String name, List<Condition.Equal> equal, Filter rows) {
        String own = columns(equal.stream().map(Condition.Equal::left).toList());
        String others = columns(equal.stream().map(Condition.Equal::right).toList());
        String in = (equal.size() > 1 ? "(" + own + ")" : own) + " IN (SELECT " + others + " FROM ";
        RoutedTable table = tables.sharded(partner.id());
        List<Piece> before = new ArrayList<>();
        if (table == null) {
            before.add(new Piece.Text(in + name));
        } else {
            before.add(new Piece.Text(in));
            before.add(new Piece.Bound(table, conditions.spelling(partner)));
        }
        before.add(new Piece.Text(" WHERE "));
        return rows.within(before, ")");
    }

    private String columns(List<ColumnRef> columns) {
        List<String> names = new ArrayList<>();
        for (ColumnRef ref : columns) {
            Column column = tables.column(ref);
            names.add(dialect.quoted(column == null ? ref.name() : column.reportedName()));
        }
        return String.join(", ", names);
    }
}
