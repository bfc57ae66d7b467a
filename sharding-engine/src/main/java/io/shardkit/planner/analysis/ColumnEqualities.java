package io.shardkit.planner.analysis;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.KeyType;
import io.shardkit.route.Axis;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.ColumnWords;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The equalities between columns of a statement, and the conditions that narrow each table.
 *
 * <p>An equality of two columns links both ways in WHERE and in the ON of an inner join; in the ON of an outer join it
 * links from the preserved side to the nullable one; in a subquery it links from the outer block to the inner. A
 * condition narrows the tables of its block, in the ON of an outer join those of the nullable side only. An equality of
 * the row numbers of an actual table links all sharding columns of two uses of one table: it means one row, where both
 * uses are of one actual table.
 */
public final class ColumnEqualities {

    private final Tables tables;
    private final List<Condition> demands = new ArrayList<>();
    private final Map<ColumnRef, Set<ColumnRef>> sources = new HashMap<>();

    /** By table use, the demands that narrow it. */
    private final Map<Integer, List<Integer>> demandsOn = new HashMap<>();

    /** By table use, those that an equality links to it. */
    private final Map<Integer, Set<Integer>> tablesBefore = new HashMap<>();

    /** By table use, those whose row is the same where a row of this one matters. */
    private final Map<Integer, Set<Integer>> sameRows = new HashMap<>();

    public ColumnEqualities(List<Block> blocks, Tables tables) {
        this.tables = tables;
        for (Block block : blocks) {
            Set<Integer> own = ids(block.from());
            demand(block.where(), own, own, own);
            joins(block.from());
        }
    }

    private void joins(@Nullable From from) {
        if (from instanceof From.Join join) {
            Set<Integer> left = ids(join.left());
            Set<Integer> right = ids(join.right());
            Set<Integer> both = new HashSet<>(left);
            both.addAll(right);
            switch (join.kind()) {
                case INNER -> demand(join.on(), both, both, both);
                case LEFT -> demand(join.on(), right, both, right);
                case RIGHT -> demand(join.on(), left, both, left);
                case FULL -> {}
            }
            joins(join.left());
            joins(join.right());
        }
    }

    /**
     * @param narrowed tables whose rows matter only where the condition holds
     * @param own tables of the same block that the condition may name
     * @param targets tables to which equalities link
     */
    private void demand(Condition condition, Set<Integer> narrowed, Set<Integer> own, Set<Integer> targets) {
        for (Condition part : condition.conjuncts()) {
            for (int use : narrowed) {
                demandsOn.computeIfAbsent(use, narrows -> new ArrayList<>()).add(demands.size());
            }
            demands.add(part);
            if (part instanceof Condition.Equal equal) {
                link(equal.left(), equal.right(), own, targets);
                link(equal.right(), equal.left(), own, targets);
                if (isOfOneRow(equal)) {
                    linkRows(equal.left().use(), equal.right().use(), own, targets);
                    linkRows(equal.right().use(), equal.left().use(), own, targets);
                }
            }
        }
    }

    /**
     * Returns true if the equality demands one row of two uses of a table, by a column that only tells rows of one actual
     * table apart.
     */
    private boolean isOfOneRow(Condition.Equal equal) {
        ColumnRef left = equal.left();
        ColumnRef right = equal.right();
        return ColumnWords.isOfRow(left.name())
                && left.name().equals(right.name())
                && tables.sharded(left.use()) != null
                && tables.sharded(left.use()) == tables.sharded(right.use())
                && tables.column(left) == null;
    }

    private void linkRows(int from, int to, Set<Integer> own, Set<Integer> targets) {
        TableUse use = tables.uses().get(to);
        for (Axis.Column column : tables.findingColumns(use)) {
            link(new ColumnRef(from, column.name()), new ColumnRef(to, column.name()), own, targets);
        }
        if (isLinked(from, to, own, targets)) {
            sameRows.computeIfAbsent(to, none -> new HashSet<>()).add(from);
        }
    }

