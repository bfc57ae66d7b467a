package io.shardkit.move;

import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.move.table.Placement;
import io.shardkit.route.UnitOfRow;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places the rows of one source of a table by the rule after the switch, and tells by the one before it whose they are.
 * Immutable.
 *
 * @param sources the number of the table's sources
 * @param own the number of this source
 */
record RulePlacement(
        String table, Supplier<ShardMap> before, Supplier<ShardMap> after, int sources, int targets, int own)
        implements Placement {

    @Override
    public Rows of(List<Column> columns) throws SQLException {
        return new Placed(units(before, sources, columns), units(after, targets, columns), own);
    }

    /** Returns null if all rows are in one unit. */
    private @Nullable UnitOfRow units(Supplier<ShardMap> rule, int units, List<Column> columns) throws SQLException {
        if (units == 1) {
            return null;
        }
        RoutedTable routed = rule.get().shardedTable(table);
        if (routed == null) {
            throw ShardingExceptions.of(ErrorCode.MOVE_REFUSED, "table " + table + " is not sharded");
        }
        return UnitOfRow.of(routed.declared(), columns);
    }

    private record Placed(@Nullable UnitOfRow before, @Nullable UnitOfRow after, int own) implements Rows {
        @Override
        public int target(@Nullable Object[] row) throws SQLException {
            return after == null ? 0 : after.unit(row);
        }

        @Override
        public int source(@Nullable Object[] row) throws SQLException {
            return before == null ? own : before.unit(row);
        }

        @Override
        public boolean isShared() {
            return before != null;
        }
    }
}
