package io.shardkit.planner.advice;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.observe.Advice;
import io.shardkit.plan.Cost;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.ChangedRule;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds changes to the rule that would help. */
record RuleAdvice(ParsedStatement statement, Tables tables, ColumnEqualities links, Trials trials) {

    List<Advice> find() throws SQLException {
        List<Advice> found = new ArrayList<>(bindings());
        found.addAll(broadcasts());
        for (TableUse use : tables.shardedUses()) {
            for (Map.Entry<String, Integer> column : valued(use).entrySet()) {
                found.addAll(ofColumn(use, column.getKey(), column.getValue()));
            }
        }
        return found.stream().distinct().toList();
    }

    private List<Advice> bindings() throws SQLException {
        Map<Integer, RoutedTable> groups = new LinkedHashMap<>();
        for (TableUse use : tables.shardedUses()) {
            RoutedTable table = tables.shardedOf(use);
            groups.putIfAbsent(table.bindingGroup(), table);
        }
        List<Advice> found = new ArrayList<>();
        Set<RoutedTable> seen = new LinkedHashSet<>();
        for (RoutedTable first : groups.values()) {
            List<RoutedTable> alike = groups.values().stream()
                    .filter(other -> ChangedRule.areAlike(first, other))
                    .toList();
            if (alike.size() < 2 || !seen.add(alike.get(0))) {
                continue;
            }
            Advice advice = binding(alike);
            if (advice != null) {
                found.add(advice);
            }
        }
        return found;
    }

    /** The advice to bind as few of these tables as help as much as all of them do. */
    private @Nullable Advice binding(List<RoutedTable> alike) throws SQLException {
        Cost cost = bound(alike);
        if (cost == null) {
            return null;
        }
        List<RoutedTable> bound = alike;
        for (RoutedTable table : alike) {
            List<RoutedTable> fewer = new ArrayList<>(bound);
            fewer.remove(table);
            Cost less = fewer.size() < 2 ? null : bound(fewer);
            if (less != null && less.compareTo(cost) <= 0) {
                bound = fewer;
            }
        }
        List<String> names = bound.stream().map(RoutedTable::name).toList();
        return advice(Advice.Kind.BINDING, names, List.of(), cost, "binding-tables " + String.join(", ", names));
    }

    private @Nullable Cost bound(List<RoutedTable> alike) throws SQLException {
        ShardMap rule = ChangedRule.bound(trials.rule(), alike);
        return rule == null ? null : trials.with(rule);
    }

    /** Tables that others are joined with, and that could be everywhere; those of one data source first. */
    private List<Advice> broadcasts() throws SQLException {
        List<Advice> found = new ArrayList<>();
        for (boolean sharded : new boolean[] {false, true}) {
            for (TableUse use : tables.uses()) {
                boolean considered = (tables.sharded(use.id()) != null) == sharded && couldBeEverywhere(use);
                Cost cost = considered ? trials.with(ChangedRule.broadcast(trials.rule(), use.name())) : null;
                if (cost != null) {
                    found.add(advice(
                            Advice.Kind.BROADCAST,
                            List.of(use.name()),
                            List.of(),
                            cost,
                            "broadcast-tables " + use.name() + ", if it is small and seldom written"));
                }
            }
            if (!found.isEmpty()) {
                break;
            }
        }
        return found;
    }

    private boolean isWritten(TableUse use) {
        if (statement instanceof ParsedStatement.Write write) {
            return write.targets().stream()
                    .anyMatch(target -> tables.uses().get(target).name().equals(use.name()));
        }
        return statement instanceof ParsedStatement.InsertSelect
                && tables.uses().get(0).name().equals(use.name());
    }

    /** Returns true if the statement may move rows, which a key that holds their shard prevents. */
    private boolean isPlacedAnew(TableUse use, RoutedTable table) {
        return statement instanceof ParsedStatement.Write write
                && isWritten(use)
                && write.assigned().stream().anyMatch(table::isShardingColumn);
    }

