package io.shardkit.planner.analysis;

import io.shardkit.plan.InListSplit;
import io.shardkit.plan.InListSplit.KeyList;
import io.shardkit.route.Axis;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the IN lists that hold a sharding column against parameters. */
public final class InListPlanner {
    private final Tables tables;
    private final ColumnEqualities equalities;
    private final List<KeyList> lists = new ArrayList<>();

    private InListPlanner(Tables tables, ColumnEqualities equalities) {
        this.tables = tables;
        this.equalities = equalities;
    }

    /** Returns the IN lists of a query that can be split, or null if it has none. */
    public static @Nullable InListSplit plan(Tables tables, ColumnEqualities equalities, int parameterCount) {
        InListPlanner planner = new InListPlanner(tables, equalities);
        tables.shardedUses().forEach(planner::collect);
        return planner.lists.isEmpty() ? null : new InListSplit(planner.lists, parameterCount);
    }

    private void collect(TableUse use) {
        List<Condition> conditions = equalities.conditionsOn(use);
        for (Axis axis : tables.axes(use)) {
            if (!axis.isOfOneColumn()) {
                continue;
            }
            ColumnRef column = new ColumnRef(use.id(), axis.column());
            conditions.forEach(condition -> collect(condition, column, tables.shardedOf(use), axis));
        }
    }

    private void collect(Condition condition, ColumnRef column, RoutedTable table, Axis axis) {
        if (condition instanceof Condition.And and) {
            and.parts().forEach(part -> collect(part, column, table, axis));
        } else if (condition instanceof Condition.Or or) {
            or.parts().forEach(part -> collect(part, column, table, axis));
        } else if (condition instanceof Condition.In in
                && in.column().equals(column)
                && in.values().size() > 1
                && in.values().stream().allMatch(Value.Parameter.class::isInstance)) {
            lists.add(new KeyList(
                    table,
                    axis,
                    in.values().stream().map(Value.Parameter.class::cast).toList()));
        }
    }
}
