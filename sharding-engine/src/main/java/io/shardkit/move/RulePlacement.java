package io.shardkit.move;

import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.move.table.Placement;
import io.shardkit.route.UnitOfRow;
import io.shardkit.rule.ChangedRule;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingStrategy;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places the rows of one source of a table by the rule after the switch, and tells by the one before it whose they are.
 * Immutable.
 *
 * @param from the numbers of the units that give rows
 * @param targets the numbers of the units that get them
 * @param own the number of this source's unit
 * @param all the sources, in the order of their numbers
 */
record RulePlacement(
        String table,
        Supplier<ShardMap> before,
        Supplier<ShardMap> after,
        List<Integer> from,
        List<Integer> targets,
        int own,
        List<Source> all)
        implements Placement {

    @Override
    public List<Source> sources() {
        return all;
    }

    @Override
    public Set<String> columns() {
        Set<String> columns = new HashSet<>();
        for (Supplier<ShardMap> rule : List.of(before, after)) {
            RoutedTable routed = rule.get().shardedTable(table);
            columns.addAll(routed == null ? List.of() : routed.shardingColumns());
        }
        return columns;
    }

    @Override
    public Rows of(List<Column> columns) throws SQLException {
        return new Placed(this, units(before, columns), units(after, columns));
    }

    /** Returns null if all rows are in one unit. */
    private @Nullable UnitOfRow units(Supplier<ShardMap> rule, List<Column> columns) throws SQLException {
        RoutedTable routed = rule.get().shardedTable(table);
        return routed == null || routed.unitCount() == 1 ? null : UnitOfRow.of(routed.declared(), columns);
    }

    @Override
    public @Nullable String apart(List<String> columns, Placement parent, List<String> parentColumns) {
        if (!(parent instanceof RulePlacement other) || other.own != own) {
            return "refers to rows of another unit";
        }
        String isApart = apart(before.get(), other.table, columns, parentColumns) ? "present" : null;
        if (isApart == null && apart(after.get(), other.table, columns, parentColumns)) {
            isApart = "next";
        }
        return isApart == null
                ? null
                : "does not hold the sharding columns of both tables, so that by the " + isApart
                        + " rule a row may lie on another shard than the one to which it refers";
    }

    private boolean apart(ShardMap rule, String other, List<String> columns, List<String> otherColumns) {
        RoutedTable one = rule.shardedTable(table);
        RoutedTable two = rule.shardedTable(other);
        if (one == null || two == null) {
            // Two ordinary tables have the same places.
            return one != null || two != null;
        }
        if (!ChangedRule.areAlike(one.declared(), two.declared())) {
            return true;
        }
        return lacks(columns, otherColumns, one.databaseStrategy(), two.databaseStrategy())
                || lacks(columns, otherColumns, one.tableStrategy(), two.tableStrategy());
    }

    private static boolean lacks(
            List<String> columns,
            List<String> otherColumns,
            @Nullable ShardingStrategy one,
            @Nullable ShardingStrategy two) {
        for (int i = 0; one != null && two != null && i < one.columns().size(); i++) {
            int position = columns.indexOf(one.columns().get(i));
            if (position < 0 || !otherColumns.get(position).equals(two.columns().get(i))) {
                return true;
            }
        }
        return false;
    }

    private record Placed(RulePlacement placement, @Nullable UnitOfRow before, @Nullable UnitOfRow after)
            implements Rows {
        @Override
        public int target(@Nullable Object[] row) throws SQLException {
            return after == null ? 0 : number(placement.targets, after.unit(row));
        }

        @Override
        public int source(@Nullable Object[] row) throws SQLException {
            return before == null ? 0 : number(placement.from, before.unit(row));
        }

        private int number(List<Integer> units, int unit) throws SQLException {
            int number = units.indexOf(unit);
            if (number < 0) {
                throw ShardingExceptions.of(
                        ErrorCode.MOVE_REFUSED,
                        "a row of table " + placement.table + " lies where the rule does not look for it: it belongs to"
                                + " unit " + unit + ", which keeps its rows");
            }
            return number;
        }

        @Override
        public int own() {
            return placement.from.indexOf(placement.own);
        }

        @Override
        public boolean isShared() {
            return placement.from.size() > 1;
        }
    }
}
