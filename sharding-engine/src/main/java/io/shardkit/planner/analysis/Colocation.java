package io.shardkit.planner.analysis;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Refusal;
import io.shardkit.route.Axis;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.TableUse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells if the rows that a query joins always lie in one unit, so that the union of the units' answers is the answer. */
public final class Colocation {
    private final Tables tables;
    private final ColumnEqualities equalities;

    public Colocation(Tables tables, ColumnEqualities equalities) {
        this.tables = tables;
        this.equalities = equalities;
    }

    /** Null if the joins of the outermost block stay within units; else why not. */
    public @Nullable Refusal refusal(List<Block> blocks) {
        List<TableUse> sharded = shardedUses(blocks);
        List<TableUse> inner = tables.shardedUses().stream()
                .filter(use -> !sharded.contains(use))
                .toList();
        if (sharded.isEmpty()) {
            return new Refusal(
                    ErrorCode.SUBQUERY_OVER_UNITS, "over " + inner.get(0).name());
        }
        Refusal joins = refusalOfJoins(blocks);
        TableUse base = base(sharded, blocks.get(0).from());
        return joins != null ? joins : subqueries(inner, base);
    }

    /** The same, whatever subqueries read; the outermost block has a sharded table. */
    public @Nullable Refusal refusalOfJoins(List<Block> blocks) {
        From from = blocks.get(0).from();
        List<TableUse> sharded = shardedUses(blocks);
        RoutedTable first = tables.shardedOf(sharded.get(0));
        for (TableUse use : sharded) {
            if (tables.shardedOf(use).bindingGroup() != first.bindingGroup()) {
                return new Refusal(
                        ErrorCode.UNLINKED_JOIN, first.name() + " and " + use.name() + " are not binding tables");
            }
        }
        Refusal outerJoin = preserved(from);
        return outerJoin != null ? outerJoin : unlinked(sharded, nullable(from, false, new HashSet<>()));
    }

    /** The sharded tables of the outermost FROM. */
    public List<TableUse> shardedUses(List<Block> blocks) {
        return outerUses(blocks).stream()
                .filter(use -> tables.sharded(use.id()) != null)
                .toList();
    }

    /** The tables of the outermost FROM. */
    static List<TableUse> outerUses(List<Block> blocks) {
        From from = blocks.get(0).from();
        return from == null ? List.of() : from.uses();
    }

    /**
     * A subquery sees, for a row outside, all that it needs within that row's unit if it demands that the sharding
     * columns of each of its tables equal those of the row.
     */
    private @Nullable Refusal subqueries(List<TableUse> inner, TableUse base) {
        RoutedTable first = tables.shardedOf(base);
        for (TableUse use : inner) {
            if (tables.shardedOf(use).bindingGroup() != first.bindingGroup() || !leads(base, use)) {
                return new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "over " + use.name());
            }
        }
        return null;
    }

    private static TableUse base(List<TableUse> sharded, @Nullable From from) {
        Set<Integer> nullable = nullable(from, false, new HashSet<>());
        return sharded.stream()
                .filter(use -> !nullable.contains(use.id()))
                .findFirst()
                .orElse(sharded.get(0));
    }

    /** The preserved side of an outer join must have a sharded table if the other side has one. */
    private @Nullable Refusal preserved(@Nullable From from) {
        if (!(from instanceof From.Join join)) {
            return null;
        }
        boolean left = hasSharded(join.left());
        boolean right = hasSharded(join.right());
        boolean wrong =
                switch (join.kind()) {
                    case INNER -> false;
                    case LEFT -> right && !left;
                    case RIGHT -> left && !right;
                    case FULL -> left || right;
                };
        if (wrong) {
            ErrorCode code =
                    join.kind() == From.Kind.FULL ? ErrorCode.UNLINKED_JOIN : ErrorCode.OUTER_JOIN_OF_BROADCAST;
            return new Refusal(code, join.kind() + " JOIN");
        }
        Refusal below = preserved(join.left());
        return below != null ? below : preserved(join.right());
    }

    private @Nullable Refusal unlinked(List<TableUse> sharded, Set<Integer> nullable) {
        TableUse base = sharded.stream()
                .filter(use -> !nullable.contains(use.id()))
                .findFirst()
                .orElse(sharded.get(0));
        Set<TableUse> linked = new HashSet<>(Set.of(base));
        boolean grown = true;
        while (grown) {
            grown = false;
            for (TableUse use : sharded) {
                if (!linked.contains(use) && linked.stream().anyMatch(other -> leads(other, use))) {
                    grown = linked.add(use);
                }
            }
        }
        for (TableUse use : sharded) {
            if (!linked.contains(use)) {
                return new Refusal(ErrorCode.UNLINKED_JOIN, base.label() + " and " + use.label());
            }
        }
        return null;
    }

    private boolean leads(TableUse from, TableUse to) {
        List<Axis> fromAxes = tables.axes(from);
        List<Axis> toAxes = tables.axes(to);
        for (int i = 0; i < toAxes.size(); i++) {
            if (!areEqual(from, fromAxes.get(i).names(), to, toAxes.get(i).names())
                    && !areEqual(from, held(from, fromAxes.get(i)), to, held(to, toAxes.get(i)))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns true if each column equals the column of the other table; an axis without columns, which goes by hints,
     * proves nothing.
     */
    private boolean areEqual(TableUse from, List<String> sources, TableUse to, List<String> targets) {
        if (sources.isEmpty() || sources.size() != targets.size()) {
            return false;
        }
        for (int i = 0; i < targets.size(); i++) {
            ColumnRef source = new ColumnRef(from.id(), sources.get(i));
            ColumnRef target = new ColumnRef(to.id(), targets.get(i));
            if (!equalities.sourcesOf(target).contains(source)) {
                return false;
            }
        }
        return true;
    }

    /** The column that holds the shard of an axis; none if no column does. */
    private List<String> held(TableUse use, Axis axis) {
        String column = tables.heldIn(use, axis);
        return column == null ? List.of() : List.of(column);
    }

    private boolean hasSharded(From from) {
        return from.uses().stream().anyMatch(use -> tables.sharded(use.id()) != null);
    }

    /** The tables that an outer join may fill with NULLs. */
    public static Set<Integer> nullable(@Nullable From from, boolean inNullable, Set<Integer> found) {
        if (from instanceof From.Table table && inNullable) {
            found.add(table.use().id());
        } else if (from instanceof From.Join join) {
            boolean full = join.kind() == From.Kind.FULL;
            nullable(join.left(), inNullable || full || join.kind() == From.Kind.RIGHT, found);
            nullable(join.right(), inNullable || full || join.kind() == From.Kind.LEFT, found);
        }
        return found;
    }
}