    private void link(ColumnRef from, ColumnRef to, Set<Integer> own, Set<Integer> targets) {
        ColumnKeys keys = tables.keys(to);
        boolean comparable = keys.equals(tables.keys(from)) && keys.type() != KeyType.UNSUPPORTED;
        if (comparable && isLinked(from.use(), to.use(), own, targets)) {
            sources.computeIfAbsent(to, column -> new HashSet<>()).add(from);
            tablesBefore.computeIfAbsent(to.use(), use -> new HashSet<>()).add(from.use());
        }
    }

    private static boolean isLinked(int from, int to, Set<Integer> own, Set<Integer> targets) {
        return targets.contains(to) && (!own.contains(from) || own.contains(to));
    }

    /** The uses of a table of which only the row matters that is also that of this use, and this use. */
    public Set<TableUse> withSameRow(TableUse use) {
        Set<TableUse> found = new HashSet<>(Set.of(use));
        boolean grown = true;
        while (grown) {
            grown = false;
            for (TableUse other : tables.uses()) {
                boolean same = sameRows.getOrDefault(other.id(), Set.of()).stream()
                        .anyMatch(from -> found.contains(tables.uses().get(from)));
                grown |= same && found.add(other);
            }
        }
        return found;
    }

    /** Returns the number of equalities that demand one row of two of these uses. */
    public int sameRows(Collection<TableUse> among) {
        Set<Integer> ids = among.stream().map(TableUse::id).collect(Collectors.toSet());
        return (int) demands.stream()
                .filter(demand -> demand instanceof Condition.Equal equal
                        && isOfOneRow(equal)
                        && ids.contains(equal.left().use())
                        && ids.contains(equal.right().use()))
                .count();
    }

    /** The column itself and every column from which equalities lead to it. */
    public Set<ColumnRef> sourcesOf(ColumnRef column) {
        Set<ColumnRef> found = new HashSet<>(Set.of(column));
        Deque<ColumnRef> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            for (ColumnRef source : sources.getOrDefault(open.remove(), Set.of())) {
                if (found.add(source)) {
                    open.add(source);
                }
            }
        }
        return found;
    }

    /** The conditions that narrow the table, directly or over links. */
    public List<Condition> conditionsOn(TableUse use) {
        BitSet found = new BitSet(demands.size());
        for (int linked : tablesLeadingTo(use)) {
            demandsOn.getOrDefault(linked, List.of()).forEach(found::set);
        }
        List<Condition> conditions = new ArrayList<>();
        found.stream().forEach(demand -> conditions.add(demands.get(demand)));
        return conditions;
    }

    /** Returns true if some condition sets a column of one table equal to a column of the other one. */
    public boolean areEquated(TableUse one, TableUse other) {
        Set<Integer> uses = Set.of(one.id(), other.id());
        return demands.stream()
                .anyMatch(demand -> demand instanceof Condition.Equal equal
                        && uses.equals(new HashSet<>(
                                List.of(equal.left().use(), equal.right().use()))));
    }

    /** The table's columns that some condition sets equal to a column of another table, by name. */
    public Set<String> equatedColumns(TableUse use) {
        Set<String> names = new HashSet<>();
        for (Condition demand : demands) {
            if (demand instanceof Condition.Equal equal
                    && equal.left().use() != equal.right().use()) {
                for (ColumnRef column : List.of(equal.left(), equal.right())) {
                    if (column.use() == use.id()) {
                        names.add(column.name());
                    }
                }
            }
        }
        return names;
    }

    private Set<Integer> tablesLeadingTo(TableUse use) {
        Set<Integer> found = new HashSet<>(Set.of(use.id()));
        Deque<Integer> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            for (int source : tablesBefore.getOrDefault(open.remove(), Set.of())) {
                if (found.add(source)) {
                    open.add(source);
                }
            }
        }
        return found;
    }

    private static Set<Integer> ids(@Nullable From from) {
        Set<Integer> ids = new HashSet<>();
        if (from != null) {
            from.uses().forEach(use -> ids.add(use.id()));
        }
        return ids;
    }
}
