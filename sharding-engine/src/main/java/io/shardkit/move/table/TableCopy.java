package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.dialect.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of a table that each data source has a copy of, to be compared with those of another copy. */
public final class TableCopy {
    private TableCopy() {}

    /** @param rows how often there is a row with these values, of which null is a text of its own */
    private record Content(Set<String> columns, Map<List<String>, Integer> rows) {
        int count() {
            return rows.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * Compares all rows.
     *
     * @param table its name in lower case, without a schema
     * @return how the copy differs from the model, in words; an empty text if it does not, or if there is no model
     */
    public static String difference(Dialect dialect, String table, TablePlace model, TablePlace copy)
            throws SQLException {
        Content expected = content(dialect, table, model);
        if (expected == null) {
            return "";
        }
        Content actual = content(dialect, table, copy);
        if (actual == null) {
            return "is missing there";
        }
        if (!actual.columns().equals(expected.columns())) {
            return "has other columns there";
        }
        return actual.rows().equals(expected.rows())
                ? ""
                : "has other rows there, " + actual.count() + " instead of " + expected.count();
    }

    private static @Nullable Content content(Dialect dialect, String table, TablePlace place) throws SQLException {
        try (MoveConnection connection =
                MoveConnection.open(place, MoveSqls.of(dialect), MoveLimits.DEFAULTS.seconds())) {
            String name = place.names(dialect, connection).get(table);
            if (name == null) {
                return null;
            }
            List<Column> columns =
                    connection.with(own -> ReportedTables.columns(place.declared(name), own, dialect)).stream()
                            .sorted(Comparator.comparing(TableCopy::lower))
                            .toList();
            String carried = columns.stream()
                    .map(column -> dialect.carried(dialect.quoted(column.reportedName()), column.typeName()))
                    .collect(Collectors.joining(", "));
            Map<List<String>, Integer> rows = new HashMap<>();
            connection.rows(
                    "SELECT " + carried + " FROM " + place.quoted(dialect, name),
                    MoveStatements.Parameters.NONE,
                    row -> rows.merge(values(row, columns.size()), 1, Integer::sum));
            return new Content(columns.stream().map(TableCopy::lower).collect(Collectors.toSet()), rows);
        }
    }

    private static String lower(Column column) {
        return column.reportedName().toLowerCase(Locale.ROOT);
    }

    private static List<String> values(ResultSet row, int columns) throws SQLException {
        String[] values = new String[columns];
        for (int i = 0; i < columns; i++) {
            String value = row.getString(i + 1);
            values[i] = value == null ? "NULL" : "'" + value;
        }
        return List.of(values);
    }
}
