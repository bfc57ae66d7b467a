package io.shardkit.planner.analysis;

import io.shardkit.algorithm.KeyType;
import io.shardkit.route.Axis;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.TableUse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the columns of a query, whose joins stay within units, that tell by their values which unit a row lies in: rows
 * that are equal in these columns are never in different units.
 */
public final class ShardingKeyColumns {
    private final Tables tables;
    private final List<TableUse> bases;

    /**
     * @param blocks the query's; the joins of the first are known to stay within units
     */
    public ShardingKeyColumns(Tables tables, List<Block> blocks) {
        this.tables = tables;
        Set<Integer> nullable = Colocation.nullable(blocks.get(0).from(), false, new HashSet<>());
        this.bases = Colocation.outerUses(blocks).stream()
                .filter(use -> tables.sharded(use.id()) != null && !nullable.contains(use.id()))
                .toList();
    }

    /** The sharded tables that each row of the joins has a row of. */
    public List<TableUse> bases() {
        return bases;
    }

    /** Returns true if rows that are equal in these columns lie in one unit. */
    public boolean areIn(Set<ColumnRef> columns) {
        if (bases.isEmpty()) {
            return false;
        }
        int axes = tables.axes(bases.get(0)).size();
        for (int i = 0; i < axes; i++) {
            int number = i;
            if (bases.stream().noneMatch(base -> isKey(base, number, columns))) {
                return false;
            }
        }
        return true;
    }

    private boolean isKey(TableUse base, int number, Set<ColumnRef> columns) {
        List<Axis> axes = tables.axes(base);
        Axis axis = axes.get(number);
        return !axis.isByHint()
                && axis.columns().stream()
                        .allMatch(column -> column.keyType() != KeyType.UNSUPPORTED
                                && columns.contains(new ColumnRef(base.id(), column.name())));
    }
}
