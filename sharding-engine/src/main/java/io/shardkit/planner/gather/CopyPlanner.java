package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.AggregateCall;
import io.shardkit.sql.statement.Expression.Kind;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.ColumnWords;
import io.shardkit.sql.text.RowClauses;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides what of a table a statement needs where it is copied. For one statement. */
final class CopyPlanner {
    private final ParsedStatement statement;
    private final RowClauses rows;
    private final Tables tables;
    private final Dialect dialect;
    private final @Nullable SelectClauses simple;
    private final boolean blind;
    private final boolean isGrouped;

    /** By column names, whether the text has them. */
    private final Map<String, Boolean> mentioned = new HashMap<>();

    CopyPlanner(ParsedStatement statement, Tables tables, Dialect dialect) {
        this.statement = statement;
        this.rows = new RowClauses(statement.text());
        this.isGrouped = rows.isGrouped();
        this.tables = tables;
        this.dialect = dialect;
        boolean single = statement.blocks().size() == 1;
        this.simple = single && statement instanceof ParsedStatement.Query query ? query.simple() : null;
        this.blind = isBlindToDuplicates();
    }

    /** @throws SQLException if a database cannot be asked */
    Attempt<Copy> copy(TableUse use) throws SQLException {
        List<Column> all = tables.columns(use.id());
        if (all.isEmpty()) {
            return Attempt.refused(ErrorCode.TABLE_NOT_FOUND, use.name());
        }
        boolean whole = mayMeanAll(use);
        List<Column> columns = whole ? all : needed(all);
        List<Column> key = primaryKey(use, all);
        boolean keyed = columns.containsAll(key);
        boolean spelled = dialect.showsFirstSpelling() && showsOneOfSeveral(use, columns);
        boolean summed = rows.aggregatesInRowOrder(columns.stream().anyMatch(Column::floating));
        boolean ordered = !key.isEmpty() && (spelled || summed);
        boolean grouped = keyed && dialect.groupsByPrimaryKey() && isGrouped;
        // The row that a database finds first depends on all columns.
        boolean reducible = blind && !key.isEmpty() && !keyed && !ordered;
        Copy.Distinct distinct = reducible ? distinct(columns) : Copy.Distinct.NO;
        List<Column> copied = ordered ? with(columns, key) : columns;
        for (Column column : copied) {
            if (column.carrier() == Carrier.NONE) {
                return Attempt.refused(
                        ErrorCode.GATHER_TYPE, use.name() + "." + column.name() + " of type " + column.typeName());
            }
        }
        return Attempt.done(new Copy(
                // If each column is named, and perhaps only such, it does not matter which of them have to be.
                whole ? copied : copied.stream().map(Column::visible).toList(),
                ordered ? names(key) : List.of(),
                grouped ? names(key) : List.of(),
                distinct));
    }

    /** Returns true if the SQL may mean columns of the table without naming them. */
    private boolean mayMeanAll(TableUse use) {
        long uses = statement.tables().stream()
                .filter(other -> other.label().equalsIgnoreCase(use.label()))
                .count();
        return new ColumnWords(statement.text()).mayMeanAll(use.label(), (int) uses);
    }

    /** The columns whose names the text mentions. */
    private List<Column> needed(List<Column> all) {
        List<Column> columns = all.stream()
                .filter(column -> mentioned.computeIfAbsent(
                        column.name(), name -> statement.text().mentions(name)))
                .toList();
        return columns.isEmpty() ? all.subList(0, 1) : columns;
    }

    private List<Column> primaryKey(TableUse use, List<Column> all) throws SQLException {
        List<UniqueKey> keys = tables.uniqueKeys(use);
        for (UniqueKey key : keys == null ? List.<UniqueKey>of() : keys) {
            if (key.primary()) {
                List<Column> columns = all.stream()
                        .filter(column -> key.columns().contains(column.name()))
                        .sorted((a, b) -> Integer.compare(
                                key.columns().indexOf(a.name()), key.columns().indexOf(b.name())))
                        .toList();
                return columns.size() == key.columns().size() ? columns : List.of();
            }
        }
        return List.of();
    }

