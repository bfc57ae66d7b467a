package io.shardkit.planner.analysis;

import io.shardkit.route.Axis;
import io.shardkit.route.KeyDemand;
import io.shardkit.route.ShardCondition;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds what conditions demand of the columns of a strategy of several: each of their values narrows the others. */
final class KeyDemandPlanner {
    private final Axis axis;
    private final List<Set<ColumnRef>> columns;

    /** @param columns for each column of the axis those that equal it */
    KeyDemandPlanner(Axis axis, List<Set<ColumnRef>> columns) {
        this.axis = axis;
        this.columns = columns;
    }

    /** Returns the demand of all conditions together. */
    ShardCondition plan(List<Condition> conditions) {
        return plan(conditions, KeyDemand.none(axis));
    }

    /** Returns the demand of the conditions added to the demand known already; an OR adds that to each of its parts. */
    private ShardCondition plan(List<Condition> conditions, KeyDemand known) {
        KeyDemand demand = known;
        List<Condition.Or> choices = new ArrayList<>();
        for (Condition condition :
                conditions.stream().flatMap(each -> each.conjuncts().stream()).toList()) {
            if (condition instanceof Condition.In in) {
                for (int i = 0; i < columns.size(); i++) {
                    demand = columns.get(i).contains(in.column()) ? demand.and(i, in.values()) : demand;
                }
            } else if (condition instanceof Condition.Or or && isNamedIn(or)) {
                choices.add(or);
            }
        }
        List<ShardCondition> parts = new ArrayList<>();
        for (Condition.Or choice : choices) {
            List<ShardCondition> branches = new ArrayList<>();
            for (Condition branch : choice.parts()) {
                branches.add(plan(List.of(branch), demand));
            }
            if (branches.stream().noneMatch(ShardCondition.All.class::isInstance)) {
                parts.add(new ShardCondition.Or(branches));
            }
        }
        if (parts.isEmpty()) {
            return demand.isEmpty() ? ShardCondition.all() : new ShardCondition.Keys(demand);
        }
        return parts.size() == 1 ? parts.get(0) : new ShardCondition.And(parts);
    }

    private boolean isNamedIn(Condition condition) {
        if (condition instanceof Condition.And and) {
            return and.parts().stream().anyMatch(this::isNamedIn);
        }
        if (condition instanceof Condition.Or or) {
            return or.parts().stream().anyMatch(this::isNamedIn);
        }
        return condition instanceof Condition.In in && columns.stream().anyMatch(each -> each.contains(in.column()));
    }
}
