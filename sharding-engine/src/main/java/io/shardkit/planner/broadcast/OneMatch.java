package io.shardkit.planner.broadcast;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Tells if an UPDATE joins each row of its table to one row at most: of several a database takes any, and others may take
 * another. For one statement.
 */
final class OneMatch {
    private final Tables tables;
    private final From from;

    /** The columns that are equal to a value. */
    private final List<ColumnRef> valued = new ArrayList<>();

    /** The columns that a column is equal to in each row that is left of its table. */
    private final Map<ColumnRef, List<ColumnRef>> equal = new HashMap<>();

    private OneMatch(Block block, From from, Tables tables) {
        this.tables = tables;
        this.from = from;
        add(block.where().conjuncts(), ids(from));
        collect(from);
    }

    /** Returns false if the values that are assigned may be those of any of several rows. */
    static boolean isKnown(ParsedStatement.Write write, Tables tables) throws SQLException {
        Block block = write.blocks().get(0);
        boolean ofItself = write.assignments().stream()
                .allMatch(each -> each.value() != null
                        || (each.source() != null && each.source().use() == each.use()));
        // MERGE fails where several rows match.
        boolean takesAny = write.update() && !write.text().is(0, "MERGE");
        if (!takesAny || ofItself || block.from() == null || block.from() instanceof From.Table) {
            return true;
        }
        return new OneMatch(block, block.from(), tables).isKnown(write.targets().get(0));
    }

    private boolean isKnown(int target) throws SQLException {
        Set<Integer> known = new HashSet<>(Set.of(target));
        for (int before = 0; before < known.size(); ) {
            before = known.size();
            for (TableUse use : from.uses()) {
                if (isKeyGiven(use, known)) {
                    known.add(use.id());
                }
            }
        }
        return !hasDerived(from) && known.containsAll(ids(from));
    }

    private boolean isKeyGiven(TableUse use, Set<Integer> known) throws SQLException {
        return Objects.requireNonNullElse(tables.uniqueKeys(use), List.<UniqueKey>of()).stream()
                .filter(UniqueKey::exact)
                .anyMatch(key ->
                        key.columns().stream().allMatch(column -> isGiven(new ColumnRef(use.id(), column), known)));
    }

    private boolean isGiven(ColumnRef column, Set<Integer> known) {
        return valued.contains(column)
                || equal.getOrDefault(column, List.of()).stream()
                        .anyMatch(other -> known.contains(other.use())
                                && tables.keys(column).equals(tables.keys(other))
                                && tables.keys(column).type() != KeyType.UNSUPPORTED);
    }

    private void collect(From part) {
        if (part instanceof From.Join join) {
            Set<Integer> narrowed = new HashSet<>();
            if (join.kind() == From.Kind.INNER || join.kind() == From.Kind.LEFT) {
                narrowed.addAll(ids(join.right()));
            }
            if (join.kind() == From.Kind.INNER || join.kind() == From.Kind.RIGHT) {
                narrowed.addAll(ids(join.left()));
            }
            add(join.on().conjuncts(), narrowed);
            collect(join.left());
            collect(join.right());
        }
    }

    /** @param narrowed the tables of which the conditions leave only rows that fulfil them */
    private void add(List<Condition> conditions, Set<Integer> narrowed) {
        for (Condition condition : conditions) {
            if (condition instanceof Condition.Equal both) {
                addEqual(both.left(), both.right(), narrowed);
                addEqual(both.right(), both.left(), narrowed);
            } else if (condition instanceof Condition.In in
                    && in.values().size() == 1
                    && narrowed.contains(in.column().use())
                    && isOneValue(in.column(), in.values().get(0))) {
                valued.add(in.column());
            }
        }
    }

    private void addEqual(ColumnRef column, ColumnRef other, Set<Integer> narrowed) {
        if (narrowed.contains(column.use())) {
            equal.computeIfAbsent(column, none -> new ArrayList<>()).add(other);
        }
    }

    /** Returns false if several values of the column may equal this one, as '3' and '03' both equal 3 on MySQL. */
    private boolean isOneValue(ColumnRef column, Value value) {
        return tables.keys(column).type().isNumeric()
                || (value instanceof Value.Literal literal && literal.value() instanceof String);
    }

    private static Set<Integer> ids(From from) {
        Set<Integer> ids = new HashSet<>();
        from.uses().forEach(use -> ids.add(use.id()));
        return ids;
    }

    private static boolean hasDerived(From from) {
        return from instanceof From.Join join
                ? hasDerived(join.left()) || hasDerived(join.right())
                : from instanceof From.Derived;
    }
}
