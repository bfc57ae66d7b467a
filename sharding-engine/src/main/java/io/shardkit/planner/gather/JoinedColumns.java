package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns of a copy of a join within units: columns of its tables, and aggregates if its rows are grouped by these. */
final class JoinedColumns {
    /** All rows are a group if there are any. */
    static final String SOME_ROWS = " HAVING COUNT(*) > 0";

    private final Tables tables;
    private final Dialect dialect;

    /** By column of a table, its name in the copy. */
    private final Map<ColumnRef, String> keys = new LinkedHashMap<>();

    /** By the SQL of an aggregate over the unit's join, the aggregate. */
    private final Map<String, Aggregate> aggregates = new LinkedHashMap<>();

    /**
     * An aggregate of a unit's rows.
     *
     * @param function its name in upper case
     * @param sql the call over the unit's join
     * @param name the name of the column of the copy, as it stands in statements
     * @param column that column, as it is carried
     */
    record Aggregate(String function, String sql, String name, Column column) {
        /** The same as a value of the table of merged groups, where no count may be NULL. */
        String stored() {
            return function.equals("COUNT") ? "COALESCE(" + merged() + ", 0)" : merged();
        }

        /** The expression that merges it over groups. */
        String merged() {
            return (function.equals("COUNT") ? "SUM" : function) + "(" + name + ")";
        }
    }

    /** The end of the names, which tells the copies of a statement apart. */
    private final String suffix;

    /** @param copies the number of other copies of joins in the statement */
    JoinedColumns(int copies, Tables tables, Dialect dialect) {
        this.suffix = copies == 0 ? "" : "_" + copies;
        this.tables = tables;
        this.dialect = dialect;
    }

    /** Adds a column; returns its name in the copy as statements have it, or null if its values cannot be carried. */
    @Nullable String add(ColumnRef ref) {
        Column column = tables.column(ref);
        if (column == null || column.carrier() == Carrier.NONE) {
            return null;
        }
        return dialect.quoted(keys.computeIfAbsent(ref, added -> "sk_c" + keys.size() + suffix));
    }

    /**
     * Adds an aggregate.
     *
     * @param argument its argument over the unit's join
     * @param extreme the column whose extreme it is, or null
     */
    Aggregate add(String function, String argument, @Nullable Column extreme) {
        String name = "sk_a" + aggregates.size() + suffix;
        String type =
                switch (function) {
                    case "COUNT" -> "bigint";
                    case "BOOL_AND", "BOOL_OR", "EVERY" -> "boolean";
                    default -> dialect.catalog().exactNumberType();
                };
        Column column = extreme != null ? named(extreme, name) : Column.computed(name, type, dialect);
        String sql = function + "(" + argument + ")";
        return aggregates.computeIfAbsent(sql, added -> new Aggregate(function, sql, dialect.quoted(name), column));
    }

    List<Aggregate> aggregates() {
        return List.copyOf(aggregates.values());
    }

    List<ColumnRef> keys() {
        return List.copyOf(keys.keySet());
    }

    /** The name of each column in the copy, as statements have it. */
    Map<ColumnRef, String> names() {
        Map<ColumnRef, String> names = new HashMap<>();
        keys.forEach((ref, name) -> names.put(ref, dialect.quoted(name)));
        return names;
    }

    /** Returns true if the rows of each group are equal in all columns that they are grouped by, or can be made so. */
    boolean areGroupable() {
        return keys.keySet().stream().map(this::column).allMatch(column -> isSame(column) || isByBytes(column));
    }

    /** Returns true if the least and the greatest value of the column have its form. */
    boolean extremeKeepsForm(ColumnRef ref) {
        return extremeKeepsForm(column(ref));
    }

    private boolean extremeKeepsForm(Column column) {
        return !dialect.extremesLoseForm(column.typeName(), column.definition());
    }

    private boolean isByBytes(Column column) {
        return dialect.comparesBytes(column.typeName()) && extremeKeepsForm(column);
    }

    private boolean isSame(Column column) {
        return dialect.isEqualOnlyToItself(column.typeName(), column.definition(), column.textOrder());
    }

    private Column column(ColumnRef ref) {
        Column column = tables.column(ref);
        if (column == null) {
            throw new IllegalStateException("no column " + ref);
        }
        return column;
    }

    /** The columns of the copy. */
    List<Column> copied() {
        List<Column> copied = new ArrayList<>();
        keys.forEach((ref, name) -> copied.add(named(column(ref), name)));
        aggregates.values().forEach(aggregate -> copied.add(aggregate.column()));
        return copied;
    }

    private static Column named(Column column, String name) {
        return new Column(
                name,
                name,
                column.typeName(),
                column.definition(),
                column.keys(),
                column.textOrder(),
                true,
                false,
                column.comparable(),
                column.carrier(),
                column.filling(),
                false);
    }

    /**
     * The select list over the unit's join.
     *
     * @param grouped whether rows are grouped
     * @param carried whether values leave their database
     */
    String items(boolean grouped, boolean carried) {
        List<String> items = new ArrayList<>();
        keys.forEach((ref, name) -> {
            Column column = column(ref);
            String sql = qualified(ref);
            String item = carried ? dialect.carried(sql, column.typeName()) : sql;
            items.add((grouped && !isSame(column) ? "MIN(" + item + ")" : item) + " AS " + dialect.quoted(name));
        });
        aggregates.values().forEach(aggregate -> {
            String type = aggregate.column().typeName();
            String sql = aggregate.sql();
            items.add((carried ? dialect.carried(sql, type) : sql) + " AS " + aggregate.name());
        });
        return String.join(", ", items);
    }

    /** The same with the names of the copy, for a table that is made of it. */
    String typedItems() {
        List<String> items = new ArrayList<>();
        keys.forEach((ref, name) -> {
            String sql = qualified(ref);
            items.add((isSame(column(ref)) ? sql : "MIN(" + sql + ")") + " AS " + dialect.quoted(name));
        });
        aggregates.values().forEach(aggregate -> items.add(aggregate.sql() + " AS " + aggregate.name()));
        return String.join(", ", items);
    }

    /** GROUP BY over the unit's join. */
    String by() {
        List<String> by = new ArrayList<>();
        keys.keySet().forEach(ref -> by.add(isSame(column(ref)) ? qualified(ref) : dialect.bytes(qualified(ref))));
        return by.isEmpty() ? "" : " GROUP BY " + String.join(", ", by);
    }

    /** The select list that merges the groups of several units. */
    String mergedItems() {
        List<String> items = new ArrayList<>();
        keys.forEach((ref, name) -> {
            String written = dialect.quoted(name);
            items.add(isSame(column(ref)) ? written : "MIN(" + written + ")");
        });
        aggregates.values().forEach(aggregate -> items.add(aggregate.stored()));
        return String.join(", ", items);
    }

    /** GROUP BY of the merge. */
    String mergedBy() {
        List<String> by = new ArrayList<>();
        keys.forEach((ref, name) -> {
            String written = dialect.quoted(name);
            by.add(isSame(column(ref)) ? written : dialect.bytes(written));
        });
        return by.isEmpty() ? SOME_ROWS : " GROUP BY " + String.join(", ", by);
    }

    /** The name of a column in a unit's join. */
    String qualified(ColumnRef ref) {
        return UnitJoin.label(ref.use()) + "." + dialect.quoted(column(ref).reportedName());
    }
}
