package io.shardkit.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns of a logical table, in the order of the table. Immutable. */
public final class Table {
    private final String name;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final List<String> visibleNames;

    /** A table with these columns. */
    public Table(String name, List<Column> columns) {
        this.name = name;
        columns.forEach(column -> this.columns.merge(column.name(), column, (one, other) -> one.ofSeveral()));
        this.visibleNames = this.columns.values().stream()
                .filter(column -> !column.invisible())
                .map(Column::name)
                .toList();
    }

    /** The logical name. */
    public String name() {
        return name;
    }

    /** The column of that name in lower case, or null. */
    public @Nullable Column column(String lowerCaseName) {
        return columns.get(lowerCaseName);
    }

    /** All columns, in order. */
    public List<Column> columns() {
        return List.copyOf(columns.values());
    }

    /** Names of the columns that {@code *} stands for and an INSERT without a list gives values to; in lower case. */
    public List<String> visibleNames() {
        return visibleNames;
    }

    /** Names of all columns, in order, in lower case. */
    public List<String> columnNames() {
        return List.copyOf(columns.keySet());
    }
}
