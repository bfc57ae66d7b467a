package io.shardkit.export;

import io.shardkit.algorithm.KeyType;
import io.shardkit.export.ExportedTable.ExportedColumn;
import io.shardkit.export.ExportedTable.ExportedPart;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Names and literals in the SQL of another engine. */
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

    /** Returns an actual table by its name in an engine that has each data source as a catalogue, all in double quotes. */
    static String qualified(ExportedPart part) {
        return quoted(part.source().name()) + '.' + quoted(part.schema()) + '.' + quoted(part.table());
    }

    /** Returns a text in single quotes. */
    static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /**
     * Returns the rows of all actual tables of a table, with their columns by name and in the order of the table. Where the
     * conditions of a query contradict the bounds of an actual table, the engine need not read it.
     *
     * @param reads whether the engine compares values of a type as the databases do
     */
    static String union(
            ExportedTable table,
            UnaryOperator<String> quotes,
            Function<ExportedPart, String> names,
            Predicate<KeyType> reads) {
        String columns =
                table.columns().stream().map(ExportedColumn::name).map(quotes).collect(Collectors.joining(", "));
        List<String> selects = table.parts().stream()
                .map(part -> "SELECT " + columns + " FROM " + names.apply(part) + bounds(part, quotes, reads))
                .toList();
        return String.join("\nUNION ALL ", selects);
    }

    private static String bounds(ExportedPart part, UnaryOperator<String> quotes, Predicate<KeyType> reads) {
        List<String> conditions = part.bounds().stream()
                .filter(bound -> reads.test(bound.type()))
                .map(bound -> bound.condition(quotes))
                .toList();
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }
}
