package io.shardkit.planner.advice;

import io.shardkit.observe.Advice;
import io.shardkit.plan.Cost;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.rule.ChangedRule;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the equalities of sharding columns that a join lacks whose tables are sharded alike: with them, the rows that are
 * joined lie together.
 */
record JoinAdvice(ParsedStatement statement, Tables tables, ColumnEqualities links, Trials trials) {

    /** One piece at most: the fewest equalities that narrow the statement as far as all of them do. */
    List<Advice> find() throws SQLException {
        List<Condition.Equal> bound = lacking(true);
        Cost cost = bound.isEmpty() ? null : trials.with(new AddedConditions(Map.of(), bound));
        if (cost != null) {
            List<Condition.Equal> needed = bound;
            for (Condition.Equal equal : bound) {
                List<Condition.Equal> fewer = new ArrayList<>(needed);
                fewer.remove(equal);
                Cost less = fewer.isEmpty() ? null : trials.with(new AddedConditions(Map.of(), fewer));
                if (less != null && less.compareTo(cost) <= 0) {
                    needed = fewer;
                }
            }
            return List.of(advice(Advice.Kind.JOIN, needed, "", cost));
        }
        List<Condition.Equal> alike = lacking(false);
        ShardMap rule = alike.isEmpty() ? null : ChangedRule.bound(trials.rule(), tablesOf(alike));
        Cost changed = rule == null ? null : trials.with(rule, new AddedConditions(Map.of(), alike));
        if (changed == null) {
            return List.of();
        }
        String names = tablesOf(alike).stream().map(RoutedTable::name).collect(Collectors.joining(", "));
        return List.of(advice(Advice.Kind.JOIN, alike, "binding-tables " + names + " and ", changed));
    }

    /** The equalities that joins of tables lack, of bound ones or of those that could be bound. */
    private List<Condition.Equal> lacking(boolean bound) {
        List<Condition.Equal> lacking = new ArrayList<>();
        List<TableUse> uses = tables.shardedUses();
        for (int i = 0; i < uses.size(); i++) {
            for (int j = i + 1; j < uses.size(); j++) {
                RoutedTable first = tables.shardedOf(uses.get(i));
                RoutedTable second = tables.shardedOf(uses.get(j));
                boolean together = first.bindingGroup() == second.bindingGroup();
                if (first != second
                        && areJoined(uses.get(i), uses.get(j))
                        && (bound ? together : !together && ChangedRule.areAlike(first, second))) {
                    lacking.addAll(lacking(uses.get(i), uses.get(j), bound));
                }
            }
        }
        return lacking;
    }

    private boolean areJoined(TableUse first, TableUse second) {
        boolean isTarget = statement instanceof ParsedStatement.InsertSelect && first.id() == 0;
        return !isTarget && links.areEquated(first, second);
    }

    /** The sharding columns that are not equal; of tables that are not bound only those with one name. */
    private List<Condition.Equal> lacking(TableUse first, TableUse second, boolean bound) {
        List<Axis.Column> left = tables.placingColumns(first);
        List<Axis.Column> right = tables.placingColumns(second);
        Map<ColumnRef, Condition.Equal> lacking = new LinkedHashMap<>();
        for (int i = 0; i < left.size() && left.size() == right.size(); i++) {
            ColumnRef from = new ColumnRef(first.id(), left.get(i).name());
            ColumnRef to = new ColumnRef(second.id(), right.get(i).name());
            if (!bound && !from.name().equals(to.name())) {
                return List.of();
            }
            boolean valued =
                    ConditionAdvice.hasValue(links, first, from) && ConditionAdvice.hasValue(links, second, to);
            if (!valued
                    && !links.sourcesOf(to).contains(from)
                    && !links.sourcesOf(from).contains(to)) {
                lacking.put(to, new Condition.Equal(from, to));
            }
        }
        return List.copyOf(lacking.values());
    }

    private List<RoutedTable> tablesOf(List<Condition.Equal> equalities) {
        return equalities.stream()
                .flatMap(equal -> Stream.of(equal.left(), equal.right()))
                .map(column -> tables.shardedOf(tables.uses().get(column.use())))
                .distinct()
                .toList();
    }

    private Advice advice(Advice.Kind kind, List<Condition.Equal> equalities, String before, Cost cost) {
        String conditions = equalities.stream()
                .map(equal -> label(equal.right()) + " = " + label(equal.left()))
                .collect(Collectors.joining(" AND "));
        List<String> columns = equalities.stream()
                .flatMap(equal -> Stream.of(equal.right(), equal.left()))
                .map(column -> tables.uses().get(column.use()).name() + "." + column.name())
                .distinct()
                .toList();
        return new Advice(
                kind,
                tablesOf(equalities).stream().map(RoutedTable::name).toList(),
                columns,
                cost.units(),
                before + "a condition " + conditions + ": " + cost.insteadOf(trials.now()));
    }

    private String label(ColumnRef column) {
        return tables.uses().get(column.use()).label() + "." + column.name();
    }
}