    /** A table of one data source, or one of which the rows of the others meet at most one each. */
    private boolean couldBeEverywhere(TableUse use) throws SQLException {
        boolean joined = tables.uses().stream()
                .anyMatch(other -> !other.name().equals(use.name()) && !tables.isBroadcast(other.id()));
        if (!joined
                || isWritten(use)
                || tables.isBroadcast(use.id())
                || !tables.lookups(use).isEmpty()
                || tables.isLookup(use)) {
            return false;
        }
        if (tables.sharded(use.id()) == null) {
            return !tables.columns(use.id()).isEmpty();
        }
        Set<String> equated = links.equatedColumns(use);
        List<UniqueKey> keys = tables.uniqueKeys(use);
        return keys != null
                && keys.stream()
                        .anyMatch(key -> key.exact() && !key.columns().isEmpty() && equated.containsAll(key.columns()));
    }

    /** The columns of the table that have to equal one of some values, with how many these are. */
    private Map<String, Integer> valued(TableUse use) {
        Map<String, Integer> columns = new LinkedHashMap<>();
        for (Condition condition : links.conditionsOn(use)) {
            if (condition instanceof Condition.In in
                    && in.column().use() == use.id()
                    && !tables.shardedOf(use).isShardingColumn(in.column().name())) {
                columns.merge(in.column().name(), in.values().size(), Math::min);
            }
        }
        return columns;
    }

    private List<Advice> ofColumn(TableUse use, String name, int values) throws SQLException {
        RoutedTable table = tables.shardedOf(use);
        List<UniqueKey> reported = tables.uniqueKeys(use);
        List<UniqueKey> keys = reported == null ? List.of() : reported;
        boolean unique =
                keys.stream().anyMatch(key -> key.exact() && key.columns().equals(List.of(name)));
        KeyGeneration generated = table.keyGeneration();
        Column column = tables.column(new ColumnRef(use.id(), name));
        if (column == null
                || !(unique || (generated != null && generated.column().equals(name)))) {
            return List.of();
        }
        List<Advice> found = new ArrayList<>();
        for (boolean database : new boolean[] {true, false}) {
            ShardMap holding = column.keyType() == KeyType.INTEGER && !isPlacedAnew(use, table)
                    ? ChangedRule.alsoBy(trials.rule(), table, database, name)
                    : null;
            Cost cost = holding == null ? null : trials.with(holding);
            if (cost != null) {
                found.add(advice(
                        Advice.Kind.ALSO_BY, List.of(use.name()), List.of(name), cost, alsoBy(database, name, use)));
            }
        }
        boolean known =
                tables.lookups(use).stream().anyMatch(lookup -> lookup.column().equals(name));
        Cost cost = known ? null : lookup(use, table, name, values);
        if (cost != null) {
            found.add(advice(
                    Advice.Kind.LOOKUP,
                    List.of(use.name()),
                    List.of(name),
                    cost,
                    "a lookup table for " + name + " of " + use.name()));
        }
        return found;
    }

    /** Returns the setting to be declared for a key that holds the shard. */
    static String alsoBy(boolean database, String column, TableUse use) {
        return (database ? "database-strategy.also-by " : "table-strategy.also-by ") + column + " of " + use.name()
                + ", whose keys would have to hold the shard";
    }

    private @Nullable Cost lookup(TableUse use, RoutedTable table, String name, int values) throws SQLException {
        Lookup lookup = new Lookup(name, use.name() + "_by_" + name, false);
        ShardMap rule = ChangedRule.lookup(trials.rule(), use.name(), lookup);
        if (rule == null || !rule.isSingle(lookup.table()) || trials.catalog().table(lookup.table()) != null) {
            return null;
        }
        Set<String> names = new LinkedHashSet<>(List.of(name));
        names.addAll(table.shardingColumns());
        List<Column> columns = new ArrayList<>();
        for (String each : names) {
            Column column = tables.column(new ColumnRef(use.id(), each));
            if (column == null) {
                return null;
            }
            columns.add(column);
        }
        Catalog catalog = new WithTable(trials.catalog(), new Table(lookup.table(), columns));
        return trials.with(rule, catalog, values);
    }

    private Advice advice(Advice.Kind kind, List<String> names, List<String> columns, Cost cost, String what) {
        return new Advice(kind, names, columns, cost.units(), what + ": " + cost.insteadOf(trials.now()));
    }
}
