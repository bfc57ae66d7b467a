package io.shardkit.planner.advice;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.observe.Advice;
import io.shardkit.plan.Cost;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the conditions on sharding columns that a statement lacks.
 *
 * @param ofSeveralRows whether the statement is about rows of which a key that names one would leave nothing to do
 */
record ConditionAdvice(
        ParsedStatement statement, Tables tables, ColumnEqualities links, Trials trials, boolean ofSeveralRows) {

    /** For each table that is not found by another one, what narrows the statement; for all of them if none alone does. */
    List<Advice> find() throws SQLException {
        List<Advice> found = new ArrayList<>();
        List<ColumnRef> all = new ArrayList<>();
        Set<ColumnRef> told = new LinkedHashSet<>();
        for (TableUse use : tables.shardedUses()) {
            if (isTarget(use) || !isNamed(use)) {
                continue;
            }
            List<ColumnRef> missing = missing(use);
            if (missing.isEmpty() || missing.stream().allMatch(column -> isToldBy(column, told))) {
                continue;
            }
            all.addAll(missing);
            Advice advice = fewest(missing);
            if (advice != null) {
                found.add(advice);
                told.addAll(missing);
            }
        }
        if (found.isEmpty() && all.stream().map(ColumnRef::use).distinct().count() > 1) {
            Advice advice = fewest(all);
            if (advice != null) {
                found.add(advice);
            }
        }
        return found;
    }

    /** Returns true if the table takes the inserted rows, which conditions do not narrow. */
    private boolean isTarget(TableUse use) {
        return statement instanceof ParsedStatement.InsertSelect && use.id() == 0;
    }

    /** Returns true if a condition can name the table: no other table of the same FROM has its label. */
    private boolean isNamed(TableUse use) {
        for (Block block : statement.blocks()) {
            List<TableUse> uses =
                    block.from() == null ? List.of() : block.from().uses();
            if (uses.contains(use)) {
                return uses.stream()
                                .filter(other -> other.label().equals(use.label()))
                                .count()
                        == 1;
            }
        }
        return true;
    }

    /** The columns that decide where rows of the table lie and have no value that is known. */
    private List<ColumnRef> missing(TableUse use) throws SQLException {
        List<ColumnRef> missing = new ArrayList<>();
        for (Axis axis : tables.axes(use)) {
            for (Axis.Column each : axis.columns()) {
                ColumnRef column = new ColumnRef(use.id(), each.name());
                boolean fits = each.keyType() != KeyType.UNSUPPORTED
                        && !missing.contains(column)
                        && !hasValue(links, use, column)
                        && !isCompared(use, column);
                if (fits && !(ofSeveralRows && namesOneRow(use, each.name()))) {
                    missing.add(column);
                }
            }
        }
        return missing;
    }

    /** Returns true if the statement demands an order of the column's values, which one value would contradict. */
    private boolean isCompared(TableUse use, ColumnRef column) {
        Set<ColumnRef> sources = links.sourcesOf(column);
        return links.conditionsOn(use).stream()
                .anyMatch(condition ->
                        condition instanceof Condition.Compare compare && sources.contains(compare.column()));
    }

    /** Returns true if one row at most has a value of the column. */
    private boolean namesOneRow(TableUse use, String column) throws SQLException {
        KeyGeneration generated = tables.shardedOf(use).keyGeneration();
        List<UniqueKey> keys = tables.uniqueKeys(use);
        return (generated != null && generated.column().equals(column))
                || (keys != null
                        && keys.stream()
                                .anyMatch(key -> key.exact() && key.columns().equals(List.of(column))));
    }

    /** Returns true if the column has to equal one of some values. */
    static boolean hasValue(ColumnEqualities links, TableUse use, ColumnRef column) {
        Set<ColumnRef> sources = links.sourcesOf(column);
        return links.conditionsOn(use).stream()
                .anyMatch(condition -> condition instanceof Condition.In in && sources.contains(in.column()));
    }

    private boolean isToldBy(ColumnRef column, Set<ColumnRef> told) {
        return links.sourcesOf(column).stream().anyMatch(told::contains);
    }

    /** Conditions on columns; of tables with one name in several SELECTs with the number of the SELECT. */
    private static String words(ParsedStatement statement, Tables tables, List<ColumnRef> columns) {
        Map<String, List<String>> bySelect = new LinkedHashMap<>();
        for (ColumnRef column : columns) {
            String label = tables.uses().get(column.use()).label();
            bySelect.computeIfAbsent(place(statement, tables, column.use()), none -> new ArrayList<>())
                    .add(label + "." + column.name() + " = ?");
        }
        return bySelect.entrySet().stream()
                .map(select -> String.join(" AND ", select.getValue()) + select.getKey())
                .collect(Collectors.joining(" AND "));
    }

    private static String place(ParsedStatement statement, Tables tables, int use) {
        String label = tables.uses().get(use).label();
        long alike = tables.uses().stream()
                .filter(other -> other.label().equals(label))
                .count();
        for (int i = 0; alike > 1 && i < statement.blocks().size(); i++) {
            From from = statement.blocks().get(i).from();
            if (from != null && from.uses().stream().anyMatch(other -> other.id() == use)) {
                return " in SELECT " + (i + 1);
            }
        }
        return "";
    }

    /** The advice of as few of these columns as narrow the statement as far as all of them do. */
    private @Nullable Advice fewest(List<ColumnRef> columns) throws SQLException {
        Cost cost = trials.with(columns, tables);
        if (cost == null) {
            return null;
        }
        List<ColumnRef> needed = new ArrayList<>(columns);
        for (ColumnRef column : columns) {
            List<ColumnRef> fewer = new ArrayList<>(needed);
            fewer.remove(column);
            Cost less = fewer.isEmpty() ? null : trials.with(fewer, tables);
            if (less != null && less.compareTo(cost) <= 0) {
                needed = fewer;
            }
        }
        return of(statement, needed, "", cost, tables, trials);
    }

    /**
     * The advice to demand values of columns.
     *
     * @param more what there is to say about the conditions, or nothing
     * @param cost with them
     */
    static Advice of(
            ParsedStatement statement, List<ColumnRef> columns, String more, Cost cost, Tables tables, Trials trials) {
        List<TableUse> uses = columns.stream()
                .map(column -> tables.uses().get(column.use()))
                .distinct()
                .toList();
        String conditions = words(statement, tables, columns);
        List<String> names = columns.stream()
                .map(column -> uses.size() == 1
                        ? column.name()
                        : tables.uses().get(column.use()).name() + "." + column.name())
                .toList();
        return new Advice(
                Advice.Kind.CONDITION,
                uses.stream().map(TableUse::name).toList(),
                names,
                cost.units(),
                "a condition " + conditions + more + ": " + cost.insteadOf(trials.now()));
    }
}
