package io.shardkit.planner.analysis;

import io.shardkit.route.Axis;
import io.shardkit.route.Routing;
import io.shardkit.route.ShardCondition;
import io.shardkit.rule.Lookup;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Turns the conditions on a sharded table into its routing. */
public final class RoutingPlanner {
    private final Tables tables;
    private final ColumnEqualities equalities;

    public RoutingPlanner(Tables tables, ColumnEqualities equalities) {
        this.tables = tables;
        this.equalities = equalities;
    }

    public Routing routing(TableUse use) {
        List<Condition> conditions = equalities.conditionsOn(use);
        Routing routing = routing(use, conditions, List.of());
        List<Lookup> asked = tables.lookups(use).stream()
                .filter(lookup -> !lookup.writeOnly())
                .toList();
        return asked.isEmpty() || routing.isPoint() || routing.table().isOneUnit()
                ? routing
                : routing(use, conditions, asked);
    }

    /** The routing of rows whose sharding columns have the values of as many parameters, in their order. */
    public Routing byShardingColumns(TableUse use) {
        List<String> columns = tables.shardedOf(use).shardingColumns();
        List<Condition> conditions = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            conditions.add(new Condition.In(new ColumnRef(use.id(), columns.get(i)), List.of(new Value.Parameter(i))));
        }
        return routing(use, conditions, List.of());
    }

    private Routing routing(TableUse use, List<Condition> conditions, List<Lookup> lookups) {
        List<AxisColumns> axes = new ArrayList<>();
        Set<ShardCondition> parts = new LinkedHashSet<>();
        for (Axis axis : tables.findingAxes(use)) {
            List<Set<ColumnRef>> columns = axis.names().stream()
                    .map(name -> equalities.sourcesOf(new ColumnRef(use.id(), name)))
                    .toList();
            if (axis.isByHint()) {
                continue;
            }
            if (axis.isOfOneColumn()) {
                axes.add(new AxisColumns(axis, columns.get(0)));
            } else {
                flatten(new KeyDemandPlanner(axis, columns).plan(conditions), parts);
            }
        }
        Leaves leaves = new Leaves(axes, use, lookups);
        for (Condition condition : conditions) {
            flatten(translate(condition, leaves), parts);
        }
        return new Routing(tables.hinted(use), and(withRanges(parts)));
    }

    /** An axis of one column, and the columns that equal its sharding column. */
    private record AxisColumns(Axis axis, Set<ColumnRef> columns) {}

    /** The columns whose values tell of units. */
    private record Leaves(List<AxisColumns> axes, TableUse use, List<Lookup> lookups) {
        ShardCondition in(Condition.In in) {
            Set<ShardCondition> parts = new LinkedHashSet<>();
            flatten(onAxes(in.column(), axes, axis -> new ShardCondition.In(axis, in.values())), parts);
            for (Lookup lookup : lookups) {
                // A column that equals the lookup column by a join may compare differently.
                if (new ColumnRef(use.id(), lookup.column()).equals(in.column()) && areGiven(in.values())) {
                    parts.add(new ShardCondition.LookedUp(use.name(), lookup, in.values()));
                }
            }
            return and(parts);
        }

        private static boolean areGiven(List<Value> values) {
            return values.stream()
                    .allMatch(value -> value instanceof Value.Parameter || value instanceof Value.Literal);
        }
    }

    private static ShardCondition translate(Condition condition, Leaves leaves) {
        if (condition instanceof Condition.And and) {
            Set<ShardCondition> parts = new LinkedHashSet<>();
            and.parts().forEach(part -> flatten(translate(part, leaves), parts));
            return and(withRanges(parts));
        }
        if (condition instanceof Condition.Or or) {
            List<ShardCondition> parts = new ArrayList<>();
            for (Condition part : or.parts()) {
                ShardCondition translated = translate(part, leaves);
                if (translated instanceof ShardCondition.All) {
                    return translated;
                }
                parts.add(translated);
            }
            return new ShardCondition.Or(parts);
        }
        if (condition instanceof Condition.In in) {
            return leaves.in(in);
        }
        if (condition instanceof Condition.InArray in) {
            return onAxes(in.column(), leaves.axes(), axis -> new ShardCondition.InArray(axis, in.array()));
        }
        if (condition instanceof Condition.Compare compare) {
            return onAxes(
                    compare.column(),
                    leaves.axes(),
                    axis -> new ShardCondition.Range(
                            axis, List.of(new ShardCondition.Bound(compare.operator(), compare.value()))));
        }
        return ShardCondition.all();
    }

    private static ShardCondition onAxes(
            ColumnRef column, List<AxisColumns> axes, Function<Axis, ShardCondition> leaf) {
        Set<ShardCondition> parts = new LinkedHashSet<>();
        for (AxisColumns each : axes) {
            if (each.columns().contains(column)) {
                parts.add(leaf.apply(each.axis()));
            }
        }
        return and(parts);
    }

    private static void flatten(ShardCondition condition, Set<ShardCondition> parts) {
        if (condition instanceof ShardCondition.And and) {
            and.parts().forEach(part -> flatten(part, parts));
        } else if (!(condition instanceof ShardCondition.All)) {
            parts.add(condition);
        }
    }

    /** Puts the bounds of one axis together, so that BETWEEN is one range. */
    private static Set<ShardCondition> withRanges(Set<ShardCondition> parts) {
        Map<Axis, List<ShardCondition.Bound>> bounds = new HashMap<>();
        for (ShardCondition part : parts) {
            if (part instanceof ShardCondition.Range range) {
                bounds.computeIfAbsent(range.axis(), axis -> new ArrayList<>()).addAll(range.bounds());
            }
        }
        if (bounds.isEmpty()) {
            return parts;
        }
        Set<ShardCondition> merged = new LinkedHashSet<>();
        for (ShardCondition part : parts) {
            List<ShardCondition.Bound> ofAxis =
                    part instanceof ShardCondition.Range range ? bounds.remove(range.axis()) : null;
            if (ofAxis != null && part instanceof ShardCondition.Range range) {
                merged.add(new ShardCondition.Range(range.axis(), ofAxis));
            } else if (!(part instanceof ShardCondition.Range)) {
                merged.add(part);
            }
        }
        return merged;
    }

    private static ShardCondition and(Set<ShardCondition> parts) {
        if (parts.isEmpty()) {
            return ShardCondition.all();
        }
        return parts.size() == 1 ? parts.iterator().next() : new ShardCondition.And(List.copyOf(parts));
    }
}