    private static List<Column> with(List<Column> columns, List<Column> more) {
        List<Column> both = new ArrayList<>(columns);
        more.stream().filter(column -> !columns.contains(column)).forEach(both::add);
        return both;
    }

    private static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::reportedName).toList();
    }

    private Copy.Distinct distinct(List<Column> columns) {
        boolean byBytes = false;
        for (Column column : columns) {
            if (!dialect.isEqualOnlyToItself(column.typeName(), column.definition(), column.textOrder())) {
                if (!dialect.comparesBytes(column.typeName())) {
                    return Copy.Distinct.NO;
                }
                byBytes = true;
            }
        }
        return byBytes ? Copy.Distinct.BY_BYTES : Copy.Distinct.BY_VALUE;
    }

    /** Returns true if duplicate rows do not change the answer. */
    private boolean isBlindToDuplicates() {
        if (!(statement instanceof ParsedStatement.Query query)
                || query.locking()
                || !rows.aggregatesAreBlindToDuplicates()) {
            return false;
        }
        if (simple == null) {
            return query.simple() == null
                    && rows.isPlainDistinctUnion(query.blocks().size());
        }
        return simple.special() == null && (simple.distinct() || isAggregated(simple));
    }

    private static boolean isAggregated(SelectClauses clauses) {
        return !clauses.groupBy().isEmpty()
                || clauses.items().stream().anyMatch(item -> item.expression().ofSeveralRows());
    }

    /** Returns true if the answer shows one of several values that compare equal, namely that of the first row. */
    private boolean showsOneOfSeveral(TableUse use, List<Column> columns) {
        Set<ColumnRef> spelled = new HashSet<>();
        for (Column column : columns) {
            if (dialect.hasSpellings(column.definition(), column.textOrder())) {
                spelled.add(new ColumnRef(use.id(), column.name()));
            }
        }
        if (simple == null) {
            Set<String> names = spelled.stream()
                    .map(column -> column.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.toSet());
            return rows.reducesRows() && (mayShowAnyRow() ? !names.isEmpty() : rows.showAny(names));
        }
        if (!simple.distinct() && !isAggregated(simple)) {
            return false;
        }
        boolean shows = simple.groups().having() && !spelled.isEmpty();
        for (SelectItem item : simple.items()) {
            shows |= isShown(item.expression(), spelled) || isOfAnyRow(item.expression(), simple);
        }
        return shows;
    }

    /** Returns true if some SELECT may show values of any row of a group, beside its key and aggregates. */
    private boolean mayShowAnyRow() {
        SelectClauses outer = statement instanceof ParsedStatement.Query query ? query.simple() : null;
        return outer == null
                || rows.isGroupedWithin()
                || (isAggregated(outer)
                        && outer.items().stream()
                                .map(SelectItem::expression)
                                .anyMatch(shown -> shown.kind() != Kind.AGGREGATE
                                        && (shown.kind() != Kind.COLUMN
                                                || outer.groupBy().isEmpty()
                                                || isOfAnyRow(shown, outer))));
    }

    private static boolean isShown(Expression expression, Set<ColumnRef> spelled) {
        AggregateCall call = expression.aggregate();
        boolean counted = call != null && call.function().equals("COUNT");
        return !counted
                && !spelled.isEmpty()
                && (!expression.resolved() || expression.columns().stream().anyMatch(spelled::contains));
    }

    /**
     * Returns true if the expression is neither an aggregate nor a group key, so that its value may differ within a
     * group.
     */
    private static boolean isOfAnyRow(Expression expression, SelectClauses clauses) {
        return !clauses.groupBy().isEmpty()
                && expression.kind() == Kind.COLUMN
                && clauses.groupBy().stream()
                        .noneMatch(group -> group.kind() == Kind.INTEGER
                                || group.text().equals(expression.text())
                                || (group.column() != null && group.column().equals(expression.column())));
    }
}
