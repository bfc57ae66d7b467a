package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.BooleanText;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells which rows of some tables the join of a SELECT certainly has: those that have their keys in each other table, where its
 * conditions demand nothing else of several tables. For one SELECT.
 */
final class TopJoin {
    private final SqlText text;
    private final Tables tables;
    private final OwnConditions conditions;
    private final From from;
    private final BlockPlace place;
    private final List<TableUse> joined;
    private final List<Condition.Equal> equal;
    private final BlockNames names;

    /** The tables of the join but for those that an outer join may fill with NULLs. */
    private final List<TableUse> whole = new ArrayList<>();

    private final List<TopRows.Link> links = new ArrayList<>();

    /**
     * @param joined tables whose rows fulfil all conditions on them alone
     * @param equal the equalities that hold between them
     */
    TopJoin(
            SqlText text,
            Tables tables,
            OwnConditions conditions,
            From from,
            BlockPlace place,
            List<TableUse> joined,
            List<Condition.Equal> equal) {
        this.text = text;
        this.tables = tables;
        this.conditions = conditions;
        this.from = from;
        this.place = place;
        this.joined = joined;
        this.equal = equal;
        this.names = new BlockNames(text, place, from, tables);
    }

    /** The equalities with other tables that a row has to fulfil, and those suffice; null if others may be needed. */
    @Nullable List<TopRows.Link> links() {
        List<From.Join> joins = OwnConditions.joins(from);
        List<int @Nullable []> on = place.joins(text);
        if (!collect(from) || !whole.containsAll(joined) || joins.size() != on.size()) {
            return null;
        }
        for (int i = 0; i < joins.size(); i++) {
            int[] condition = on.get(i);
            boolean demanded = isDemanded(from, joins.get(i));
            if (demanded && (condition == null || !isKnown(BooleanText.of(text, condition[0], condition[1])))) {
                return null;
            }
        }
        boolean known = place.where() + 1 >= place.whereEnd()
                || isKnown(BooleanText.of(text, place.where() + 1, place.whereEnd()));
        return known && areLinkedOnce() ? links : null;
    }

    private boolean collect(From part) {
        if (part instanceof From.Table table) {
            return whole.add(table.use());
        }
        return part instanceof From.Join join
                && switch (join.kind()) {
                    case INNER -> collect(join.left()) && collect(join.right());
                    case LEFT -> collect(join.left());
                    case RIGHT -> collect(join.right());
                    case FULL -> false;
                };
    }

    /** Returns true if a row of the result fulfils the condition of a join. */
    private static boolean isDemanded(From part, From.Join join) {
        if (!(part instanceof From.Join outer)) {
            return false;
        }
        if (outer.equals(join)) {
            return join.kind() == From.Kind.INNER;
        }
        return (outer.kind() != From.Kind.RIGHT && isDemanded(outer.left(), join))
                || (outer.kind() != From.Kind.LEFT && isDemanded(outer.right(), join));
    }

    private boolean isKnown(BooleanText condition) {
        if (condition instanceof BooleanText.And and) {
            return and.parts().stream().allMatch(this::isKnown);
        }
        return whole.stream().anyMatch(use -> conditions.isOn(use, condition, names))
                || (condition instanceof BooleanText.Leaf leaf && isEquality(leaf));
    }

    private boolean isEquality(BooleanText.Leaf leaf) {
        int middle = leaf.from() + (text.is(leaf.from() + 1, ".") ? 3 : 1);
        ColumnRef left = names.column(leaf.from(), middle);
        ColumnRef right = text.is(middle, "=") ? names.column(middle + 1, leaf.to()) : null;
        if (left == null || right == null) {
            return false;
        }
        if (isJoined(left) && isJoined(right)) {
            return equal.contains(new Condition.Equal(left, right)) || equal.contains(new Condition.Equal(right, left));
        }
        return isJoined(left) ? link(left, right) : isJoined(right) && link(right, left);
    }

    private boolean link(ColumnRef own, ColumnRef other) {
        Column column = tables.column(own);
        Column key = tables.column(other);
        return column != null
                && key != null
                && ComparedColumns.isKey(column)
                && ComparedColumns.isKey(key)
                && links.add(new TopRows.Link(own.use(), column, other));
    }

    /**
     * Returns true if each other table has one equality, so that it does not depend on another whether it is fulfilled, and
     * its copy has no rows for other parts of the statement.
     */
    private boolean areLinkedOnce() {
        for (TableUse use : whole) {
            long own =
                    links.stream().filter(link -> link.from().use() == use.id()).count();
            if (!joined.contains(use) && (own != 1 || !isReadOnce(use))) {
                return false;
            }
        }
        return links.isEmpty() || joined.stream().allMatch(use -> tables.isBroadcast(use.id()) || isReadOnce(use));
    }

    private boolean isReadOnce(TableUse use) {
        RoutedTable table = tables.sharded(use.id());
        return table != null
                && tables.uses().stream()
                                .filter(other -> table == tables.sharded(other.id()))
                                .count()
                        == 1;
    }

    private boolean isJoined(ColumnRef column) {
        return joined.stream().anyMatch(use -> use.id() == column.use());
    }
}
