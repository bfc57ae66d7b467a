package io.shardkit.export;

import io.shardkit.export.ExportedTable.ExportedColumn;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Names and texts in the SQL of another engine. */
final class SqlNames {
    private SqlNames() {}

    /** Returns a name in double quotes. */
    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Returns a name in backticks. */
    static String ticked(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    /** Returns a text in single quotes. */
    static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Returns the rows of all actual tables of a table, with their columns by name and in the order of the table. */
    static String union(
            ExportedTable table, UnaryOperator<String> quotes, Function<ExportedTable.ExportedPart, String> names) {
        String columns =
                table.columns().stream().map(ExportedColumn::name).map(quotes).collect(Collectors.joining(", "));
        List<String> selects = table.parts().stream()
                .map(part -> "SELECT " + columns + " FROM " + names.apply(part))
                .toList();
        return String.join("\nUNION ALL ", selects);
    }
}
