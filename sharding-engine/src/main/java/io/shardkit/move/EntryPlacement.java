package io.shardkit.move;

import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.move.table.Placement;
import io.shardkit.route.UnitOfRow;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places the entries of a lookup table that is made of the rows of another table, by the rule after the switch. Immutable.
 *
 * @param lookup the lookup table
 * @param table the table whose rows have entries
 * @param after the rule after the switch
 * @param sources all actual tables with these rows
 * @param own the number of the move's own one among them
 */
record EntryPlacement(String lookup, String table, Supplier<ShardMap> after, List<Source> sources, int own)
        implements Placement {

    @Override
    public Entries entries() {
        ShardMap rule = after.get();
        RoutedTable routed = rule.shardedTable(table);
        Lookup declared = rule.lookups(table).stream()
                .filter(each -> each.table().equals(lookup))
                .findFirst()
                .orElse(null);
        if (routed == null || declared == null) {
            throw new IllegalStateException(lookup);
        }
        return new Entries(declared.column(), routed.shardingColumns());
    }

    @Override
    public Set<String> columns() {
        RoutedTable routed = after.get().shardedTable(lookup);
        return routed == null ? Set.of() : Set.copyOf(routed.shardingColumns());
    }

    @Override
    public Rows of(List<Column> columns) throws SQLException {
        RoutedTable routed = after.get().shardedTable(lookup);
        return new Placed(
                routed == null || routed.unitCount() == 1 ? null : UnitOfRow.of(routed.declared(), columns), own);
    }

    /** An entry belongs to all sources: each of them has a look at the others. */
    private record Placed(@Nullable UnitOfRow units, int own) implements Rows {
        @Override
        public int target(@Nullable Object[] row) throws SQLException {
            int unit = units == null ? 0 : units.unit(row);
            if (unit < 0) {
                throw ShardingExceptions.of(
                        ErrorCode.MOVE_REFUSED, "the rule has no place for a value of a lookup table");
            }
            return unit;
        }

        @Override
        public int source(@Nullable Object[] row) {
            return own;
        }

        @Override
        public boolean isShared() {
            return true;
        }
    }
}
